"""Secrets that show themselves: a vendor's prefix, a private key, a web token."""

import heapq
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any

from gasoline.kernel.linear_regex import compile_linear
from gasoline.kernel.secrets import formats
from gasoline.kernel.secrets.candidates import Budget, Candidate, bounded, candidates
from gasoline.kernel.secrets.formats.format import Format
from gasoline.kernel.secrets.hit import Hit
from gasoline.kernel.secrets.key_lines import find_key_lines
from gasoline.kernel.secrets.verdict import LONGEST_WORD, Verdict, is_plain_word

ESCAPES = "nrtbf"  # in a JSON text a line break is a backslash and a letter
TOKEN_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
SEARCHED_GROUP = 1  # the group around the pattern of a format that is searched for
JUDGED_CHARS = 1_024  # of a secret: more make no verdict surer
COMMON = frozenset({"eyJ", "://"})  # literals that ordinary texts have: these are asked for one by one
LOOSE = frozenset({"bearer-token", "basic-credentials"})
"""Formats whose prefix is an English word: the exits do not mask the word that follows in a sentence."""


# What may stand right before a secret: nothing of a word, or the end of an escape.
_EDGE = r"(?:\b|_|\\[nrtbf]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})"


def _any_of(literals: Iterable[str]) -> str:
    """The longest first: where one begins another, the longer is meant."""
    return "|".join(_even_quoted(_quoted(literal)) for literal in sorted(literals, key=len, reverse=True))


def _even_quoted(pattern: str) -> str:
    """Also matches dots and dollars with backslashes before them, as in the source of a regular expression."""
    return pattern.replace("\\.", "\\\\*\\.").replace("\\$", "\\\\*\\$")


def _quoted(literal: str) -> str:
    return "".join(char if char.isalnum() or char in "_ :/-&=@" else f"\\{char}" for char in literal)


class FormatTable:
    """The formats, ready to be looked for.

    No automaton over the whole text counts characters: one that counts from every place on is as large as a hostile
    text makes it. One pass finds the prefixes, and a window behind each is looked at. What stands in the middle of its
    secret, and what a window cannot hold, is looked for by itself, in texts that have its literal at all.
    """

    def __init__(self, rows: tuple[Format, ...]) -> None:
        by_prefix = tuple(row for row in rows if not row.before and not row.is_searched)
        literals = {literal for row in by_prefix for literal in row.literals}
        self._prefixes = compile_linear(_any_of(literals))
        self._rows = {literal: _rows_for(literal, by_prefix) for literal in literals}
        self._inner = [(row, _windowed(row)) for row in rows if row.before and not row.is_searched]
        self._searched = [(row, _over_text(row)) for row in rows if row.is_searched]
        by_itself = {literal for row in rows if row.before or row.is_searched for literal in row.literals}
        self._rare = compile_linear(_any_of(by_itself - COMMON))
        self._common = [(row, pattern) for row, pattern in self._searched if not COMMON.isdisjoint(row.literals)]

    def find(self, text: str, budget: Budget | None = None) -> Iterator[Hit]:
        """Left to right; a secret inside another is not reported."""
        end = 0
        for hit in heapq.merge(*self._ways(text, budget), key=_first_and_longest):
            if hit.start >= end:
                end = hit.stop
                yield hit

    def places(self, searched: str | bytes) -> Iterator[Any]:
        """Where a secret of these formats may stand."""
        patterns = (self._prefixes, self._rare, *(pattern for _, pattern in self._common))
        return chain.from_iterable(pattern.finditer(searched) for pattern in patterns)

    def _ways(self, text: str, budget: Budget | None) -> Iterator[Iterator[Hit]]:
        """If two find the same, the first match wins: `Bearer` before a token says more than the token."""
        has_rare = self._rare.search(text) is not None  # most texts have none
        for row, pattern in self._searched if has_rare else self._common:
            if _may_have(text, row):
                yield bounded(_by_search(text, row, pattern), text, budget)
        for row, pattern in self._inner if has_rare else ():
            if _may_have(text, row):
                yield bounded(_by_inner(text, row, pattern), text, budget)
        if has_rare:
            yield bounded(find_key_lines(text), text, budget)
        yield bounded(self._by_prefix(text), text, budget)

    def _by_prefix(self, text: str) -> Iterator[Candidate]:
        return candidates(self._prefixes, text, lambda prefix: self._first_hit(text, prefix.start(), prefix.end()))

    def _first_hit(self, text: str, start: int, stop: int) -> Hit | None:
        literal = _bare(text[start:stop])
        for row, pattern in self._rows[literal]:
            match = pattern.match(text, start, start + row.window) if _begins_here(text, start, row) else None
            if match is not None and (hit := _hit(text, match, literal, row)):
                return hit
        return None


