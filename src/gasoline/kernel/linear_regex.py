"""Patterns over text that a page chose, by re2: linear in time, always. With `re` a page could block the server.

Windows of a few hundred characters are read by `re`, so patterns stay inside what both read alike: explicit ASCII
classes instead of `\\w`, `\\d` and `\\s`, and no lookaround.
"""

from typing import Any

import re2

AUTOMATON_BYTES = 64 << 20  # what re2 may build at most; it builds what the text makes it visit
SPACE = r"[ \t\r\n]"


def for_places(text: str) -> str | bytes:
    """What to search where only the places of matches are wanted: an ASCII text has the same places in bytes, which
    re2 need not decode."""
    return text.encode() if text.isascii() else text


def compile_linear(pattern: str) -> Any:
    """The compiled pattern, with `match`, `search` and `finditer`."""
    options = re2.Options()
    options.max_mem = AUTOMATON_BYTES
    options.log_errors = False  # the page chooses the text: a rebuilt automaton is not worth a line on stderr
    return re2.compile(pattern, options)
