"""The newest events of WebSockets, and older ones that are evidence of a connection."""

from collections.abc import Iterator

import msgspec

from gasoline.model.events import WebSocketEvent
from gasoline.model.units import MIB
from gasoline.store.ring import Ring, Slot
from gasoline.store.saved_event import SavedEvent
from gasoline.store.socket_evidence import EvictedOf, SocketEvidence, all_slots

MAX_EVIDENCE_CONNECTIONS = 40  # WS-11: as many as are listed, open and closed
EVIDENCE_BYTES = 4 * MIB  # WS-11: of events beside the newest


class SocketRing(Ring[WebSocketEvent]):
    """A ring whose evicted events live on if they are evidence; `len` and the capacity are about the newest."""

    def __init__(self, capacity: int, max_bytes: int) -> None:
        super().__init__(capacity, max_bytes)
        self.evidence: dict[str, SocketEvidence] = {}
        """By connection; the least recently active comes first."""
        self._evidence_bytes = 0

    def append(self, seq: int, event: WebSocketEvent, size: int) -> None:
        known = self.evidence.pop(event.id, None) or SocketEvidence(event.url)
        self.evidence[event.id] = known
        known.record(seq, event)
        super().append(seq, event, size)

    def newest_first(self) -> Iterator[Slot[WebSocketEvent]]:
        yield from super().newest_first()
        yield from all_slots(self.evidence)

    def saved(self) -> Iterator[SavedEvent[WebSocketEvent]]:
        for slot in reversed(list(self.newest_first())):
            evicted = self.evidence[slot.event.id].evicted_of(slot.seq) if slot.event.id in self.evidence else None
            state = msgspec.UNSET if evicted is None else msgspec.to_builtins(evicted)
            yield SavedEvent(seq=slot.seq, last_seq=slot.last_seq, event=slot.event, state=state)

    def load(self, saved: SavedEvent[WebSocketEvent], size: int) -> None:
        evicted = msgspec.convert(saved.state, EvictedOf) if isinstance(saved.state, dict) else None
        super().load(saved, size)
        if evicted and saved.event.id in self.evidence:
            self.evidence[saved.event.id].load(saved.seq, evicted)

    def clear(self) -> int:
        kept = list(all_slots(self.evidence))
        self.lost_seq = max([self.lost_seq, *(slot.last_seq for slot in kept)])
        self.evidence.clear()
        self._evidence_bytes = 0
        return super().clear() + len(kept)

    def _evict(self) -> None:
        slot = self._slots[0]
        lost_seq = self.lost_seq
        super()._evict()
        known = self.evidence.get(slot.event.id)
        if known and known.keep(slot):
            self.evicted -= 1
            self.lost_seq = lost_seq
            self._evidence_bytes += slot.size

    def _evict_overflow(self) -> None:
        super()._evict_overflow()
        while len(self.evidence) > 1 and (
            len(self.evidence) > MAX_EVIDENCE_CONNECTIONS or self._evidence_bytes > EVIDENCE_BYTES
        ):
            self._forget(next(iter(self.evidence)))

    def _forget(self, connection: str) -> None:
        slots = self.evidence.pop(connection).slots
        self.evicted += len(slots)
        self.lost_seq = max([self.lost_seq, *(slot.last_seq for slot in slots)])
        self._evidence_bytes -= sum(slot.size for slot in slots)
