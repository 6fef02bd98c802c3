"""Output on its way from the command to the parser. It never makes the command wait: old output is dropped instead."""

import threading
from collections import deque
from typing import NamedTuple

from gasoline.model.units import MIB

SERVER_FEED_BYTES = 1 * MIB  # output that waits to be parsed; older output is dropped and counted


class Chunk(NamedTuple):
    stream: str
    at: float
    data: bytes


class OutputFeed:
    """One thread puts, another takes; `deque` makes both safe without a lock."""

    def __init__(self) -> None:
        self.dropped_lines = 0
        self.total = 0
        """All bytes so far, dropped ones included."""
        self._chunks: deque[Chunk] = deque()
        self._waiting = 0
        self._has_output = threading.Event()

    def put(self, chunk: Chunk) -> None:
        self.total += len(chunk.data)
        self._waiting += len(chunk.data)
        self._chunks.append(chunk)
        self.drop_all_but(SERVER_FEED_BYTES)
        if not self._has_output.is_set():
            self._has_output.set()

    def wait(self, seconds: float | None) -> bool:
        """Whether there is output; after the time, if there is none."""
        return self._has_output.wait(seconds)

    def wake(self) -> None:
        self._has_output.set()

    def take(self, max_bytes: int) -> list[Chunk]:
        """The oldest chunks; at least one if there is any."""
        self._has_output.clear()
        taken: list[Chunk] = []
        size = 0
        while size < max_bytes and (chunk := self._pop()):
            taken.append(chunk)
            size += len(chunk.data)
        if self._chunks:
            self._has_output.set()
        return taken

    def _pop(self) -> Chunk | None:
        try:
            chunk = self._chunks.popleft()
        except IndexError:
            return None
        self._waiting -= len(chunk.data)
        return chunk

    def drop_all_but(self, max_bytes: int) -> None:
        while self._waiting > max_bytes and (chunk := self._pop()):
            self.dropped_lines += chunk.data.count(b"\n")
