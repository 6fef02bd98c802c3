"""Every piece of personal data in a text: e-mail addresses, social security, card and phone numbers."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import count
from typing import Any, Literal

import msgspec

from gasoline.analysis.security.pii import card, email, phone, ssn
from gasoline.kernel.linear_regex import compile_linear, for_places

PiiKind = Literal["email", "ssn", "credit_card", "phone"]

# The more particular first: where two patterns match, the first that is sure wins.
KINDS: tuple[tuple[PiiKind, str, Callable[[str], bool]], ...] = (
    ("email", email.PATTERN, email.is_email),
    ("ssn", ssn.PATTERN, ssn.is_ssn),
    ("credit_card", card.PATTERN, card.is_card),
    ("phone", phone.PATTERN, phone.is_phone),
)
WORD_CHARS = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
JOINTS = frozenset("-.:/,+=#$£€%")
ALWAYS_JOINED = frozenset("$£€%#/+")
FIELD_ENDS = frozenset(",:=;")
"""Separators of fields in CSV, forms and settings."""


class PiiHit(msgspec.Struct, frozen=True):
    kind: PiiKind
    start: int
    stop: int

    @property
    def rule(self) -> str:
        return self.kind


@cache
def _gate() -> Any:
    return compile_linear("|".join(pattern for _, pattern, _ in KINDS))


_PATTERNS = [(kind, re.compile(pattern, re.ASCII), check) for kind, pattern, check in KINDS]


def pii_places(text: str) -> Iterator[tuple[int, int]]:
    """Where `find_pii` would look closely: in a text that has no such place it finds nothing."""
    return (gate.span() for gate in _gate().finditer(for_places(text)))


def find_pii(text: str, tries: Iterable[int] | None = None) -> Iterator[PiiHit]:
    """Left to right, without overlaps. `tries` bounds how many numbers are looked at, over several texts if it is an
    iterator that they share."""
    end = 0
    for gate, _ in zip(_gate().finditer(for_places(text)), tries or count(), strict=False):
        start = gate.start()
        hit = _hit(text, start) if start >= end else None
        if hit is not None:
            end = hit.stop
            yield hit


def _hit(text: str, start: int) -> PiiHit | None:
    for kind, pattern, check in _PATTERNS:
        match = pattern.match(text, start)
        if match is None or not check(match.group()):
            continue
        if kind == "email" or _stands_free(text, start, match.end()):
            return PiiHit(kind, start, match.end())
    return None


def _stands_free(text: str, start: int, stop: int) -> bool:
    """A number inside a longer number, a word or an id is not one by itself."""
    before, after = text[start - 1 : start], text[stop : stop + 1]
    if before in WORD_CHARS or after in WORD_CHARS:
        return False
    is_marked = text[start] in "+("  # nothing that is joined to it makes it another number
    if not is_marked and _is_joint(before, text[start - 2 : start - 1]):
        return False
    return not _is_joint(after, text[stop + 1 : stop + 2])


def _is_joint(mark: str, beyond: str) -> bool:
    """`12-` and `/34` go on; a full stop before a space ends a sentence, a comma or a colon before a word a field."""
    if mark == "" or mark not in JOINTS or beyond == "":
        return False
    if mark in FIELD_ENDS:
        return False
    return beyond in WORD_CHARS or mark in ALWAYS_JOINED
