"""Things with a name that are kept for a while."""

from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class Expiring(Generic[V]):
    """Things by name, those used least recently first; each goes when its time is up."""

    def __init__(self, lifetime_s: float, monotonic: Callable[[], float]) -> None:
        self._lifetime_s = lifetime_s
        self._monotonic = monotonic
        self._kept: dict[str, tuple[float, V]] = {}

    def put(self, name: str, value: V) -> None:
        """Keeps it from now on."""
        self._kept.pop(name, None)
        self._kept[name] = (self._monotonic() + self._lifetime_s, value)

    def replace(self, name: str, value: V) -> None:
        """Another state of the same thing: its time goes on."""
        until, _ = self._kept.pop(name)
        self._kept[name] = (until, value)

    def get(self, name: str) -> V | None:
        """What is kept under the name, used just now."""
        self._expire()
        kept = self._kept.pop(name, None)
        if kept is None:
            return None
        self._kept[name] = kept
        return kept[1]

    def seconds_left(self, name: str) -> float:
        return self._kept[name][0] - self._monotonic()

    def remove(self, name: str) -> bool:
        self._expire()
        return self._kept.pop(name, None) is not None

    def remove_least_recent(self) -> None:
        del self._kept[next(iter(self._kept))]

    def all(self) -> dict[str, V]:
        self._expire()
        return {name: value for name, (_, value) in self._kept.items()}

    def __len__(self) -> int:
        return len(self.all())

    def _expire(self) -> None:
        now = self._monotonic()
        self._kept = {name: kept for name, kept in self._kept.items() if kept[0] > now}
