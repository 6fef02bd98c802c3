"""The log of significant events: one sequence that feeds every exit."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from gasoline.kernel.time import now_iso
from gasoline.model.notices import Notice
from gasoline.store.listeners import Listeners
from gasoline.store.recent_keys import RecentKeys, dedup_key

MAX_NOTICES = 500  # significant events that are remembered; `Last-Event-ID` resumes within them


class Numbered(Struct, frozen=True):
    """A notice and its position in the log."""

    seq: int
    notice: Notice
    at: float
    """Its time on the log's clock."""
    received: str
    """The time it was received, in ISO 8601. Unlike the time it happened, it never decreases between notices."""


class SavedNotice(Struct, frozen=True, kw_only=True):
    """A notice as a capsule keeps it; its time is relative to the moment of saving."""

    seq: int
    notice: Notice
    at: float


Listener = Callable[[Numbered], None]


class NoticeLog:
    """Keeps the newest, without repeats. Listeners also receive repeats, because a later one has missed the first."""

    def __init__(
        self,
        monotonic: Callable[[], float],
        wall_s: Callable[[], float] = time.time,
        now: Callable[[], str] = now_iso,
    ) -> None:
        # Higher than any number of an earlier server, so that a reader with an old number gets all new ones.
        self.newest = int(wall_s() * 1000)
        self._monotonic = monotonic
        self._now = now
        self._last_received = ""
        self._kept: deque[Numbered] = deque(maxlen=MAX_NOTICES)
        self._repeats = RecentKeys()
        self._listeners: Listeners[Numbered] = Listeners()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    def add(self, notice: Notice) -> None:
        self.newest += 1
        self._last_received = max(self._last_received, self._now())  # the system's clock may be set back
        numbered = Numbered(self.newest, notice, self._monotonic(), self._last_received)
        if self._repeats.is_new(dedup_key(notice), numbered.at):
            self._kept.append(numbered)
        self._listeners.notify(numbered)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Calls back for every notice; returns the unsubscribe function, which may be called twice."""
        return self._listeners.add(listener)

    def after(self, seq: int) -> list[Numbered]:
        """The stored notices after this number, oldest first; all of them if the number is from an earlier log."""
        start = seq if seq <= self.newest else 0
        return [numbered for numbered in self._kept if numbered.seq > start]

    def until(self, seq: int) -> list[Numbered]:
        """The stored notices up to this number, oldest first: those that a reader with this number has received."""
        return [numbered for numbered in self._kept if numbered.seq <= seq <= self.newest]

    def load(self, notices: Iterable[SavedNotice]) -> None:
        self._kept.extend(Numbered(saved.seq, saved.notice, saved.at, saved.notice.timestamp) for saved in notices)

    def saved(self) -> list[SavedNotice]:
        now = self._monotonic()
        return [SavedNotice(seq=kept.seq, notice=kept.notice, at=kept.at - now) for kept in self._kept]

    def newest_first(self) -> Iterator[Numbered]:
        return reversed(self._kept)

    def clear(self) -> None:
        self._kept.clear()
