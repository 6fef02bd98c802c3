"""Text of a page inside one of our sentences: on one line, and truncated."""

from gasoline.kernel.secrets.redaction import TRUNCATION_SCAN_CHARS, redact
from gasoline.kernel.text import ELLIPSIS


def one_line(text: str, max_chars: int) -> str:
    """The text with every white space a single space, cut."""
    searched = max_chars + TRUNCATION_SCAN_CHARS
    words = " ".join((text if len(text) <= max_chars else redact(text[:searched])).split())
    is_all = len(words) <= max_chars and len(text) <= searched
    return words if is_all else words[:max_chars].rstrip() + ELLIPSIS


def code_span(text: str, max_chars: int) -> str:
    """The text as code in a sentence."""
    words = one_line(text, max_chars).replace("`", "'")
    return f"`{words}`"
