"""Secrets behind a name in a text that is encoded again, for an address (`%22token%22%3A`) or for markup (`&quot;`).

The marks of such passages are decoded, the names are looked for in what results, and the places are counted back.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import replace

from gasoline.kernel.linear_regex import compile_linear
from gasoline.kernel.secrets.by_name import named_candidates
from gasoline.kernel.secrets.candidates import Budget, Candidate, bounded
from gasoline.kernel.secrets.hit import Hit

PASSAGES_APART = "\n"
ADDRESS_MARKS = {
    **{"3d": "=", "3a": ":", "22": '"', "27": "'", "26": "&", "2c": ",", "3b": ";", "3f": "?", "23": "#", "2f": "/"},
    **{"20": " ", "7b": "{", "7d": "}", "5b": "[", "5d": "]", "5c": "\\", "0a": "\n", "0d": "\r", "3c": "<", "3e": ">"},
}
MARKUP_MARKS = {
    **{"quot": '"', "apos": "'", "lt": "<", "gt": ">", "amp": "&"},
    **{"#34": '"', "#39": "'", "#x22": '"', "#x27": "'", "#61": "=", "#x3d": "="},
}
MARKS = ADDRESS_MARKS | MARKUP_MARKS
_IN_ADDRESS, _IN_MARKUP = "|".join(ADDRESS_MARKS), "|".join(MARKUP_MARKS)
_SIGN = r"(?i:%(?:25)*(?:3d|3a|22|27)|&(?:amp;)*(?:quot|apos|#34|#39|#x22|#x27|#61|#x3d);)"
"""What makes a name or its value: without one, a text has nothing to decode."""


class Decoded(NamedTuple):
    """A text made of encoded passages, and where each of its pieces stands in the original."""

    text: str
    starts: list[int]
    originals: list[int]

    def original(self, place: int) -> int:
        index = bisect_right(self.starts, place) - 1
        return self.originals[index] + place - self.starts[index]


@cache
def _passage() -> Any:
    return compile_linear(rf"[^\r\n\"\\]*{_SIGN}[^\r\n\"\\]*")


@cache
def _mark() -> Any:
    return compile_linear(rf"(?i)%(?:25)*({_IN_ADDRESS})\+?|&(?:amp;)*({_IN_MARKUP});")


@cache
def _sign() -> Any:
    return compile_linear(_SIGN)


def encoded_places(searched: str | bytes) -> Iterator[Any]:
    return iter(_sign().finditer(searched))


def find_encoded(text: str, budget: Budget | None = None) -> Iterator[Hit]:
    """Left to right; only what `find_named` does not see, because a mark before the value is encoded."""
    return bounded(_candidates(text), text, budget)


def _candidates(text: str) -> Iterator[Candidate]:
    decoded = _decode(text)
    if decoded is None:
        return
    for start, hit in named_candidates(decoded.text, in_json=False):
        yield decoded.original(start), _placed(hit, start, decoded) if hit else None


def _decode(text: str) -> Decoded | None:
    parts: list[str] = []
    starts: list[int] = []
    originals: list[int] = []
    length = 0
    for passage in _passage().finditer(text):
        for piece, at in chain(_pieces(passage.group(), passage.start()), [(PASSAGES_APART, passage.end())]):
            parts.append(piece)
            starts.append(length)
            originals.append(at)
            length += len(piece)
    return Decoded("".join(parts), starts, originals) if parts else None


def _pieces(passage: str, start: int) -> Iterator[tuple[str, int]]:
    end = 0
    for mark in _mark().finditer(passage):
        if mark.start() > end:
            yield passage[end : mark.start()], start + end
        yield MARKS[(mark.group(1) or mark.group(2)).lower()], start + mark.start()
        end = mark.end()
    if end < len(passage):
        yield passage[end:], start + end


def _placed(hit: Hit, name_start: int, decoded: Decoded) -> Hit | None:
    start, stop = decoded.original(hit.start), decoded.original(hit.stop)
    is_encoded = start - decoded.original(name_start) != hit.start - name_start
    return replace(hit, start=start, stop=stop, quote="") if is_encoded else None
