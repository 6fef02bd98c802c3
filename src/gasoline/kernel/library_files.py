"""Which files are a library's: what the application's authors did not write. One rule for server and extension.

Plain patterns in the syntax that Python and JavaScript share, so that they can be exported. They read a path without
query and fragment; of another origin it is the whole address.
"""

import re

LIBRARY_PATH = "|".join(
    (
        r"(?:^|/)node_modules/",
        r"(?:^|/)\.vite/",
        r"^(?:https?://[^/]+)?/?@(?:vite|react-refresh)(?:/|$)",
        r"^/?(?:webpack|vite)(?:/|$)",
        r"^\(webpack\)",
        r"(?:^|/)npm/(?:@[^/]+/)?[^/@]+@",
        r"^https?://(?:unpkg\.com|esm\.sh|cdnjs\.cloudflare\.com)/",
    )
)
"""Packages, and the bundler's own: where a source map says that a line is from, or the address of a script."""

LIBRARY_SCRIPT = "|".join(
    (
        r"(?:^|/)(?:(?:chunk-)?vendors?|framework|polyfills?|runtime)\b[^/]*\.[cm]?js$",
        r"(?:^|/)(?!(?:all|app|application|bundle|common|custom|index|main|scripts?|site|theme)\b)[^/]+\.min\.[cm]?js$",
    )
)
"""Names that bundlers and packages give to scripts: all there is to go by without a source map. An application may be
minified, too, under one of the usual names."""

_PATH = re.compile(LIBRARY_PATH, re.ASCII)
_SCRIPT = re.compile(f"{LIBRARY_PATH}|{LIBRARY_SCRIPT}", re.ASCII)


def is_library_file(file: str, *, is_generated: bool) -> bool:
    """`is_generated`: it is the script that the browser ran, and there is no source map that says more."""
    return bool((_SCRIPT if is_generated else _PATH).search(re.split(r"[?#]", file, maxsplit=1)[0]))
