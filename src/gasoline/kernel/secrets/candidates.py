"""How many places of a text are looked at closely, so that no text can be made slow.

Ordinary text has few that look like the beginning of a secret. Where there are so many that somebody must have put them
there, what follows is not examined but hidden.
"""

from collections.abc import Callable, Iterator
from typing import Any

from gasoline.kernel.secrets.hit import Hit
from gasoline.kernel.secrets.verdict import Verdict
from gasoline.model import limits

Candidate = tuple[int, Hit | None]
"""Where something that may be a secret begins, and what it is, if it is one."""

UNEXAMINED = "unexamined"


def candidates(pattern: Any, text: str, judge: Callable[[Any], Hit | None]) -> Iterator[Candidate]:
    """Each match and what it is judged to be, without those inside a hit."""
    end, goes_on = 0, True
    while goes_on:
        goes_on = False
        for match in pattern.finditer(text, end):
            if match.start() < end:
                continue
            hit = judge(match)
            yield match.start(), hit
            if hit is None:
                continue
            end = hit.stop
            if goes_on := hit.stop - hit.start > limits.LONG_SECRET_CHARS:
                break


def bounded(places: Iterator[Candidate], text: str) -> Iterator[Hit]:
    """The hits; where there are too many places, the rest of the text as the last one."""
    seen = 0
    for start, hit in places:
        seen += limits.SECRET_PLACES if hit else 1
        if seen > limits.SECRET_PLACES_AT_ONCE + start // limits.CHARS_FOR_EACH_PLACE:
            yield Hit(start, len(text), UNEXAMINED, "Not examined", Verdict.NO)
            return
        if hit is not None:
            yield hit
