"""How far an answer is: what long work says while it goes on, and how it goes on without holding up the others."""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

from gasoline.model import limits

T = TypeVar("T")
Tell = Callable[[int, int, str], None]
"""What is done, of how much, and in our own words what comes next."""


class Progress:
    """Told by a capability, heard by whoever asked for it. It never goes back, and of many small steps some are left
    out. The words are ours: nothing that a page chose belongs here."""

    def __init__(self, tell: Tell | None = None) -> None:
        self._tell = tell
        self._told = -1

    @property
    def is_heard(self) -> bool:
        return self._tell is not None

    def __call__(self, done: int, total: int, words: str) -> None:
        if self._tell is None or not self._is_news(done, total):
            return
        self._told = done
        self._tell(done, total, words)

    def part(self, start: int, total: int) -> "Progress":
        """For work that is a part of more: its first step is `start`, and there are `total` of all parts."""
        return Progress(lambda done, _, words: self(start + done, total, words)) if self.is_heard else Progress()

    def _is_news(self, done: int, total: int) -> bool:
        if self._told < 0 or done >= total:
            return done > self._told
        return done - self._told >= max(1, total / limits.PROGRESS_STEPS)


class WorkCancelled(Exception):
    """Ends work in a thread that nobody waits for any more."""


async def off_the_loop(progress: Progress, work: Callable[[Progress], T]) -> T:
    """Runs work that computes in a thread: the server hears and answers meanwhile. When the caller goes away, the work
    ends at its next step."""
    loop = asyncio.get_running_loop()
    is_cancelled = threading.Event()

    def tell(done: int, total: int, words: str) -> None:
        if is_cancelled.is_set():
            raise WorkCancelled
        if progress.is_heard:
            loop.call_soon_threadsafe(progress, done, total, words)

    try:
        return await asyncio.to_thread(work, Progress(tell))
    except asyncio.CancelledError:
        is_cancelled.set()
        raise
