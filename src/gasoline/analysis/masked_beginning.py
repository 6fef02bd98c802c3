"""The beginning of the page's words, from which somebody is about to cut a piece."""

from gasoline.kernel.secrets.redaction import redact
from gasoline.model import limits


def masked_beginning(text: str, max_chars: int) -> str:
    """Whole if it is short enough to stay whole. Else with its secrets masked, as no exit recognises half of one, and
    never more of it than one secret may take: the rest is cut anyway."""
    return text if len(text) <= max_chars else redact(text[: max_chars + limits.CUT_SCAN_CHARS])
