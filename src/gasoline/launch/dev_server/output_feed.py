"""Output on its way from the command to the parser. It never makes the command wait: output is dropped instead."""

import threading
import time
from collections import deque
from typing import NamedTuple

from gasoline.model.units import KIB, MIB

SERVER_FEED_BYTES = 1 * MIB  # output that waits to be parsed; older output is dropped and counted
SERVER_FEED_ERROR_BYTES = 256 * KIB  # dropped output that is kept all the same, because it looks like an error

ERROR_SIGNS = (b"Error", b"ERROR", b"Traceback", b"panic")


class Chunk(NamedTuple):
    stream: str
    at: float
    data: bytes
    follows_gap: bool = False
    """Whether output of the stream was dropped before it, so that it may begin inside a line."""


class OutputFeed:
    """Keeps the first output, the newest, and what looks like an error; counts the rest. Two threads may use it."""

    def __init__(self) -> None:
        self.dropped_lines = 0
        self._lock = threading.Lock()
        self._chunks: deque[Chunk] = deque()
        self._waiting = 0
        self._errors: deque[Chunk] = deque()
        self._error_bytes = 0
        self._gaps: set[str] = set()
        """Streams of which the chunk before the oldest one was dropped."""
        self._skipped: set[str] = set()
        """Streams of which output was skipped after the newest chunk."""
        self._newest = b""

    def put(self, stream: str, data: bytes) -> None:
        with self._lock:
            self._newest = data
            self._chunks.append(Chunk(stream, time.time(), data, follows_gap=stream in self._skipped))
            self._skipped.discard(stream)
            self._waiting += len(data)
            self._drop_all_but(SERVER_FEED_BYTES)

    def skip(self, stream: str, size: int) -> None:
        """Counts output that was not read, estimated from the length of earlier lines."""
        with self._lock:
            lines = self._newest.count(b"\n")
            self.dropped_lines += max(1, size * lines // max(1, len(self._newest)))
            self._skipped.add(stream)

    def pop(self) -> Chunk | None:
        """The oldest chunk."""
        with self._lock:
            if self._errors:
                chunk = self._errors.popleft()
                self._error_bytes -= len(chunk.data)
                return chunk
            return self._pop_oldest() if self._chunks else None

    def drop_all_but(self, max_bytes: int) -> None:
        with self._lock:
            self._drop_all_but(max_bytes)

    def _pop_oldest(self) -> Chunk:
        chunk = self._chunks.popleft()
        self._waiting -= len(chunk.data)
        follows_gap = chunk.follows_gap or chunk.stream in self._gaps
        self._gaps.discard(chunk.stream)
        return chunk._replace(follows_gap=follows_gap)

    def _drop_all_but(self, max_bytes: int) -> None:
        while self._waiting > max_bytes:
            chunk = self._pop_oldest()
            if self._has_room_for(chunk) and any(sign in chunk.data for sign in ERROR_SIGNS):
                self._errors.append(chunk)
                self._error_bytes += len(chunk.data)
            else:
                self._gaps.add(chunk.stream)
                self.dropped_lines += chunk.data.count(b"\n")

    def _has_room_for(self, chunk: Chunk) -> bool:
        return self._error_bytes + len(chunk.data) <= SERVER_FEED_ERROR_BYTES
