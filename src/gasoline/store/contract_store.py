"""The contracts of recently called endpoints."""

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from gasoline.model.contract import Anomaly, Contract
from gasoline.model.units import KIB

MAX_CONTRACTS = 30  # API-03
CONTRACTS_BYTES = 300 * KIB  # API-04
CONTRACT_BYTES = 10 * KIB  # API-04: one of them

_DECODER = msgspec.json.Decoder(Contract)

Key = tuple[str, str]
"""The origin and the endpoint."""


class ContractStore:
    """Contracts by endpoint, bounded in number and each in bytes; the least recently called are evicted first.

    They are stored as JSON, which is compact and whose length is their size.
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
        """Stores it as the most recently called one."""
        self._forget(contract.key)
        data = _encode(contract)
        self._kept[contract.key] = data
        self.bytes += len(data)
        while len(self._kept) > MAX_CONTRACTS or self.bytes > CONTRACTS_BYTES:
            self._forget(next(iter(self._kept)))
            self.evicted += 1

    def count_of(self, origin: str, endpoint: str) -> int:
        """How many there are of an endpoint, with its operations or kinds of messages."""
        return sum(key[0] == origin and key[1].startswith(endpoint) for key in self._kept)

    def latest_first(self) -> list[Contract]:
        return [_DECODER.decode(data) for data in reversed(self._kept.values())]

    def load(self, contracts: Iterable[Contract]) -> None:
        """Stores saved contracts, the most recently called last."""
        for contract in contracts:
            self.put(contract)

    def clear(self, wanted: Callable[[Contract], bool]) -> int:
        """Removes the matching contracts; returns how many."""
        gone = [contract.key for contract in self.latest_first() if wanted(contract)]
        for key in gone:
            self._forget(key)
        return len(gone)

    def _forget(self, key: Key) -> None:
        self.bytes -= len(self._kept.pop(key, b""))


def _encode(contract: Contract) -> bytes:
    """Limits one contract's size: with many violations, their shapes are dropped instead of other endpoints."""
    data = msgspec.json.encode(contract)
    for lighter in (_without_shapes, _without_old_violations):
        if len(data) <= CONTRACT_BYTES:
            break
        contract = lighter(contract)
        data = msgspec.json.encode(contract)
    return data


def _without_shapes(contract: Contract) -> Contract:
    """All violations except the latest, whose shape is the most useful."""
    *older, latest = contract.anomalies or (None,)
    return replace(contract, anomalies=(*map(_without_shape, older), *([latest] if latest else [])))


def _without_shape(anomaly: Anomaly) -> Anomaly:
    if anomaly.difference.type not in ("shape_change", "array_shape_change"):
        return anomaly
    return replace(anomaly, difference=replace(anomaly.difference, expected=None, actual=None))


def _without_old_violations(contract: Contract) -> Contract:
    """Keeps only the latest anomaly, without its shape, and only fields that are still missing."""
    kept = tuple(map(_without_shape, contract.anomalies[-1:]))
    away = {path: absence for path, absence in contract.absences.items() if absence.is_ongoing}
    forgotten = contract.forgotten + len(contract.anomalies) - len(kept)
    return replace(contract, anomalies=kept, absences=away, forgotten=forgotten)
