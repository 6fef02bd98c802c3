"""Ends a daemon that nobody has used for half an hour."""

import asyncio
from collections.abc import Callable

from gasoline.model import limits


class IdleWatch:
    """Looks now and then whether somebody is here; calls `stop` once nobody was for long enough."""

    def __init__(
        self,
        somebody_is_here: Callable[[], bool],
        stop: Callable[[], None],
        monotonic: Callable[[], float],
        idle_s: float = limits.IDLE_EXIT_S,
    ) -> None:
        self._somebody_is_here = somebody_is_here
        self._stop = stop
        self._monotonic = monotonic
        self._idle_s = idle_s
        self._last_seen = monotonic()

    async def run(self) -> None:
        while not self.check():  # noqa: ASYNC110 - it is the passing of time that is watched
            await asyncio.sleep(min(limits.IDLE_LOOK_S, self._idle_s))
        self._stop()

    def check(self) -> bool:
        """Whether it is time to go."""
        now = self._monotonic()
        if self._somebody_is_here():
            self._last_seen = now
        return now - self._last_seen >= self._idle_s
