"""The page's words inside a sentence of ours: on one line, and not too many of them."""

CUT = "…"


def one_line(text: str, max_chars: int) -> str:
    """The text with every white space a single space, cut."""
    # Cut first: only so much of a long text is split.
    words = " ".join(text[: 2 * max_chars].split())
    return words if len(words) <= max_chars and len(text) <= 2 * max_chars else words[:max_chars].rstrip() + CUT


def quoted(text: str, max_chars: int) -> str:
    """The text as code in a sentence."""
    words = one_line(text, max_chars).replace("`", "'")
    return f"`{words}`"
