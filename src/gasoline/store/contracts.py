"""The contracts of the endpoints that were called lately."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from gasoline.model import limits
from gasoline.model.contracts import Contract, Oddity

_DECODER = msgspec.json.Decoder(Contract)


Key = tuple[str, str]
"""The origin and the endpoint."""


class Contracts:
    """Contracts by endpoint, bounded in number and each in bytes; those not called for longest go first.

    They are kept as JSON: that is compact, and its length is what they weigh.
    """

    def __init__(self) -> None:
        self.evicted = 0
        self.bytes = 0
        self._kept: dict[Key, bytes] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Key) -> Contract | None:
        data = self._kept.get(key)
        return _DECODER.decode(data) if data else None

    def put(self, contract: Contract) -> None:
        """Remembers it as the one that was called last."""
        self._forget(contract.key)
        data = _encode(contract)
        self._kept[contract.key] = data
        self.bytes += len(data)
        while len(self._kept) > limits.CONTRACTS or self.bytes > limits.CONTRACTS_BYTES:
            self._forget(next(iter(self._kept)))
            self.evicted += 1

    def latest_first(self) -> list[Contract]:
        return [_DECODER.decode(data) for data in reversed(self._kept.values())]

    def clear(self, wanted: Callable[[Contract], bool]) -> int:
        """Forgets those that are wanted; returns how many."""
        gone = [contract.key for contract in self.latest_first() if wanted(contract)]
        for key in gone:
            self._forget(key)
        return len(gone)

    def _forget(self, key: Key) -> None:
        self.bytes -= len(self._kept.pop(key, b""))


def _encode(contract: Contract) -> bytes:
    """Within the bound for one: many violations cost their shapes, not another endpoint."""
    data = msgspec.json.encode(contract)
    for lighter in (_without_shapes, _without_old_violations):
        if len(data) <= limits.CONTRACT_BYTES:
            break
        contract = lighter(contract)
        data = msgspec.json.encode(contract)
    return data


def _without_shapes(contract: Contract) -> Contract:
    """All but the latest, whose shape says most."""
    *older, latest = contract.oddities or (None,)
    return replace(contract, oddities=(*map(_without_shape, older), *([latest] if latest else [])))


def _without_shape(oddity: Oddity) -> Oddity:
    if oddity.difference.type not in ("shape_change", "array_shape_change"):
        return oddity
    return replace(oddity, difference=replace(oddity.difference, expected=None, actual=None))


def _without_old_violations(contract: Contract) -> Contract:
    """The latest alone, without its shape; and of fields that were missing, those that still are."""
    kept = tuple(map(_without_shape, contract.oddities[-1:]))
    away = {path: absence for path, absence in contract.absences.items() if absence.is_ongoing}
    forgotten = contract.forgotten + len(contract.oddities) - len(kept)
    return replace(contract, oddities=kept, absences=away, forgotten=forgotten)
