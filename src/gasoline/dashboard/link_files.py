"""Files that lead a browser to the dashboard: other users see the arguments of its process, but not these files."""

import secrets
from html import escape
from pathlib import Path
from string import Template

from gasoline.launch.runtime_file import write_private

PREFIX, SUFFIX = "dashboard-", ".html"
NAME_BYTES = 8
PAGE = Template(
    """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=$url">
<title>Gasoline</title>
</head>
<body><p><a href="$url">Open the dashboard</a></p></body>
</html>
"""
)


class LinkFiles:
    """One file for each one-time link that a browser is sent to; each goes when its link is used or void."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, Path] = {}
        for left_over in folder.glob(f"{PREFIX}*{SUFFIX}"):
            left_over.unlink(missing_ok=True)

    def write(self, code: str, url: str) -> Path:
        path = self._folder / f"{PREFIX}{secrets.token_hex(NAME_BYTES)}{SUFFIX}"
        write_private(str(path), PAGE.substitute(url=escape(url)))
        self._files[code] = path
        return path

    def remove(self, code: str) -> None:
        if path := self._files.pop(code, None):
            path.unlink(missing_ok=True)
