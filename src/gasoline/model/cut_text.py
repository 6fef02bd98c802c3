"""The end of a text that was cut, made safe to show."""

import re

from gasoline.model import limits

BETWEEN_WORDS = " \t\r\n\"'`<>(){}[],;&?|"
CUT = "…"
_NO_TOKEN = re.compile(r"[^!-~]")  # a secret is written in ASCII


def without_cut_word(text: str) -> str:
    """Without the word that a cut has broken: no exit would recognise half a token as a secret."""
    after = text[1 + max(text.rfind(mark) for mark in BETWEEN_WORDS) :]
    word = after if after.isascii() else _NO_TOKEN.split(after)[-1]
    is_token = len(word) > limits.CUT_WORD_CHARS and not word.isalpha()
    return text[: len(text) - len(word) + limits.CUT_WORD_CHARS] + CUT if is_token else text


def cut_text(text: str, chars: int) -> str:
    """At most so many characters and a mark, without half a word at the end."""
    return text if len(text) <= chars else without_cut_word(text[:chars]).removesuffix(CUT) + CUT
