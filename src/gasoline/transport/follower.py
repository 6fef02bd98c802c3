"""Readers of the log of significant events: each gets everything once, unless it falls too far behind."""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from gasoline.model import limits
from gasoline.store.notices import NoticeLog, Numbered
from gasoline.store.repeats import Repeats

BEHIND = f"more than {limits.EVENT_BACKLOG} events behind: read faster, and resume with Last-Event-ID"
STOPPED = "the server stops"


class Follower:
    """What one reader has not read yet."""

    def __init__(self) -> None:
        self.reason = ""
        """Why it is told to go; empty while it may stay."""
        self._waiting: deque[Numbered] = deque()
        self._room = limits.EVENT_BACKLOG
        self._repeats = Repeats()
        self._changed = asyncio.Event()

    @property
    def has_ended(self) -> bool:
        """Told to go, and nothing is left for it."""
        return bool(self.reason) and not self._waiting

    def knows(self, numbered: Numbered) -> None:
        """It was told of it before it came back: its repeat is one."""
        self._repeats.is_new(numbered.notice.key, numbered.at)

    def catches_up(self, numbered: Numbered) -> None:
        """It has missed it: for that there is room beside what comes, or nobody who missed much could come back."""
        self._room += 1
        self.take(numbered)

    def take(self, numbered: Numbered) -> None:
        if self.reason or not self._repeats.is_new(numbered.notice.key, numbered.at):
            return
        if len(self._waiting) >= self._room:
            self._waiting.clear()
            self.end(BEHIND)
            return
        self._waiting.append(numbered)
        self._changed.set()

    def end(self, reason: str) -> None:
        self.reason = self.reason or reason
        self._changed.set()

    async def next(self, wait_s: float) -> Numbered | None:
        """The next event; None if there was none for so long, or if the reader shall go."""
        if not self._waiting and not self.reason:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), wait_s)
            except TimeoutError:
                return None
        return self._waiting.popleft() if self._waiting else None


class Followers:
    """Every reader there is."""

    def __init__(self, log: NoticeLog) -> None:
        self._log = log
        self._open: set[Follower] = set()

    @property
    def is_full(self) -> bool:
        return len(self._open) >= limits.EVENT_READERS

    @contextmanager
    def open(self, after: int | None = None) -> Iterator[Follower]:
        """A reader of what comes from now on, or of everything after an event that it knows."""
        follower = Follower()
        if after is not None:
            for numbered in self._log.until(after):
                follower.knows(numbered)
            for numbered in self._log.after(after):
                follower.catches_up(numbered)
        undo = self._log.listen(follower.take)
        self._open.add(follower)
        try:
            yield follower
        finally:
            undo()
            self._open.discard(follower)

    def close(self) -> None:
        """The server stops."""
        for follower in list(self._open):
            follower.end(STOPPED)
