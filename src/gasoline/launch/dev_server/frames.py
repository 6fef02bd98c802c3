"""Chunks of output on a pipe between two of our processes."""

import fcntl
import json
import os
import select
import struct
import time
from contextlib import suppress
from typing import Any

from gasoline.launch.dev_server.output_feed import Chunk
from gasoline.model.server_bounds import SERVER_GATHER_S

READ_BYTES = 65_536
BEGIN, END = "begin", "end"
KINDS = ("terminal", "stdout", "stderr", BEGIN, END)
HEADER = struct.Struct("=B?dQI")


def widen_pipe(fd: int, size: int) -> None:
    """Fewer, larger steps. Only Linux knows it, and it may refuse."""
    with suppress(AttributeError, OSError):
        fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, size)


def frame(kind: str, data: bytes, at: float = 0.0, *, follows_gap: bool = False, dropped: int = 0) -> bytes:
    return HEADER.pack(KINDS.index(kind), follows_gap, at, dropped, len(data)) + data


class FrameReader:
    """The parser's end of the pipe."""

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        self._fd = fd
        self._received = bytearray()
        self.is_ended = False
        self.dropped_lines = 0
        self.exit_code: int | None = None

    def wait_for_begin(self) -> dict[str, Any] | None:
        """What the first frame says; None if the pipe closes before."""
        while not self.is_ended:
            select.select([self._fd], [], [])
            if found := self._next():
                return dict(json.loads(found[1].data))
        return None

    def wait(self, seconds: float | None) -> bool:
        if not select.select([self._fd], [], [], seconds)[0]:
            return False
        time.sleep(SERVER_GATHER_S)  # lines of one stack trace come together
        return True

    def pop(self) -> Chunk | None:
        found = self._next()
        if found is None:
            return None
        kind, chunk = found
        if kind != END:
            return chunk
        self.exit_code = int(chunk.data)
        self.is_ended = True
        return None

    def _next(self) -> tuple[str, Chunk] | None:
        while not (found := self._complete_frame()):
            try:
                data = os.read(self._fd, READ_BYTES)
            except BlockingIOError:
                return None
            if not data:
                self.is_ended = True
                return None
            self._received += data
        return found

    def _complete_frame(self) -> tuple[str, Chunk] | None:
        if len(self._received) < HEADER.size:
            return None
        number, follows_gap, at, dropped, size = HEADER.unpack_from(self._received)
        end = HEADER.size + size
        if len(self._received) < end:
            return None
        data = bytes(self._received[HEADER.size : end])
        del self._received[:end]
        self.dropped_lines = dropped
        return KINDS[number], Chunk(KINDS[number], at, data, follows_gap)
