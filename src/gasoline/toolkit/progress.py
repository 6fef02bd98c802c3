"""Progress of long work, and running it without blocking others."""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

MAX_PROGRESS_STEPS = 20  # for one answer, sent to a client that asked for progress

T = TypeVar("T")
ReportProgress = Callable[[int, int, str], None]
"""Called with the steps done, the total, and a message about the next step."""


class WorkCancelled(Exception):
    """Raised to stop work in a thread after its caller is gone."""


class Progress:
    """Reported by a capability to the caller. It never decreases, and some of many small steps are skipped. Messages
    must not contain page text."""

    def __init__(
        self, report: ReportProgress | None = None, *, is_cancelled: Callable[[], bool] = lambda: False
    ) -> None:
        self._report = report
        self._is_cancelled = is_cancelled
        self._last_done = -1

    @property
    def has_listener(self) -> bool:
        return self._report is not None

    def stop_if_cancelled(self) -> None:
        """For work that takes long between two steps: ends it when the call was canceled."""
        if self._is_cancelled():
            raise WorkCancelled

    def __call__(self, done: int, total: int, text: str) -> None:
        self.stop_if_cancelled()
        if self._report is None or not self._is_worth_reporting(done, total):
            return
        self._last_done = done
        self._report(done, total, text)

    def section(self, start: int, total: int) -> "Progress":
        """For one part of a larger job: its first step is `start`, and `total` counts the steps of all parts."""
        return Progress(lambda done, _, words: self(start + done, total, words)) if self.has_listener else Progress()

    def _is_worth_reporting(self, done: int, total: int) -> bool:
        if self._last_done < 0 or done >= total:
            return done > self._last_done
        return done - self._last_done >= max(1, total / MAX_PROGRESS_STEPS)


async def run_in_thread(progress: Progress, work: Callable[[Progress], T]) -> T:
    """Runs a computation in a thread, so that the server stays responsive. If the caller disconnects, the work stops
    at its next step, or where it asks (`stop_if_cancelled`)."""
    loop = asyncio.get_running_loop()
    is_cancelled = threading.Event()

    def report(done: int, total: int, text: str) -> None:
        if progress.has_listener:
            loop.call_soon_threadsafe(progress, done, total, text)

    try:
        return await asyncio.to_thread(work, Progress(report, is_cancelled=is_cancelled.is_set))
    except asyncio.CancelledError:
        is_cancelled.set()
        raise
