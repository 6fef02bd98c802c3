"""Items that one reader has not taken yet. A reader that falls too far behind is ended, with the reason."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Backlog(Generic[T]):
    """`put` is called by the sender, `wait` and `pop` by the reader, in the same event loop."""

    def __init__(self, room: int, behind: str, items: Iterable[T] = ()) -> None:
        self.reason = ""
        """Why it has ended; empty while it is open."""
        self._room = room
        self._behind = behind
        self._items: deque[T] = deque(items)
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        return len(self._items)

    @property
    def has_ended(self) -> bool:
        """Whether it is closed and everything was taken."""
        return bool(self.reason) and not self._items

    def put(self, item: T) -> None:
        if self.reason:
            return
        if len(self._items) >= self._room:
            self._items.clear()
            self.end(self._behind)
            return
        self._items.append(item)
        self._changed.set()

    def put_extra(self, item: T) -> None:
        """Takes no room, so that a reader can resume after a long gap."""
        self._room += 1
        self.put(item)

    def keep(self, wanted: Callable[[T], bool]) -> None:
        """Drops the other items, and wakes the reader."""
        self._items = deque(filter(wanted, self._items))
        self._changed.set()

    def end(self, reason: str) -> None:
        self.reason = self.reason or reason
        self._changed.set()

    async def wait(self, wait_s: float) -> bool:
        """Waits until something changes; False after a timeout."""
        self._changed.clear()
        try:
            await asyncio.wait_for(self._changed.wait(), wait_s)
        except TimeoutError:
            return False
        return True

    def pop(self, count: int = 1) -> list[T]:
        """The oldest items, at most so many."""
        return [self._items.popleft() for _ in range(min(count, len(self._items)))]
