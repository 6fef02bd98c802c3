"""One stream of the command: where we read it, and where it goes."""

import fcntl
import os
import select
import struct
import termios

from gasoline.launch.dev_server.frames import widen_pipe
from gasoline.model.units import KIB, MIB

READ_BYTES = 65_536
READS_AT_ONCE = 16
"""A pseudo-terminal gives 4 KB at a time; so many of them are written at once."""
SERVER_OUTPUT_BYTES = 1 * MIB  # output in a pipe during a flood, where the system lets us choose
SERVER_FLOOD_BYTES = 256 * KIB  # output that waits in a pipe, above which it is passed on unread, but for its end
SERVER_FLOOD_END_BYTES = 64 * KIB  # of these, what is still read: a flood may end with the error that matters


class Output:
    """Its source never blocks us; its target does, as it would block the command without us."""

    def __init__(self, stream: str, source: int, target: int) -> None:
        self.stream = stream
        self.source = source
        self.target = target
        self.is_open = True
        """Whether the target still takes it."""
        self._is_widened = False
        self._can_splice = stream != "terminal" and hasattr(os, "splice")
        os.set_blocking(source, False)

    def read(self) -> tuple[bytes, bool]:
        """What is there now, and whether it is the end of the stream."""
        parts: list[bytes] = []
        for _ in range(READS_AT_ONCE):
            try:
                part = os.read(self.source, READ_BYTES)
            except BlockingIOError:
                break
            except OSError:  # how Linux reports that no process has the terminal open any more
                part = b""
            if not part:
                return b"".join(parts), True
            parts.append(part)
            if len(part) == READ_BYTES:
                break
        return b"".join(parts), False

    def pass_on(self, data: bytes) -> bool:
        """False if the target was closed just now."""
        while data and self.is_open:
            try:
                data = data[os.write(self.target, data) :]
            except BlockingIOError:
                select.select([], [self.target], [])
            except OSError:
                self.is_open = False
                return False
        return True

    def pass_flood(self) -> int:
        """How many bytes the system moved from pipe to target without a copy; 0 unless very much waits there."""
        if not (self._can_splice and self.is_open):
            return 0
        waiting = _waiting_bytes(self.source)
        if waiting < SERVER_FLOOD_BYTES:
            return 0
        if not self._is_widened:
            widen_pipe(self.target, SERVER_OUTPUT_BYTES)
            self._is_widened = True
        try:
            return os.splice(self.source, self.target, waiting - SERVER_FLOOD_END_BYTES)
        except BlockingIOError:
            return 0
        except OSError:  # not every target can
            self._can_splice = False
            return 0


def _waiting_bytes(pipe: int) -> int:
    count = fcntl.ioctl(pipe, termios.FIONREAD, bytes(struct.calcsize("i")))
    return int(struct.unpack("i", count)[0])
