"""Finds the lines of a page that appeared, disappeared or changed, by landmark."""

import re
from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from gasoline.model.page_state import VisibleText

_LABEL_END = re.compile(r"[:\d]")
"""`Total: 12` and `Total: 15` are one line that changed."""


class Line(Struct, frozen=True):
    """One line of the page."""

    landmark: str
    text: str


class ChangedLine(Struct, frozen=True):
    """A line that says something else."""

    landmark: str
    before: str
    after: str


class TextChanges(Struct, frozen=True):
    """How one page differs from another."""

    appeared: list[Line]
    disappeared: list[Line]
    changed: list[ChangedLine]
    reordered: list[str]
    """Landmarks whose lines are in another order."""


def text_changes(before: VisibleText, after: VisibleText) -> TextChanges:
    was, now = _by_landmark(before), _by_landmark(after)
    found = TextChanges([], [], [], [])
    for landmark in {**was, **now}:
        _compare(landmark, was.get(landmark, []), now.get(landmark, []), found)
    return found


def _by_landmark(text: VisibleText) -> dict[str, list[str]]:
    lines: dict[str, list[str]] = {}
    for part in text.landmarks:
        lines.setdefault(part.landmark, []).extend(part.lines)
    return lines


def _compare(landmark: str, before: list[str], after: list[str], found: TextChanges) -> None:
    gone, kept_before = _split(before, Counter(before) - Counter(after))
    new, kept_after = _split(after, Counter(after) - Counter(before))
    pairs = _pairs(gone, new)
    found.changed.extend(ChangedLine(landmark, old, line) for old, line in pairs)
    found.disappeared.extend(Line(landmark, line) for line in _without(gone, (old for old, _ in pairs)))
    found.appeared.extend(Line(landmark, line) for line in _without(new, (line for _, line in pairs)))
    if kept_before != kept_after:
        found.reordered.append(landmark)


def _split(lines: list[str], only_here: Counter[str]) -> tuple[list[str], list[str]]:
    """The lines that only this side has, and the others; of equal lines the last ones are those that only it has."""
    here: list[str] = []
    kept: list[str] = []
    for line in reversed(lines):
        (here if only_here[line] > 0 else kept).append(line)
        only_here[line] -= 1
    return here[::-1], kept[::-1]


def _pairs(gone: list[str], new: list[str]) -> list[tuple[str, str]]:
    """Lines with the same label; or all of them in order, if there are as many new ones as gone ones."""
    if len(gone) == len(new):
        return list(zip(gone, new, strict=True))
    waiting: dict[str, list[str]] = {}
    for line in new:
        waiting.setdefault(_label(line), []).append(line)
    return [(line, waiting[label].pop(0)) for line in gone if (label := _label(line)) and waiting.get(label)]


def _label(line: str) -> str:
    end = _LABEL_END.search(line)
    return line[: end.start()].strip() if end else ""


def _without(lines: list[str], taken: Iterable[str]) -> list[str]:
    return _split(lines, Counter(lines) - Counter(taken))[0]
