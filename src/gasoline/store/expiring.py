"""Things with a name that are kept for a while, packed: what they weigh is known and has a budget."""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct, msgpack

V = TypeVar("V", bound=Struct)


class Expiring(Generic[V]):
    """Things by name, those used least recently first; each goes when its time is up."""

    def __init__(self, kind: type[V], lifetime_s: float, monotonic: Callable[[], float]) -> None:
        self._unpack = msgpack.Decoder(kind).decode
        self._lifetime_s = lifetime_s
        self._monotonic = monotonic
        self._kept: dict[str, tuple[float, bytes]] = {}

    def put(self, name: str, value: V) -> None:
        """Keeps it from now on."""
        self._kept.pop(name, None)
        self._kept[name] = (self._monotonic() + self._lifetime_s, msgpack.encode(value))

    def replace(self, name: str, value: V) -> None:
        """Another state of the same thing: its time goes on."""
        until, _ = self._kept.pop(name)
        self._kept[name] = (until, msgpack.encode(value))

    def get(self, name: str) -> V | None:
        """What is kept under the name, used just now."""
        self._expire()
        kept = self._kept.pop(name, None)
        if kept is None:
            return None
        self._kept[name] = kept
        return self._unpack(kept[1])

    def seconds_left(self, name: str) -> float:
        return self._kept[name][0] - self._monotonic()

    def remove(self, name: str) -> bool:
        self._expire()
        return self._kept.pop(name, None) is not None

    def remove_least_recent(self) -> None:
        del self._kept[next(iter(self._kept))]

    def all(self) -> dict[str, V]:
        self._expire()
        return {name: self._unpack(packed) for name, (_, packed) in self._kept.items()}

    @property
    def bytes(self) -> int:
        """What all of them weigh."""
        return sum(len(packed) for _, packed in self._kept.values())

    def __len__(self) -> int:
        self._expire()
        return len(self._kept)

    def _expire(self) -> None:
        now = self._monotonic()
        self._kept = {name: kept for name, kept in self._kept.items() if kept[0] > now}
