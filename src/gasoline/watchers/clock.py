"""The clock for watchers and exits: the current time and timers."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A scheduled call that can be canceled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """An event loop has this interface; tests use a clock that they advance themselves."""

    def time(self) -> float: ...

    def call_later(self, delay_s: float, callback: Callable[[], None]) -> Timer: ...


class LoopClock:
    """The clock of the loop that is running when a call is scheduled."""

    def time(self) -> float:
        return time.monotonic()

    def call_later(self, delay_s: float, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(delay_s, callback)
