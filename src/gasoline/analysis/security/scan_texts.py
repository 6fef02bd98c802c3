"""Runs a search over many texts: one pass over short texts together tells which of them are worth a search."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any, Generic, Protocol, TypeVar

from gasoline.kernel.secrets.candidates import UNEXAMINED

MAX_SECURITY_MATCHES = 100  # SEC-05: in one text

BLOCK_CHARS = 1 << 16
LONG_CHARS = 1 << 10  # a text of this length is searched without a look at whether that is worth it
SEPARATOR = "\n"  # a place of a search does not change where its text begins or ends beside one


class HasText(Protocol):
    @property
    def text(self) -> str: ...


T = TypeVar("T", bound=HasText)
Places = Callable[[str], Iterable[tuple[int, int]]]
"""Where a search looks closely: it finds nothing in a text that has no such place."""


@dataclass
class Scan(Generic[T]):
    """One search over texts. `hits` gives each match with the text that it is in, the newest texts first; afterwards
    the count says how many texts were searched only in part.

    Each text is searched by itself, so what is found in it does not depend on the texts beside it.
    """

    texts: Sequence[T]
    find: Callable[[str], Iterable[Any]]
    """Of the matches, the first `MAX_SECURITY_MATCHES` count."""
    places: Places
    partly_searched: int = 0
    """Texts with more matches, or more places that look like one, than are examined."""
    stop_if_cancelled: Callable[[], None] = lambda: None
    """Called before each search; raises if the call was canceled."""

    def hits(self) -> Iterator[tuple[T, Any]]:
        for block in _blocks(self.texts):
            self.stop_if_cancelled()
            for text in block if len(block) == 1 else self._worth_searching(block):
                self.stop_if_cancelled()
                yield from self._search(text)

    def _worth_searching(self, block: list[T]) -> Iterator[T]:
        """Those with a place to look at. A place over several texts, as with a line break in it, counts for each."""
        starts = [0, *accumulate(len(text.text) + len(SEPARATOR) for text in block)]
        joined = SEPARATOR.join(text.text for text in block)
        wanted: set[int] = set()
        for start, stop in self.places(joined):
            wanted.update(range(bisect_right(starts, start) - 1, bisect_right(starts, max(start, stop - 1))))
        return (text for index, text in enumerate(block) if index in wanted)

    def _search(self, text: T) -> Iterator[tuple[T, Any]]:
        hits = list(islice(self.find(text.text), MAX_SECURITY_MATCHES + 1))
        if len(hits) > MAX_SECURITY_MATCHES or any(hit.rule == UNEXAMINED for hit in hits):
            self.partly_searched += 1
        for hit in hits[:MAX_SECURITY_MATCHES]:
            if hit.rule != UNEXAMINED:
                yield text, hit


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
