"""The log entries: errors and other entries in separate rings, so that other entries never evict an error."""

import heapq
from collections.abc import Callable, Iterable, Iterator

import msgspec

from gasoline.model.events import MAX_ERROR_ENTRIES, AnyLogEntry
from gasoline.model.units import MIB
from gasoline.store.event_buffer import Origin
from gasoline.store.log_file import LogFile
from gasoline.store.received_batches import ReceivedBatches
from gasoline.store.ring import Ring, Slot
from gasoline.store.saved_event import SavedEvent

MAX_LOG_ENTRIES = 10_000  # SRV-07
LOG_BYTES = 8 * MIB  # memory of the entries below level error
ERROR_BYTES = 8 * MIB

DECODER = msgspec.json.Decoder(AnyLogEntry)
_SAVED = msgspec.json.Decoder(SavedEvent[AnyLogEntry])


class _Provenance(msgspec.Struct, frozen=True):
    log: Origin = msgspec.field(default=Origin(0), name="_log")


class LogBuffer:
    """Console messages, exceptions and failed loads; keeps the newest and writes all to the log file."""

    def __init__(self, file: LogFile, redact: Callable[[str], str]) -> None:
        self.file = file
        self.errors: Ring[AnyLogEntry] = Ring(MAX_ERROR_ENTRIES, ERROR_BYTES)
        self.chatter: Ring[AnyLogEntry] = Ring(MAX_LOG_ENTRIES, LOG_BYTES)
        self.damaged_lines = 0
        self._redact = redact
        self._lines: list[bytes] = []

    def add(self, entry: AnyLogEntry, size: int, origin: Origin) -> None:
        self._ring_for(entry).append(origin.seq, entry, size)
        self._note(entry, origin)

    def find(self, key: str) -> AnyLogEntry | None:
        return self.errors.find(key) or self.chatter.find(key)

    def update(self, entry: AnyLogEntry, size: int, origin: Origin) -> None:
        ring = self.errors if self.errors.find(entry.id) else self.chatter
        ring.replace(entry, size, origin.seq)
        self._note(entry, origin)

    def commit(self) -> None:
        """Writes the entries added since the last commit; then the batch may be acknowledged."""
        if not self._lines:
            return
        lines, self._lines = self._lines, []
        text = b"\n".join(lines).decode()
        self.file.append(self._redact(text).encode().split(b"\n"))

    def newest_first(self) -> Iterator[Slot[AnyLogEntry]]:
        return heapq.merge(
            self.errors.newest_first(), self.chatter.newest_first(), key=lambda slot: slot.seq, reverse=True
        )

    def clear(self) -> int:
        self.file.clear()
        return self.errors.clear() + self.chatter.clear()

    def rings(self) -> dict[str, Ring[AnyLogEntry]]:
        return {"logs": self.chatter, "errors": self.errors}

    def saved(self) -> Iterable[SavedEvent[AnyLogEntry]]:
        return heapq.merge(self.errors.saved(), self.chatter.saved(), key=lambda saved: saved.seq)

    def load(self, line: bytes) -> None:
        saved = _SAVED.decode(line)
        self._ring_for(saved.event).load(saved, len(line))

    def restore(self, senders: ReceivedBatches) -> int:
        """Reads the log file; returns the last sequence number. Damaged lines are skipped."""
        last = 0
        for line in self.file.load():
            try:
                entry = DECODER.decode(line)
                origin = msgspec.json.decode(line, type=_Provenance).log
            except (msgspec.DecodeError, UnicodeDecodeError):
                self.damaged_lines += 1
                continue
            last = max(last, origin.seq)
            self._restore_one(entry, len(line), origin)
            if origin.client:
                senders.record(origin.client, origin.batch, origin.index + 1)
        return last

    def _restore_one(self, entry: AnyLogEntry, size: int, origin: Origin) -> None:
        if entry.id and self.find(entry.id):
            ring = self.errors if self.errors.find(entry.id) else self.chatter
            ring.replace(entry, size, origin.seq)
        else:
            self._ring_for(entry).append(origin.seq, entry, size)

    def _ring_for(self, entry: AnyLogEntry) -> Ring[AnyLogEntry]:
        return self.errors if entry.level == "error" else self.chatter

    def _note(self, entry: AnyLogEntry, origin: Origin) -> None:
        line = msgspec.json.encode(entry)
        self._lines.append(line[:-1] + b',"_log":' + msgspec.json.encode(origin) + b"}")
