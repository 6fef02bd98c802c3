"""Replaces what changes from one occurrence to the next, so that two messages can be recognized as the same error."""

import re
from functools import lru_cache

from gasoline.kernel.error_codes import ERROR_CODE

NORMALIZED_CHARS = 500  # messages that share a prefix of this length are the same
NORMALIZED_KEPT = 2_000  # messages whose normal form is remembered; twice the errors that are kept


# In this order: an earlier one takes what a later one would take in pieces. Each is linear, because pages choose
# the text.
_CHANGING = re.compile(
    r"""
      (?P<code>       """
    + ERROR_CODE
    + r""" )
    | (?P<uuid>       \b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b )
    | (?P<timestamp>  \b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)?\b
                    | \b\d\d:\d\d:\d\d(?:\.\d{1,9})?\b
                    | \b1[0-9]{12}\b )
    | (?P<file>       (?<![^\s("'@])[^\s("']{1,300}\.[a-z]{2,6}(?:\?[^\s:"')]{0,300})?:\d{1,9}(?::\d{1,9})?\b )
    | (?P<text>       "[^"\n]{41,600}" | '[^'\n]{41,600}' | "[^"\s]{0,40}\s[^"\n]{0,600}" )
    | (?P<id>         \b0x[0-9a-f]+\b
                    | \b(?=[0-9a-f]{0,63}\d)[0-9a-f]{8,64}\b
                    | (?<![\w$])[-+]?\d+(?:[.,]\d+)*(?![\w$]) )
    """,
    re.VERBOSE | re.IGNORECASE,
)


def normalize_message(message: str) -> str:
    """The message with placeholders for ids, times, places in files and long quotations."""
    # Read further than is kept: where the reading ends depends on how long the changing parts are.
    return _normalized(message[: 2 * NORMALIZED_CHARS])


@lru_cache(maxsize=NORMALIZED_KEPT)
def _normalized(message: str) -> str:
    return _CHANGING.sub(_placeholder, message)[:NORMALIZED_CHARS]


def _placeholder(match: re.Match[str]) -> str:
    return match.group() if match.lastgroup == "code" else f"[{match.lastgroup}]"
