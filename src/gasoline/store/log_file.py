"""The JSONL log: appended, rotated by count and size, repaired if its last line is incomplete.

A full disk loses lines of the log, never an answer: lost lines are counted and shown in health.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from gasoline.model.units import MIB

MAX_LOG_FILE_ENTRIES = 10_000  # SRV-06: rotation by count
LOG_FILE_BYTES = 16 * MIB  # rotation by size


class LogFile:
    """One append-only file and the one before it (`logs.jsonl`, `logs.jsonl.1`)."""

    def __init__(self, path: Path, max_entries: int = MAX_LOG_FILE_ENTRIES, max_bytes: int = LOG_FILE_BYTES) -> None:
        self._fd: int | None = None
        self.path = path
        self.previous = path.with_name(path.name + ".1")
        self.lost_lines = 0
        self.problem = ""
        self._max_entries = max_entries
        self._max_bytes = max_bytes
        self._entries = 0
        self._size = 0

    def load(self) -> Iterator[bytes]:
        """All complete lines, oldest first; removes an incomplete last line. Call once, before the first append."""
        yield from self._read(self.previous).splitlines()
        complete = self._read(self.path)
        lines = complete.splitlines()
        self._entries, self._size = len(lines), len(complete)
        yield from lines

    def append(self, lines: Iterable[bytes]) -> None:
        """Writes the lines in one call, so that a killed process leaves complete lines."""
        block = list(lines)
        if not block:
            return
        data = b"\n".join(block) + b"\n"
        try:
            self._rotate_if_full(len(block), len(data))
            self._write(data)
        except OSError as error:
            self._failed(error)
            self.lost_lines += len(block)
            return
        self.problem = ""
        self._entries += len(block)
        self._size += len(data)

    def clear(self) -> None:
        self.close()
        self._entries = self._size = 0
        try:
            for path in (self.path, self.previous):
                path.unlink(missing_ok=True)
        except OSError as error:
            self._failed(error)

    def close(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def __del__(self) -> None:
        self.close()

    def _read(self, path: Path) -> bytes:
        """The complete lines of a file; an unreadable file is reported and treated as missing."""
        try:
            if not path.exists():
                return b""
            text = path.read_bytes()
            complete = text[: text.rfind(b"\n") + 1]
            if len(complete) < len(text):
                os.truncate(path, len(complete))
        except OSError as error:
            self._failed(error)
            return b""
        return complete

    def _failed(self, error: OSError) -> None:
        self.problem = error.strerror or str(error)

    def _rotate_if_full(self, entries: int, size: int) -> None:
        if not self._entries:
            return
        if self._entries + entries <= self._max_entries and self._size + size <= self._max_bytes:
            return
        self.close()
        self.path.replace(self.previous)
        self._entries = self._size = 0

    def _write(self, data: bytes) -> None:
        if self._fd is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._fd = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        start = os.fstat(self._fd).st_size
        written = 0
        try:
            while written < len(data):
                written += os.write(self._fd, data[written:])
        except OSError:
            os.ftruncate(self._fd, start)
            raise
