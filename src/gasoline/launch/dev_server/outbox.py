"""Entries until the daemon has confirmed them: bounded, numbered in batches, each sent once."""

import json
import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from gasoline.model.server_bounds import SERVER_LOGS, SERVER_LOGS_BYTES
from gasoline.model.units import KIB

SERVER_BATCH_ENTRIES = 200  # entries in one message to the daemon
SERVER_BATCH_CHARS = 256 * KIB  # characters of these


class Outbox:
    """The newest entries. A batch stays the same until it is confirmed, so that the daemon recognizes a repeat."""

    def __init__(self, on_entries: Callable[[], None] = lambda: None) -> None:
        self.dropped = 0
        self.on_entries = on_entries
        self._lock = threading.Lock()
        self._waiting: deque[str] = deque()
        self._chars = 0
        self._batch: list[str] = []
        self._seq = 0

    def __len__(self) -> int:
        return len(self._waiting) + len(self._batch)

    def add(self, entries: Iterable[dict[str, Any]]) -> None:
        texts = [_well_formed(json.dumps(entry, ensure_ascii=False)) for entry in entries]
        if not texts:
            return
        with self._lock:
            for text in texts:
                self._waiting.append(text)
                self._chars += len(text)
            while len(self._waiting) > SERVER_LOGS or self._chars > SERVER_LOGS_BYTES:
                self._chars -= len(self._waiting.popleft())
                self.dropped += 1
        self.on_entries()

    def batch(self) -> tuple[int, list[str]] | None:
        """The batch to send now: the one that is not confirmed, or the next."""
        with self._lock:
            if not self._batch:
                self._take_next()
            return (self._seq, self._batch) if self._batch else None

    def confirm(self, seq: int) -> None:
        with self._lock:
            if seq == self._seq:
                self._batch = []

    def _take_next(self) -> None:
        chars = 0
        while self._waiting and len(self._batch) < SERVER_BATCH_ENTRIES and chars < SERVER_BATCH_CHARS:
            text = self._waiting.popleft()
            self._chars -= len(text)
            chars += len(text)
            self._batch.append(text)
        self._seq += bool(self._batch)


def _well_formed(text: str) -> str:
    """Half a surrogate pair, as from a truncated emoji in a JSON log line, would make the whole batch unreadable."""
    return text.encode("utf-8", "replace").decode()
