"""The contracts of the endpoints that were called lately."""

from collections.abc import Callable

import msgspec

from gasoline.model import limits
from gasoline.model.contracts import Contract

_DECODER = msgspec.json.Decoder(Contract)


class Contracts:
    """Contracts by endpoint, bounded in number and in bytes; those not called for longest go first.

    They are kept as JSON: that is compact, and its length is what they weigh.
    """

    def __init__(self) -> None:
        self.evicted = 0
        self.bytes = 0
        self._kept: dict[str, bytes] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, endpoint: str) -> Contract | None:
        data = self._kept.get(endpoint)
        return _DECODER.decode(data) if data else None

    def put(self, contract: Contract) -> None:
        """Remembers it as the one that was called last."""
        self._forget(contract.endpoint)
        data = msgspec.json.encode(contract)
        self._kept[contract.endpoint] = data
        self.bytes += len(data)
        while len(self._kept) > limits.CONTRACTS or self.bytes > limits.CONTRACTS_BYTES:
            self._forget(next(iter(self._kept)))
            self.evicted += 1

    def latest_first(self) -> list[Contract]:
        return [_DECODER.decode(data) for data in reversed(self._kept.values())]

    def clear(self, wanted: Callable[[Contract], bool]) -> int:
        """Forgets those that are wanted; returns how many."""
        gone = [contract.endpoint for contract in self.latest_first() if wanted(contract)]
        for endpoint in gone:
            self._forget(endpoint)
        return len(gone)

    def _forget(self, endpoint: str) -> None:
        self.bytes -= len(self._kept.pop(endpoint, b""))
