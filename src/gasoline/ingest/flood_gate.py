"""The rate limit: above it, senders are asked to wait."""

from collections.abc import Callable

FLOOD_ENTRIES_PER_S = 50_000  # SRV-09


class FloodGate:
    """Counts events per second; after the limit is exceeded, the rest of that second is refused."""

    def __init__(self, monotonic: Callable[[], float], per_second: int = FLOOD_ENTRIES_PER_S) -> None:
        self._monotonic = monotonic
        self._per_second = per_second
        self._second = 0
        self._count = 0
        self._previous = 0

    def admit(self, count: int) -> bool:
        self._turn()
        if self._count and self._count + count > self._per_second:
            return False
        self._count += count
        return True

    @property
    def rate(self) -> int:
        """Events in the last complete second."""
        self._turn()
        return self._previous

    def _turn(self) -> None:
        second = int(self._monotonic())
        if second != self._second:
            self._previous = self._count if second == self._second + 1 else 0
            self._second, self._count = second, 0
