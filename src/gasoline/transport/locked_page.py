"""The pages before the dashboard: how to open it, and the one that leads a signed-in browser to it."""

import base64
import hashlib
from string import Template

from starlette.responses import HTMLResponse

STYLE = """
:root { color-scheme: light dark; }
body { margin: 15vh auto; padding: 0 24px; max-width: 34rem; font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 24px; letter-spacing: -0.01em; }
code { padding: 2px 6px; border: 1px solid #8888; border-radius: 5px; font: 15px ui-monospace, monospace; }
"""
STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PAGE = Template(
    """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gasoline</title>
<link rel="icon" href="data:,">
<style>$style</style>
</head>
<body>
<main>
<h1>Gasoline is running</h1>
<p>$why</p>
<p>Run <code>gasoline open</code> in a terminal to open the dashboard with a one-time link.</p>
<p>AI clients connect with <code>gasoline mcp</code>; <code>gasoline status</code> shows who is connected.</p>
</main>
</body>
</html>
"""
)
NO_SESSION = "Sign this browser in to see the dashboard."
LINK_FAILED = "This link has expired. Links work once, within a minute."
GONE = 410


class LockedPage(HTMLResponse):
    """It has no script and no data, and is the same for every caller."""

    def __init__(self, *, link_failed: bool = False) -> None:
        page = PAGE.substitute(style=STYLE, why=LINK_FAILED if link_failed else NO_SESSION)
        super().__init__(page, GONE if link_failed else 200, {"Content-Security-Policy": POLICY})


ENTERED = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/"><title>Gasoline</title></head>
<body><p><a href="/">Open the dashboard</a></p></body>
</html>
"""


class EnteredPage(HTMLResponse):
    """Navigates to `/` from our own page, because only then the browser sends the new cookie."""

    def __init__(self) -> None:
        super().__init__(ENTERED)
