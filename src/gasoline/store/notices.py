"""The log of significant events: one sequence, from which every exit is fed."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gasoline.model import limits
from gasoline.model.notices import Notice
from gasoline.store.listeners import Listeners
from gasoline.store.repeats import Repeats


@dataclass(frozen=True)
class Numbered:
    """A notice and its place in the log."""

    seq: int
    notice: Notice
    at: float
    """When it happened, on the clock of the log."""


Listener = Callable[[Numbered], None]


class NoticeLog:
    """Keeps the newest, without repeats. Listeners hear of those, too: who came later has not heard the first."""

    def __init__(self, monotonic: Callable[[], float], wall_s: Callable[[], float] = time.time) -> None:
        # Beyond any number of an earlier server: who asks for what came after one of those gets all of ours.
        self.newest = int(wall_s() * 1000)
        self._monotonic = monotonic
        self._kept: deque[Numbered] = deque(maxlen=limits.NOTICES)
        self._repeats = Repeats()
        self._listeners: Listeners[Numbered] = Listeners()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    def add(self, notice: Notice) -> None:
        self.newest += 1
        numbered = Numbered(self.newest, notice, self._monotonic())
        if self._repeats.is_new(notice.key, numbered.at):
            self._kept.append(numbered)
        self._listeners.notify(numbered)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Calls back for every notice; returns the undo, which may be called twice."""
        return self._listeners.add(listener)

    def after(self, seq: int) -> list[Numbered]:
        """What is remembered of what came later, oldest first; all of it if the number is of an earlier log."""
        start = seq if seq <= self.newest else 0
        return [numbered for numbered in self._kept if numbered.seq > start]

    def until(self, seq: int) -> list[Numbered]:
        """What is remembered up to there, oldest first: what a reader that knows the number has been told."""
        return [numbered for numbered in self._kept if numbered.seq <= seq <= self.newest]

    def newest_first(self) -> Iterator[Numbered]:
        return reversed(self._kept)

    def clear(self) -> None:
        self._kept.clear()
