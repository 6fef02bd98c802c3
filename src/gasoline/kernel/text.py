"""Truncating and escaping text."""

import re

PARTIAL_WORD_CHARS = 6  # MASK-03: first characters of a possible secret that was truncated

BETWEEN_WORDS = " \t\r\n\"'`<>(){}[],;&?|"
ELLIPSIS = "…"
SHORT_WORD_CHARS = 16
HEAD_PART = 4
"""A text truncated in its middle keeps a quarter of the room for its start."""
_NO_TOKEN = re.compile(r"[^!-~]")  # a secret is written in ASCII


def drop_partial_word(text: str) -> str:
    """Drops the word that truncation has split, because half a token is not recognized as a secret."""
    after = text[_start_of_last_word(text) :]
    word = after if after.isascii() else _NO_TOKEN.split(after)[-1]
    is_token = len(word) > PARTIAL_WORD_CHARS and not word.isalpha()
    return text[: len(text) - len(word) + PARTIAL_WORD_CHARS] + ELLIPSIS if is_token else text


def _start_of_last_word(text: str) -> int:
    """Most words are short, so their start is looked for one by one first."""
    for index in range(len(text), max(0, len(text) - SHORT_WORD_CHARS), -1):
        if text[index - 1] in BETWEEN_WORDS:
            return index
    return 1 + max(text.rfind(mark) for mark in BETWEEN_WORDS)


def truncate_text(text: str, chars: int) -> str:
    """At most `chars` characters and an ellipsis, without a partial word at the end."""
    return text if len(text) <= chars else drop_partial_word(text[:chars]).removesuffix(ELLIPSIS) + ELLIPSIS


def shorten(text: str, chars: int) -> str:
    """At most `chars` characters, including the ellipsis."""
    return text if len(text) <= chars else text[: chars - 1].rstrip() + ELLIPSIS


def truncate_url(address: str, chars: int) -> str:
    """Cut between two segments of the path: no exit would recognize half a token as a secret."""
    if len(address) <= chars:
        return address
    return address[: address.rfind("/", 0, chars - 1) + 1] + ELLIPSIS


def truncate_to_bytes(text: str, most: int) -> str:
    """At most `most` bytes of UTF-8, truncated between characters."""
    return text.encode("utf-8", "replace")[:most].decode("utf-8", "ignore")


def truncate_middle(text: str, chars: int) -> str:
    """The beginning and the end, about so many characters together, without half a word on either side of the gap."""
    if len(text) <= chars:
        return text
    head, tail = text[: chars // HEAD_PART], text[chars // HEAD_PART - chars :]
    begin = next((index for index, char in enumerate(tail) if char in BETWEEN_WORDS), 0)
    left_out = len(text) - len(head) - len(tail) + begin
    return f"{drop_partial_word(head)}\n… {left_out} characters left out …\n{tail[begin:].lstrip()}"
