"""A text answer: a first line, entries that are shown complete or not at all, and how to get more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

SEPARATOR = " · "
LEFT_OUT = "{} more lines were left out to keep this answer short: ask for a part of it, or use output=json"

PLAIN, CODE_COMMENT, HTML_COMMENT = "{}", "// {}", "<!-- {} -->"


@dataclass(frozen=True)
class View:
    """What a renderer gets: the answer's data with its secrets masked, and what it needs beside it."""

    data: Any
    """The data of the JSON answer."""
    facts: Any = None
    """What the capability passed on for its text only, masked like the data."""
    params: Any = None
    seqs: Sequence[int] = ()
    """The sequence number of each item of a list."""
    matching: int = 0
    """How many entries match the question, shown or not."""
    origins: dict[str, int] = field(default_factory=dict)
    """How many of the matching entries each site has."""
    note: str = ""
    """Why there is nothing, or what to know about the answer."""


@dataclass(frozen=True)
class Document:
    headline: str | Callable[[int], str]
    """The first line; a list's depends on how many entries fit."""
    entries: Sequence[str] = ()
    """A line, or a line with indented ones below it. What does not fit is left out from the end."""
    more: Sequence[str] = ()
    """Calls that show more of this."""
    next_step: str = ""
    """The call that the answer leads to, where it is a step of several."""
    items: int | None = None
    """How many items of the list the entries stand for, where several may be folded into one."""
    counts: Sequence[int] = ()
    """How many items each entry stands for, where that is known."""
    comment: str = PLAIN
    """How our sentences are written below it."""

    def items_in(self, shown: int) -> int:
        if self.counts:
            return sum(self.counts[:shown])
        return shown if self.items is None or shown < len(self.entries) else self.items

    def first_line(self, shown: int) -> str:
        return _headline(self, self.items_in(shown))


def assemble(document: Document, tail: Sequence[str], older: Callable[[int], str], room: int) -> str:
    """The answer as text. `tail`: our sentences below the entries; `older(shown)`: how to list what is left out."""
    shown = _fitting(document, tail, room)
    left_out = len(document.entries) - shown
    more = [*document.more, older(document.items_in(shown)) or (LEFT_OUT.format(left_out) if left_out else "")]
    listed = SEPARATOR.join(part for part in more if part)
    closing = [
        *map(document.comment.format, tail),
        f"more: {listed}" if listed else "",
        f"next: {document.next_step}" if document.next_step else "",
    ]
    blocks = [document.first_line(shown), _lines(document.entries[:shown]), _lines(closing)]
    return "\n\n".join(block for block in blocks if block)


def with_mark(document: Document, mark: str) -> Document:
    """The document with our first line; in code it is a comment, but not in a report, which people read."""
    if not mark:
        return document
    first = document.comment.format(mark) if document.comment == CODE_COMMENT else mark
    return replace(document, headline=lambda shown: f"{first}\n{_headline(document, shown)}")


def _headline(document: Document, items: int) -> str:
    return document.headline if isinstance(document.headline, str) else document.headline(items)


def _lines(parts: Sequence[str]) -> str:
    return "\n".join(part for part in parts if part)


def _fitting(document: Document, tail: Sequence[str], room: int) -> int:
    left = (
        room
        - len(document.first_line(len(document.entries)))
        - sum(map(len, [*tail, *document.more, document.next_step]))
    )
    left -= RESERVED
    for shown, entry in enumerate(document.entries):
        left -= len(entry) + 1
        if left < 0:
            return shown
    return len(document.entries)


RESERVED = 200
"""Separators, and the words that say how to list the rest."""
