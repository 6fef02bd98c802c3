"""How many places of a text are looked at closely, so that no text can be made slow.

Ordinary text has few that look like the beginning of a secret. Where there are so many that somebody must have put them
there, what follows is not examined but hidden.
"""

from collections.abc import Callable, Iterator
from typing import Any

from gasoline.analysis.security.hit import Hit
from gasoline.analysis.security.verdict import Verdict

Candidate = tuple[int, Hit | None]
"""Where something that may be a secret begins, and what it is, if it is one."""

BURST = 800  # places in a text of any length
CHARS_FOR_EACH = 48  # and one more for so many characters before it
SECRET = 3  # places that a secret counts for: it has been judged in full
LONG_CHARS = 1_024  # of a secret: what is inside is not even looked for
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
            if goes_on := hit.stop - hit.start > LONG_CHARS:
                break


def bounded(places: Iterator[Candidate], text: str) -> Iterator[Hit]:
    """The hits; where there are too many places, the rest of the text as the last one."""
    seen = 0
    for start, hit in places:
        seen += SECRET if hit else 1
        if seen > BURST + start // CHARS_FOR_EACH:
            yield Hit(start, len(text), UNEXAMINED, "Not examined", Verdict.NO)
            return
        if hit is not None:
            yield hit
