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
_TEXT = r'"(?:[^"\\]|\\.)*+"'
_KEY_OR_VALUE = re.compile(rf"({_TEXT}:)|({_TEXT}|-?\d+(?:\.\d+)?|\b(?:true|false|null)\b)")
GROUPS = 3
"""Splitting gives what is before a key or value, the key or None, the value or None."""

Parts = list[str | None]


class Form(Struct, frozen=True):
    letter: str
    text: str
    """With `⟨1⟩`, `⟨2⟩` where its lines differ."""
    place: str


class Forms:
    """The forms of a list's lines."""

    def __init__(self, texts: Mapping[int, tuple[str, str]]) -> None:
        """The text of each line, and its place: lines of different places are not similar."""
        similar: dict[tuple[str | None, ...], dict[int, Parts]] = {}
        for number, (text, place) in texts.items():
            if len(text) <= FORM_CHARS:
                parts = _KEY_OR_VALUE.split(text)
                similar.setdefault((place, *parts[0::GROUPS], *parts[1::GROUPS]), {})[number] = parts
        many = sorted((group for group in similar.values() if len(group) >= SIMILAR), key=len, reverse=True)
        self.listed: list[Form] = []
        self.lines: dict[int, tuple[str, str]] = {}
        """Of each line that has a form: its letter, and the values of its places."""
        for letter, group in zip(ascii_uppercase, many, strict=False):
            self._add(letter, group, texts[next(iter(group))][1])

    def _add(self, letter: str, group: dict[int, Parts], place: str) -> None:
        columns = list(zip(*(parts[2::GROUPS] for parts in group.values()), strict=True))
        differing = list(dict.fromkeys(column for column in columns if len(set(column)) > 1))
        numbered = {column: f"⟨{number}⟩" for number, column in enumerate(differing, 1)}
        form = next(iter(group.values())).copy()
        form[2::GROUPS] = [numbered.get(column, column[0]) for column in columns]
        self.listed.append(Form(letter, "".join(part for part in form if part), place))
        rows = zip(*differing, strict=True) if differing else repeat((), len(group))
        for number, row in zip(group, rows, strict=True):
            self.lines[number] = (letter, BETWEEN_VALUES.join(value or "" for value in row))
