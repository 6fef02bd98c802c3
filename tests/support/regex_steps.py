"""Counts the steps of a backtracking regular expression engine, as runners of generated scripts have one.

Steps are the same on every machine; seconds are not. The expressions that scripts hold are the same in Python's syntax,
so its parser reads them; this module only walks the tree as such an engine does.
"""

import re
from collections.abc import Iterator
from re import _constants as constants  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any


class TooManySteps(Exception):
    """The engine gave up."""


class Engine:
    def __init__(self, pattern: str, text: str, most: int) -> None:
        self.tree = list(parser.parse(pattern))
        self.text = text
        self.steps = 0
        self._most = most

    def search(self) -> bool:
        """Whether the expression matches anywhere."""
        return any(True for start in range(len(self.text) + 1) for _ in self.match(self.tree, start))

    def match(self, nodes: list[Any], place: int) -> Iterator[int]:
        """Every end of a match from here, in the order in which an engine tries them."""
        self.steps += 1
        if self.steps > self._most:
            raise TooManySteps(f"more than {self._most}")
        if not nodes:
            yield place
            return
        for end in self._one(nodes[0], place):
            yield from self.match(nodes[1:], end)

    def _one(self, node: Any, place: int) -> Iterator[int]:  # noqa: C901 - one branch for each kind of node
        kind, value = node
        if kind in (constants.MAX_REPEAT, constants.MIN_REPEAT):
            yield from self._repeat(*value, place)
        elif kind is constants.SUBPATTERN:
            yield from self.match(list(value[3]), place)
        elif kind is constants.BRANCH:
            for branch in value[1]:
                yield from self.match(list(branch), place)
        elif kind in (constants.ASSERT, constants.ASSERT_NOT):
            found = any(True for _ in self.match(list(value[1]), place))
            if found == (kind is constants.ASSERT):
                yield place
        elif kind is constants.AT:
            if place == (0 if value is constants.AT_BEGINNING else len(self.text)):
                yield place
        elif place < len(self.text) and self._takes(node, self.text[place]):
            yield place + 1

    def _repeat(self, least: int, most: int, body: Any, place: int) -> Iterator[int]:
        """Greedy; a single character is repeated in a loop, as deep recursion would end the test."""
        inner = list(body)
        ends = [place]
        if len(inner) == 1 and inner[0][0] in (constants.IN, constants.LITERAL, constants.NOT_LITERAL, constants.ANY):
            while len(ends) <= most and ends[-1] < len(self.text) and self._takes(inner[0], self.text[ends[-1]]):
                ends.append(ends[-1] + 1)
            self.steps += len(ends)
            yield from reversed(ends[least:])
            return
        yield from self._repeat_group(least, most, inner, place)

    def _repeat_group(self, least: int, most: int, inner: list[Any], place: int) -> Iterator[int]:
        if most > 0:
            for end in self.match(inner, place):
                if end > place:
                    yield from self._repeat_group(max(0, least - 1), most - 1, inner, end)
        if least <= 0:
            yield place

    def _takes(self, node: Any, char: str) -> bool:
        kind, value = node
        if kind is constants.LITERAL:
            return ord(char) == value
        if kind is constants.NOT_LITERAL:
            return ord(char) != value
        if kind is constants.ANY:
            return char != "\n"
        assert kind is constants.IN, kind
        negated = value[0][0] is constants.NEGATE
        return any(_in_class(item, char) for item in value if item[0] is not constants.NEGATE) != negated


def _in_class(item: Any, char: str) -> bool:
    kind, value = item
    if kind is constants.LITERAL:
        return ord(char) == value
    if kind is constants.RANGE:
        return bool(value[0] <= ord(char) <= value[1])
    return re.match(_CATEGORIES[value], char) is not None


_CATEGORIES = {
    constants.CATEGORY_DIGIT: r"\d",
    constants.CATEGORY_SPACE: r"\s",
    constants.CATEGORY_NOT_SPACE: r"\S",
    constants.CATEGORY_WORD: r"\w",
    constants.CATEGORY_NOT_WORD: r"\W",
}


def steps_of(pattern: str, text: str, most: int) -> int:
    """How many steps a search takes; raises TooManySteps beyond `most`."""
    engine = Engine(pattern, text, most)
    engine.search()
    return engine.steps