def _may_have(text: str, row: Format) -> bool:
    return any(literal in text for literal in row.literals)


def _rows_for(literal: str, rows: tuple[Format, ...]) -> list[tuple[Format, re.Pattern[str]]]:
    """The formats with this literal or with a prefix of it, the longer literal first."""
    mine = [
        (max(map(len, own)), row)
        for row in rows
        if (own := [known for known in row.literals if literal.startswith(known)])
    ]
    return [(row, _windowed(row)) for _, row in sorted(mine, key=lambda pair: -pair[0])]


def _windowed(row: Format) -> re.Pattern[str]:
    """Uses `re`, which is as safe for a few hundred characters and compiles faster."""
    return re.compile(_even_quoted(row.pattern), re.ASCII)


def _over_text(row: Format) -> Any:
    has_edge = row.stands_alone and not row.before and all(literal[0].isalnum() for literal in row.literals)
    return compile_linear((_EDGE if has_edge else "") + f"({_even_quoted(row.pattern)})")


def _by_inner(text: str, row: Format, pattern: re.Pattern[str]) -> Iterator[Candidate]:
    [literal] = row.literals
    at = text.find(literal)
    while at >= 0:
        match = pattern.search(text, max(0, at - row.before), at + row.window)
        hit = _hit(text, match, literal, row) if match and _begins_here(text, match.start(), row) else None
        yield at, hit
        at = text.find(literal, hit.stop if hit else at + 1)


def _by_search(text: str, row: Format, pattern: Any) -> Iterator[Candidate]:
    return candidates(pattern, text, lambda match: _found(text, match, row))


def _found(text: str, match: Any, row: Format) -> Hit | None:
    start = match.start(SEARCHED_GROUP)
    if not _begins_here(text, start, row) or (row.near and not _has_word_before(text, start, row)):
        return None
    return _hit(text, match, row.literals[0], row)


def _has_word_before(text: str, start: int, row: Format) -> bool:
    [line] = text[max(0, start - row.near) : start].splitlines()[-1:] or [""]
    return any(literal in line for literal in row.literals)


def _first_and_longest(hit: Hit) -> tuple[int, int]:
    return hit.start, -hit.stop


def _hit(text: str, match: Any, literal: str, row: Format) -> Hit | None:
    first, last = match.span(match.re.groups)
    begin = match.start(SEARCHED_GROUP) if row.is_searched else match.start()
    stop = last if row.is_searched else _whole(text, last, match.endpos)
    secret = text[first:stop]
    is_part = (row.longest and len(_bare(text[begin:stop])) > row.longest) or text[begin - 1 : begin] in (*row.glue,)
    verdict = Verdict.NO if is_part else _verdict(row, secret[:JUDGED_CHARS], literal)
    if row.is_shapeless and verdict is Verdict.NO:
        return None
    hidden = not row.is_public and not (row.id in LOOSE and len(secret) <= LONGEST_WORD and is_plain_word(secret))
    return Hit(
        first,
        stop,
        row.id,
        row.name,
        verdict,
        row.severity,
        is_public=row.is_public,
        is_hidden=hidden,
        advice=row.advice,
    )


def _verdict(row: Format, secret: str, literal: str) -> Verdict:
    secret = _bare(secret)
    body = secret[len(literal) :] if secret.startswith(literal) else secret
    return row.check(body)


def _bare(text: str) -> str:
    return text.replace("\\", "")


def _begins_here(text: str, start: int, row: Format) -> bool:
    """Whether no letter or digit stands right before it, except the end of an escape."""
    before = text[start - 1 : start]
    if not row.stands_alone or not (before.isascii() and before.isalnum()):
        return True
    if before in ESCAPES and text[start - 2 : start - 1] == "\\":
        return True
    return text[start - 3 : start - 2] == "%" or text[max(0, start - 6) : start - 4] == "\\u"


def _whole(text: str, stop: int, window_end: int) -> int:
    """A token that goes on beyond the window ends where its characters end."""
    if stop < window_end:
        return stop
    while stop < len(text) and text[stop] in TOKEN_CHARS:
        stop += 1
    return stop


@cache
def table() -> FormatTable:
    """Built when first asked for: compiling takes a moment."""
    return FormatTable(formats.ALL)
