"""The end of a text that was cut, made safe to show."""

SHOWN_CHARS = 6  # README, 6: of what may be a secret, at most so many of its first characters
BETWEEN_WORDS = " \t\r\n\"'`<>(){}[],;&?|"
CUT = "…"


def without_cut_word(text: str) -> str:
    """Without the word that a cut has broken: no exit would recognise half a token as a secret."""
    start = 1 + max(text.rfind(mark) for mark in BETWEEN_WORDS)
    word = text[start:]
    return text if len(word) <= SHOWN_CHARS or word.isalpha() else text[: start + SHOWN_CHARS] + CUT


def cut_text(text: str, chars: int) -> str:
    """At most so many characters and a mark, without half a word at the end."""
    return text if len(text) <= chars else without_cut_word(text[:chars]).removesuffix(CUT) + CUT
