"""A report as one HTML file that opens offline. It has no script, and its policy allows none."""

import base64
import hashlib
from html import escape

from gasoline.model.units import MIB
from gasoline.rendering.quote import inline
from gasoline.rendering.report.report import Picture, Report

MAX_BYTES = 2 * MIB  # CAPS-07
TITLE_CHARS = 200
STYLE = """
:root { color-scheme: light dark; --ink: #1c1d21; --dim: #55585f; --paper: #fff; --card: #f5f5f7; --line: #d9dbe0;
  --accent: #b3400a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --dim: #adb0b8; --paper: #17181c; --card: #202127;
  --line: #3a3c44; --accent: #ff9d66; } }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 22px; line-height: 1.3; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 17px; }
.mark { padding: 8px 12px; border: 1px solid var(--accent); border-radius: 6px; font-weight: 600; }
pre { margin: 8px 0; padding: 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--card);
  font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 4px 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }
th[scope=row] { width: 180px; color: var(--dim); font-weight: 500; }
td.time { width: 110px; color: var(--dim); font-variant-numeric: tabular-nums; white-space: nowrap; }
tr.error td { color: var(--accent); }
figure { margin: 16px 0; }
img { max-width: 100%; border: 1px solid var(--line); border-radius: 6px; }
figcaption { color: var(--dim); font-size: 13px; overflow-wrap: anywhere; }
summary { cursor: pointer; }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media print { main { max-width: none; padding: 0; } pre { border-color: #999; } h2, figure { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; } }
"""


def html_report(report: Report) -> bytes:
    """Pictures are left out from the oldest on until the file is small enough."""
    pictures = list(report.pictures)
    while True:
        page = _page(report, pictures).encode()
        if len(page) <= MAX_BYTES or not pictures:
            return page
        pictures = pictures[1:]


def _page(report: Report, pictures: list[Picture]) -> str:
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    title = escape(inline(report.title, TITLE_CHARS))
    return "".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{title}</title><style>{STYLE}</style></head><body><main><h1>{title}</h1>",
            f'<p class="mark">{_safe(report.mark)}</p>' if report.mark else "",
            _section("Expected and actual", [_block(report.note)] if report.note else []),
            _section("Steps", _list(report.steps)),
            _section("Errors", [_block(error) for error in report.errors]),
            _section("Possible causes", _list(report.causes, "ul")),
            _section("Screenshots", [_figure(picture) for picture in pictures]),
            _section("Failed requests with their bodies", [_block(body) for body in report.bodies]),
            _section("Timeline", _timeline(report.timeline)),
            _section("Requests", _folded("Show all requests", report.requests)),
            _section("Environment", _table(report.environment)),
            _section("The complete session", [_capsule(report.capsule)]),
            "</main></body></html>\n",
        ]
    )


def _section(heading: str, parts: list[str]) -> str:
    return f"<section><h2>{heading}</h2>{''.join(parts)}</section>" if parts else ""


def _block(text: str) -> str:
    lines = "\n".join(map(_safe, text.splitlines()))
    return f"<pre>{lines}</pre>"


def _list(items: list[str], tag: str = "ol") -> list[str]:
    return [f"<{tag}>", *(f"<li>{_safe(item)}</li>" for item in items), f"</{tag}>"] if items else []


def _timeline(lines: list[str]) -> list[str]:
    """Each line begins with its time."""
    if not lines:
        return []
    rows = [_row(*line.partition(" ")[::2]) for line in lines]
    head = '<thead><tr><th scope="col">Time (UTC)</th><th scope="col">What happened</th></tr></thead>'
    return ["<table>", head, "<tbody>", *rows, "</tbody></table>"]


def _row(time: str, text: str) -> str:
    kind = ' class="error"' if text.startswith("error: ") else ""
    return f'<tr{kind}><td class="time">{_safe(time)}</td><td>{_safe(text)}</td></tr>'


def _folded(summary: str, lines: list[str]) -> list[str]:
    text = _block("\n".join(lines))
    return [f"<details><summary>{summary}</summary>{text}</details>"] if lines else []


def _table(facts: list[tuple[str, str]]) -> list[str]:
    rows = (f'<tr><th scope="row">{_safe(name)}</th><td>{_safe(value)}</td></tr>' for name, value in facts)
    return ["<table><tbody>", *rows, "</tbody></table>"]


def _figure(picture: Picture) -> str:
    data = base64.b64encode(picture.jpeg).decode()
    caption = escape(inline(picture.caption, TITLE_CHARS))
    image = f'<img alt="The page when this error happened" src="data:image/jpeg;base64,{data}">'
    return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"


def _capsule(path: str) -> str:
    return f"<p><code>{_safe(path)}</code> – open it with <code>gasoline capsule open FILE</code>.</p>"


def _safe(text: str) -> str:
    """One line of text from any source."""
    return escape(inline(text))
