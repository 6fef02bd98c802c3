"""The user's own terminal: raw while a command runs, so that keys and output pass through unchanged."""

import fcntl
import os
import struct
import termios
import tty
from typing import Any

_SIZE = "HHHH"
OUTPUT_FLAGS = 1
"""The place of the output flags in what `tcgetattr` returns."""


class OuterTerminal:
    """The first of our three streams that is a terminal."""

    def __init__(self) -> None:
        self._fd = next((fd for fd in (0, 1, 2) if os.isatty(fd)), -1)
        self._before: list[Any] | None = None

    @property
    def exists(self) -> bool:
        return self._fd >= 0

    @property
    def reads_keys(self) -> bool:
        return self._before is not None and os.isatty(0)

    def settings(self) -> list[Any] | None:
        return termios.tcgetattr(self._fd) if self.exists else None

    def take(self) -> None:
        """Makes the terminal raw, unless we are in the background and another process owns it."""
        if not self.exists or self._before is not None or os.tcgetpgrp(self._fd) != os.getpgrp():
            return
        self._before = termios.tcgetattr(self._fd)
        if os.isatty(0):
            tty.setraw(self._fd, termios.TCSANOW)
            return
        changed = termios.tcgetattr(self._fd)
        changed[OUTPUT_FLAGS] &= ~termios.OPOST
        termios.tcsetattr(self._fd, termios.TCSANOW, changed)

    def release(self) -> None:
        """Restores the terminal's settings."""
        before, self._before = self._before, None
        if before is None:
            return
        try:
            termios.tcsetattr(self._fd, termios.TCSADRAIN, before)
        except termios.error:
            return  # the terminal is gone

    def copy_size(self, to: int) -> None:
        """Copies the size; the system notifies the command of the change."""
        if self.exists:
            size = fcntl.ioctl(self._fd, termios.TIOCGWINSZ, bytes(struct.calcsize(_SIZE)))
            fcntl.ioctl(to, termios.TIOCSWINSZ, size)
