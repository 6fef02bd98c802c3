"""More events than anybody can read: above a rate, senders are asked to wait."""

from collections.abc import Callable

from gasoline.model import limits


class FloodGate:
    """Counts events by the second; the second in which the limit is passed takes no more."""

    def __init__(self, monotonic: Callable[[], float], per_second: int = limits.FLOOD_ENTRIES_PER_S) -> None:
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
        """Events in the last whole second."""
        self._turn()
        return self._previous

    def _turn(self) -> None:
        second = int(self._monotonic())
        if second != self._second:
            self._previous = self._count if second == self._second + 1 else 0
            self._second, self._count = second, 0
