"""Secrets that show themselves: a vendor's prefix, a private key, a web token."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from gasoline.analysis.security import formats
from gasoline.analysis.security.formats.format import Format
from gasoline.analysis.security.hit import Hit
from gasoline.analysis.security.linear_patterns import compile_linear
from gasoline.analysis.security.verdict import LONGEST_WORD, Verdict, is_plain_word

ESCAPES = "nrtbf"  # in a JSON text a line break is a backslash and a letter
TOKEN_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
LOOSE = frozenset({"bearer-token", "basic-credentials"})
"""Formats whose prefix is an English word: the exits do not mask the word that follows in a sentence."""


# What may stand right before a secret: nothing of a word, or the end of an escape.
_EDGE = r"(?:\b|_|\\[nrtbf]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})"


def _any_of(literals: Iterable[str]) -> str:
    """The longest first: where one begins another, the longer is meant."""
    return "|".join(_even_quoted(_quoted(literal)) for literal in sorted(literals, key=len, reverse=True))


def _even_quoted(pattern: str) -> str:
    """In a regular expression that a script was given, dots and dollars have backslashes before them."""
    return pattern.replace("\\.", "\\\\*\\.").replace("\\$", "\\\\*\\$")


def _quoted(literal: str) -> str:
    return "".join(char if char.isalnum() or char in "_ :/-&=@" else f"\\{char}" for char in literal)


def _gate(row: Format) -> str:
    """A pattern that lets pass whatever may be of this format. What begins before its literal is only looked at there:
    an automaton that counts characters from every place on would be large."""
    if row.before:
        return _any_of(row.literals)
    whole = _even_quoted(row.pattern).replace("\\(", "\0").replace("(?:", "\1").replace("(", "(?:").replace("\1", "(?:")
    has_edge = row.stands_alone and all(literal[0].isalnum() for literal in row.literals)
    return (_EDGE if has_edge else "") + f"(?:{whole})".replace("\0", "\\(")


class FormatTable:
    """The formats, ready to be looked for: one pass over the text, then a closer look at the few places it names."""

    def __init__(self, rows: tuple[Format, ...]) -> None:
        literals = {literal for row in rows for literal in row.literals}
        self._gate = compile_linear("|".join(_gate(row) for row in rows))
        self._literals = re.compile(_any_of(literals))
        self._rows = {literal: _rows_for(literal, rows) for literal in literals}

    def find(self, text: str) -> Iterator[Hit]:
        """Left to right; a secret inside another is not told."""
        end = 0
        for gate in self._gate.finditer(text):
            literal = self._literals.search(text, max(end, gate.start()), gate.end())
            if literal is None:
                continue
            hit = self._first_hit(text, literal.start(), _bare(literal.group()))
            if hit is not None:
                end = hit.stop
                yield hit

    def _first_hit(self, text: str, start: int, literal: str) -> Hit | None:
        for row, pattern in self._rows[literal]:
            hit = _hit(text, start, literal, row, pattern)
            if hit is not None:
                return hit
        return None


def _rows_for(literal: str, rows: tuple[Format, ...]) -> list[tuple[Format, Any]]:
    """Those with this literal or with one that it begins with; the longer literal first."""
    mine = [
        (max(map(len, own)), row)
        for row in rows
        if (own := [known for known in row.literals if literal.startswith(known)])
    ]
    return [(row, compile_linear(_even_quoted(row.pattern))) for _, row in sorted(mine, key=lambda pair: -pair[0])]


def _hit(text: str, start: int, literal: str, row: Format, pattern: Any) -> Hit | None:
    if not row.before and not _begins_here(text, start, row):
        return None
    offset = max(0, start - row.before)
    window = text[offset : start + row.window]
    match = pattern.search(window) if row.before else pattern.match(window)
    if match is None or (row.before and not _begins_here(text, offset + match.start(), row)):
        return None
    first, last = match.span(1 if match.lastindex else 0)
    stop = _whole(text, offset + last, start + row.window)
    secret = text[offset + first : stop]
    verdict = _verdict(row, secret, literal)
    begin = offset + match.start()
    if (row.longest and len(_bare(text[begin:stop])) > row.longest) or text[begin - 1 : begin] in (*row.glue,):
        verdict = Verdict.NO
    if row.is_shapeless and verdict is Verdict.NO:
        return None
    hidden = not row.is_public and not (row.id in LOOSE and len(secret) <= LONGEST_WORD and is_plain_word(secret))
    return Hit(
        offset + first,
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
    """No letter or digit stands right before it, unless that is the end of an escape."""
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
