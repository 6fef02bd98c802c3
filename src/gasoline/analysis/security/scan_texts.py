"""Runs a search over many texts as if they were one: ten thousand short ones cost as much as a long one."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, islice
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from gasoline.model import limits

BLOCK_CHARS = 1 << 18
LONG_CHARS = 1 << 10  # a text of this length is worth a search of its own
SEPARATOR = "\n"


class HasText(Protocol):
    @property
    def text(self) -> str: ...


class Span(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def stop(self) -> int: ...


T = TypeVar("T", bound=HasText)
S = TypeVar("S", bound=Any)


def scan_texts(texts: Sequence[T], find: Callable[[str], Iterable[S]]) -> Iterator[tuple[T, S]]:
    """Each match with the text it is in, at its place there, the newest texts first. Of one text at most a hundred
    are told (v6, Limits), and of all so many that a page full of secrets cannot make the audit slow."""
    return islice(_scan(texts, find), limits.SECURITY_MATCHES_TOTAL)


def _scan(texts: Sequence[T], find: Callable[[str], Iterable[S]]) -> Iterator[tuple[T, S]]:
    for block in _blocks(texts):
        if len(block) == 1:
            yield from ((block[0], hit) for hit in islice(find(block[0].text), limits.SECURITY_MATCHES))
        else:
            yield from _scan_block(block, find)


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


def _scan_block(block: list[T], find: Callable[[str], Iterable[S]]) -> Iterator[tuple[T, S]]:
    starts = [0, *accumulate(len(text.text) + len(SEPARATOR) for text in block)]
    counts: dict[int, int] = {}
    for hit in find(SEPARATOR.join(text.text for text in block)):
        index = bisect_right(starts, hit.start) - 1
        counts[index] = counts.get(index, 0) + 1
        start, text = starts[index], block[index]
        stop = min(hit.stop - start, len(text.text))
        if counts[index] <= limits.SECURITY_MATCHES and hit.start - start < stop:
            yield text, replace(hit, start=hit.start - start, stop=stop)
