"""Readers of the log of significant events: each gets every event once, unless it falls too far behind."""

from collections.abc import Iterator
from contextlib import contextmanager

from gasoline.kernel.backlog import Backlog
from gasoline.store.notice_log import NoticeLog, Numbered
from gasoline.store.recent_keys import RecentKeys, dedup_key

MAX_EVENT_READERS = 50  # readers of /events/stream at once
EVENT_BACKLOG = 400  # events that a reader may be behind before it is cut off

BEHIND = f"more than {EVENT_BACKLOG} events behind: read faster, and resume with Last-Event-ID"
STOPPED = "the server is stopping"


class NoticeFollower:
    """The unread events of one reader."""

    def __init__(self) -> None:
        self._backlog: Backlog[Numbered] = Backlog(EVENT_BACKLOG, BEHIND)
        self._repeats = RecentKeys()

    @property
    def reason(self) -> str:
        """Why it was closed; empty while it is open."""
        return self._backlog.reason

    @property
    def has_ended(self) -> bool:
        return self._backlog.has_ended

    def knows(self, numbered: Numbered) -> None:
        """The reader received this event before it reconnected, so a repeat is a duplicate."""
        self._repeats.is_new(dedup_key(numbered.notice), numbered.at)

    def catches_up(self, numbered: Numbered) -> None:
        """The reader missed this event."""
        if self._repeats.is_new(dedup_key(numbered.notice), numbered.at):
            self._backlog.put_extra(numbered)

    def take(self, numbered: Numbered) -> None:
        if not self.reason and self._repeats.is_new(dedup_key(numbered.notice), numbered.at):
            self._backlog.put(numbered)

    def end(self, reason: str) -> None:
        self._backlog.end(reason)

    async def next(self, wait_s: float) -> Numbered | None:
        """The next event; None after a timeout or if the reader is closed."""
        if not self._backlog and not self.reason and not await self._backlog.wait(wait_s):
            return None
        return next(iter(self._backlog.pop()), None)


class NoticeFollowers:
    """All readers."""

    def __init__(self, log: NoticeLog) -> None:
        self._log = log
        self._open: set[NoticeFollower] = set()

    @property
    def is_full(self) -> bool:
        return len(self._open) >= MAX_EVENT_READERS

    @contextmanager
    def open(self, after: int | None = None) -> Iterator[NoticeFollower]:
        """A reader of new events, or of everything after a known event."""
        follower = NoticeFollower()
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
        """Closes all readers because the server is stopping."""
        for follower in list(self._open):
            follower.end(STOPPED)
