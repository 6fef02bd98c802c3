"""Limits how many places of a text are examined, so that no text can make the search slow.

Ordinary text has few that look like the beginning of a secret. Where there are so many that they must have been put
there on purpose, the rest is not examined but hidden.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from gasoline.kernel.linear_regex import for_places
from gasoline.kernel.secrets.hit import Hit
from gasoline.kernel.secrets.verdict import Verdict

SECRET_PLACES_AT_ONCE = 800  # places of a text of any length that are looked at closely; what follows is hidden
CHARS_FOR_EACH_PLACE = 48  # and one more for so many characters before it; with 96, source maps are hidden
SECRET_PLACES = 3  # places that a secret counts for, as it has been judged in full
LONG_SECRET_CHARS = 1_024  # inside one that is longer, nothing is looked for
LONG_SECRET_BYTES = 64  # the same in an ASCII text, where a search can start again at once
SECURITY_HIT_COST = 4  # places that a secret counts for in a budget

MAX_SECURITY_CANDIDATES = 12_000  # places in many texts, for known formats as for names and shapes

Candidate = tuple[int, Hit | None]
"""The start of something that may be a secret, and the hit if it is one."""

UNEXAMINED = "unexamined"


@dataclass
class Budget:
    """How many places may still be looked at, over all texts of a search."""

    places: int

    @property
    def is_spent(self) -> bool:
        return self.places <= 0


def _full() -> Budget:
    return Budget(MAX_SECURITY_CANDIDATES)


@dataclass(frozen=True)
class Budgets:
    """Known formats have their own, so that texts full of names do not hide a vendor's key in another text."""

    names: Budget = field(default_factory=_full)
    """For shapes, too."""
    formats: Budget = field(default_factory=_full)

    @property
    def is_spent(self) -> bool:
        return self.names.is_spent or self.formats.is_spent


def candidates(pattern: Any, text: str, judge: Callable[[Any], Hit | None]) -> Iterator[Candidate]:
    """Each match with its verdict, without those inside a hit. `judge` gets only the positions of a match."""
    searched = for_places(text)
    long = LONG_SECRET_CHARS if searched is text else LONG_SECRET_BYTES
    end, goes_on = 0, True
    while goes_on:
        goes_on = False
        for match in pattern.finditer(searched, end):
            if match.start() < end:
                continue
            hit = judge(match)
            yield match.start(), hit
            if hit is None:
                continue
            end = hit.stop
            if goes_on := hit.stop - hit.start > long:
                break


def bounded(places: Iterator[Candidate], text: str, budget: Budget | None = None) -> Iterator[Hit]:
    """The hits; where there are too many places, or the budget is spent, the rest of the text as the last one."""
    seen = 0
    for start, hit in places:
        seen += SECRET_PLACES if hit else 1
        is_spent = budget is not None and budget.is_spent
        if is_spent or seen > SECRET_PLACES_AT_ONCE + start // CHARS_FOR_EACH_PLACE:
            yield Hit(start, len(text), UNEXAMINED, "Not examined", Verdict.NO)
            return
        if budget is not None:
            budget.places -= SECURITY_HIT_COST if hit else 1
        if hit is not None:
            yield hit
