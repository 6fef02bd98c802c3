"""Runs a search over many texts as if they were one: ten thousand short ones cost as much as a long one."""

from bisect import bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice
from typing import Any, Generic, Protocol, TypeVar

from msgspec.structs import replace

from gasoline.kernel.secrets.candidates import UNEXAMINED, Budget

MAX_SECURITY_CANDIDATES = 12_000  # places that look like a secret; after so many the audit leaves out the oldest texts

MAX_SECURITY_MATCHES = 100  # SEC-05: in one text
SECURITY_MATCHES_TOTAL = 6_000  # after so many the audit leaves out the rest, which are the oldest texts

BLOCK_CHARS = 1 << 16
LONG_CHARS = 1 << 10  # a text of this length is worth a search of its own
SEPARATOR = "\n"
OVERFULL_COST = 800  # in matches: so much more work is a text with too many places


class HasText(Protocol):
    @property
    def text(self) -> str: ...


T = TypeVar("T", bound=HasText)
Find = Callable[[str], Iterable[Any]]


@dataclass
class Scan(Generic[T]):
    """One search over texts. `hits` gives each match with the text it is in, at its place there, the newest texts
    first; afterwards the counts say what was not looked at.

    The search stops where a text has too many places that look like a secret. Of a block, only the text in which that
    happens is to blame: the others are searched again without it.
    """

    texts: Sequence[T]
    find: Find
    overfull: int = 0
    """Texts with more matches, or more places that look like one, than are examined."""
    skipped: int = 0
    """Texts that were not examined because so many others were overfull, or had so many places to look at."""
    budget: Budget = field(default_factory=lambda: Budget(MAX_SECURITY_CANDIDATES))
    """The number of candidates that `find` may examine in all texts together."""
    stop_if_cancelled: Callable[[], None] = lambda: None
    """Called before each search; raises if the call was canceled."""
    _effort: int = field(default=SECURITY_MATCHES_TOTAL, repr=False)

    def hits(self) -> Iterator[tuple[T, Any]]:
        for block in _blocks(self.texts):
            rest = block
            while rest and self._effort > 0 and not self.budget.is_spent:
                examined = yield from self._examine(rest)
                rest = rest[examined:]
            self.skipped += len(rest)

    def _examine(self, block: list[T]) -> Generator[tuple[T, Any], None, int]:
        """Yields what is found; returns how many of the texts were examined."""
        self.stop_if_cancelled()
        if len(block) == 1:
            yield from self._single(block[0])
            return 1
        starts = [0, *accumulate(len(text.text) + len(SEPARATOR) for text in block)]
        current = 0
        waiting: list[Any] = []
        for hit in self.find(SEPARATOR.join(text.text for text in block)):
            index = bisect_right(starts, hit.start) - 1
            if index != current:
                yield from self._placed(block[current], waiting, starts[current])
                current, waiting = index, []
            if hit.rule == UNEXAMINED and self.budget.is_spent:
                return index
            if hit.rule == UNEXAMINED:
                yield from self._single(block[index])
                return index + 1
            waiting.append(hit)
        yield from self._placed(block[current], waiting, starts[current])
        return len(block)

    def _single(self, text: T) -> Iterator[tuple[T, Any]]:
        yield from self._placed(text, list(islice(self.find(text.text), MAX_SECURITY_MATCHES + 1)), 0)

    def _placed(self, text: T, hits: list[Any], start: int) -> Iterator[tuple[T, Any]]:
        if len(hits) > MAX_SECURITY_MATCHES or any(hit.rule == UNEXAMINED for hit in hits):
            self.overfull += 1
            self._effort -= OVERFULL_COST
        self._effort -= len(hits)
        for hit in hits[:MAX_SECURITY_MATCHES]:
            stop = min(hit.stop - start, len(text.text))
            if hit.rule != UNEXAMINED and hit.start - start < stop:
                yield text, replace(hit, start=hit.start - start, stop=stop)


def _blocks(texts: Sequence[T]) -> Iterator[list[T]]:
    block: list[T] = []
    chars = 0
    for text in reversed(texts):
        if len(text.text) >= LONG_CHARS:
            yield [text]
            continue
        block.append(text)
        chars += len(text.text)
        if chars >= BLOCK_CHARS:
            yield block
            block, chars = [], 0
    if block:
        yield block
