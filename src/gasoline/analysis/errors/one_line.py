"""The page's words inside a sentence of ours: on one line, and not too many of them."""

from gasoline.analysis.masked_beginning import masked_beginning
from gasoline.model import limits

CUT = "…"


def one_line(text: str, max_chars: int) -> str:
    """The text with every white space a single space, cut."""
    words = " ".join(masked_beginning(text, max_chars).split())
    is_all = len(words) <= max_chars and len(text) <= max_chars + limits.CUT_SCAN_CHARS
    return words if is_all else words[:max_chars].rstrip() + CUT


def quoted(text: str, max_chars: int) -> str:
    """The text as code in a sentence."""
    words = one_line(text, max_chars).replace("`", "'")
    return f"`{words}`"
