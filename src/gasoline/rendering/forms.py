"""What many similar lines share, said once: a form with numbered places, and for each line the values of its places."""

import re
from collections.abc import Mapping
from itertools import repeat
from string import ascii_uppercase

from msgspec import Struct

SIMILAR = 5
"""So many lines of one form are worth a line that describes it."""
FORM_CHARS = 1_000
"""A longer text is a line of its own."""
BETWEEN_VALUES = "|"
_TOKEN = re.compile(
    r'((?=["0-9tfn-])(?:"[^"\\]*+(?:\\.[^"\\]*+)*+":?|-?[0-9]++(?:\.[0-9]++)?|\b(?:true|false|null)\b))'
)
"""A key with its colon, or a value. Splitting gives what is between them and, at each odd place, one of them.
Looking at one character first makes it three times as fast."""

Parts = list[str]


class Form(Struct, frozen=True):
    letter: str
    text: str
    """The common text, with `⟨1⟩`, `⟨2⟩` where the lines differ."""
    place: str


class Forms:
    """The forms of a list's lines."""

    def __init__(self, texts: Mapping[int, tuple[str, str]]) -> None:
        """The text of each line, and its place: lines of different places are not similar."""
        similar: dict[tuple[str, ...], dict[int, Parts]] = {}
        for number, (text, place) in texts.items():
            if len(text) <= FORM_CHARS:
                parts = _TOKEN.split(text)
                similar.setdefault((place, *_fixed(parts)), {})[number] = parts
        many = sorted((group for group in similar.values() if len(group) >= SIMILAR), key=len, reverse=True)
        self.listed: list[Form] = []
        self.lines: dict[int, tuple[str, str]] = {}
        """For each line that has a form: the form's letter, and the values of its places."""
        for letter, group in zip(ascii_uppercase, many, strict=False):
            self._add(letter, group, texts[next(iter(group))][1])

    def _add(self, letter: str, group: dict[int, Parts], place: str) -> None:
        """Keys and the text between values are the same in all lines of a group."""
        columns = list(zip(*(parts[1::2] for parts in group.values()), strict=True))
        differing = list(dict.fromkeys(column for column in columns if len(set(column)) > 1))
        numbered = {column: f"⟨{number}⟩" for number, column in enumerate(differing, 1)}
        form = next(iter(group.values())).copy()
        form[1::2] = [numbered.get(column, column[0]) for column in columns]
        self.listed.append(Form(letter, "".join(form), place))
        rows = zip(*differing, strict=True) if differing else repeat((), len(group))
        for number, row in zip(group, rows, strict=True):
            self.lines[number] = (letter, BETWEEN_VALUES.join(row))


def _fixed(parts: Parts) -> Parts:
    """What lines of one form share: the text between keys and values, and the keys."""
    return [*parts[::2], "\0", *(part for part in parts[1::2] if part[-1] == ":")]
