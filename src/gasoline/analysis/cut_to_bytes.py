"""A text's beginning, measured as it is kept and sent."""


def cut_to_bytes(text: str, most: int) -> str:
    """At most so many bytes of UTF-8, cut at a character."""
    return text.encode("utf-8", "replace")[:most].decode("utf-8", "ignore")
