"""Stops a daemon that was unused for half an hour."""

import asyncio
from collections.abc import Callable

IDLE_LOOK_S = 30.0  # how often the daemon checks for connections
IDLE_EXIT_S = 30 * 60.0  # SRV-04: time without connections


class IdleShutdown:
    """Checks periodically whether anyone is connected; calls `stop` after a long enough idle time."""

    def __init__(
        self,
        has_connections: Callable[[], bool],
        stop: Callable[[], None],
        monotonic: Callable[[], float],
        idle_s: float = IDLE_EXIT_S,
    ) -> None:
        self._has_connections = has_connections
        self._stop = stop
        self._monotonic = monotonic
        self._idle_s = idle_s
        self._last_seen = monotonic()

    async def run(self) -> None:
        while not self.check():  # noqa: ASYNC110 - it is the passing of time that is watched
            await asyncio.sleep(min(IDLE_LOOK_S, self._idle_s))
        self._stop()

    def check(self) -> bool:
        """Whether the idle time is over."""
        now = self._monotonic()
        if self._has_connections():
            self._last_seen = now
        return now - self._last_seen >= self._idle_s
