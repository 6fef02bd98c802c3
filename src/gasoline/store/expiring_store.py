"""Named values that expire, stored packed within a byte budget."""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct, msgpack

from gasoline.store.saved_event import SavedValue

V = TypeVar("V", bound=Struct)


class ExpiringStore(Generic[V]):
    """Values by name, least recently used first; each expires."""

    def __init__(self, kind: type[V], lifetime_s: float, monotonic: Callable[[], float]) -> None:
        self._unpack = msgpack.Decoder(kind).decode
        self._lifetime_s = lifetime_s
        self._monotonic = monotonic
        self._kept: dict[str, tuple[float, bytes]] = {}

    def put(self, name: str, value: V) -> None:
        """Stores a value; its lifetime starts now."""
        self._kept.pop(name, None)
        self._kept[name] = (self._monotonic() + self._lifetime_s, msgpack.encode(value))

    def replace(self, name: str, value: V) -> None:
        """Replaces a value; its lifetime continues."""
        until, _ = self._kept.pop(name)
        self._kept[name] = (until, msgpack.encode(value))

    def get(self, name: str) -> V | None:
        """The value with this name, marked as used."""
        self._expire()
        kept = self._kept.pop(name, None)
        if kept is None:
            return None
        self._kept[name] = kept
        return self._unpack(kept[1])

    def saved(self) -> list[SavedValue[V]]:
        return [SavedValue(name=name, seconds_left=self.seconds_left(name), value=v) for name, v in self.all().items()]

    def load(self, saved: SavedValue[V]) -> None:
        self._kept[saved.name] = (self._monotonic() + saved.seconds_left, msgpack.encode(saved.value))

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
        """The size of all values."""
        return sum(len(packed) for _, packed in self._kept.values())

    def __len__(self) -> int:
        self._expire()
        return len(self._kept)

    def _expire(self) -> None:
        now = self._monotonic()
        self._kept = {name: kept for name, kept in self._kept.items() if kept[0] > now}
