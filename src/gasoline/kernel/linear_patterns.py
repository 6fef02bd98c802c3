"""Patterns over text that a page chose: re2, which is linear in time always, or `re` where re2 cannot be had.

Both must give the same answers, so patterns stay inside what both read alike and neither can be made slow with:
explicit ASCII classes instead of `\\w`, `\\d` and `\\s`, no lookaround, and no text that a repetition could take in two
ways.
"""

import re
from typing import Any

try:
    import re2
except ImportError:  # a platform without a wheel of google-re2
    re2 = None

AUTOMATON_BYTES = 64 << 20  # what re2 may build at most; it builds what the text makes it visit
SPACE = r"[ \t\r\n]"


def compile_linear(pattern: str) -> Any:
    """The compiled pattern; both kinds have `match`, `search` and `finditer`."""
    if re2 is None:
        return re.compile(pattern, re.ASCII)
    options = re2.Options()
    options.max_mem = AUTOMATON_BYTES
    options.log_errors = False  # the page chooses the text: a rebuilt automaton shall not be told on stderr
    return re2.compile(pattern, options)
