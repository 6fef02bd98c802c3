"""The log entries: errors and chatter in rings of their own, so that chatter never evicts an error."""

import heapq
from collections.abc import Callable, Iterator

import msgspec

from gasoline.model import limits
from gasoline.model.events import AnyLogEntry
from gasoline.store.log_file import LogFile
from gasoline.store.ring import Ring, Slot
from gasoline.store.senders import Senders
from gasoline.store.shelf import Origin

DECODER = msgspec.json.Decoder(AnyLogEntry)


class _Provenance(msgspec.Struct, frozen=True):
    log: Origin = msgspec.field(default=Origin(0), name="_log")


class LogBook:
    """What the page logged, threw and failed to load, newest kept; written to the log file as it comes."""

    def __init__(self, file: LogFile, redact: Callable[[str], str]) -> None:
        self.file = file
        self.errors: Ring[AnyLogEntry] = Ring(limits.ERROR_ENTRIES, limits.ERROR_BYTES)
        self.chatter: Ring[AnyLogEntry] = Ring(limits.LOG_ENTRIES, limits.LOG_BYTES)
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
        """Writes what was added since the last commit; after it the batch may be acknowledged."""
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

    def restore(self, senders: Senders) -> int:
        """Reads the log file back; returns the last sequence number. A damaged line costs that line."""
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
