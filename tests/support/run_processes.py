"""Programs under `gasoline run`: on pipes, or on a terminal as a person would use them."""

import errno
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from daemon import Daemon

GASOLINE = [sys.executable, "-P", "-m", "gasoline", "run"]
PYTHON = [sys.executable, "-u", "-c"]


class Terminal:
    """A program on a pseudo-terminal, as a person would use it."""

    def __init__(
        self,
        command: list[str],
        environment: dict[str, str],
        size: tuple[int, int] = (24, 80),
        cwd: Path | None = None,
    ) -> None:
        self.printed = bytearray()
        self.pid, self._fd = pty.fork()
        if not self.pid:
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.chdir(cwd or ".")
            os.execvpe(command[0], command, environment)
        self.resize(*size)

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: bytes) -> None:
        os.write(self._fd, keys)

    def read_until(self, wanted: bytes, then: bytes = b"") -> bytes:
        """Everything until now, once it has this, and that behind it."""
        deadline = time.monotonic() + 30
        while then not in self.printed.partition(wanted)[2] or wanted not in self.printed:
            assert time.monotonic() < deadline, self.printed[-2000:]
            if select.select([self._fd], [], [], 0.1)[0] and not self._read():
                raise AssertionError(f"ended before {wanted!r}: {self.printed[-2000:]!r}")
        return bytes(self.printed)

    def finish(self) -> tuple[bytes, int]:
        while self._read():
            pass
        _, status = os.waitpid(self.pid, 0)
        return bytes(self.printed), os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._fd)

    def _read(self) -> bytes:
        try:
            data = os.read(self._fd, 65_536)
        except OSError as error:
            assert error.errno == errno.EIO
            return b""
        self.printed += data
        return data


@contextmanager
def terminal(command: list[str], environment: dict[str, str], **more: Any) -> Iterator[Terminal]:
    opened = Terminal(command, environment, **more)
    try:
        yield opened
    finally:
        opened.close()
        with suppress(ProcessLookupError):
            os.kill(opened.pid, signal.SIGKILL)


@contextmanager
def started(daemon: Daemon, code: str, *flags: str, more: Sequence[str] = ()) -> Iterator[subprocess.Popen[bytes]]:
    """A Python program under `gasoline run`; what it reads from its standard input comes from the test."""
    with subprocess.Popen(
        [*GASOLINE, *flags, "--", *PYTHON, code, *more],
        env=daemon.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as wrapper:
        try:
            yield wrapper
        finally:
            assert wrapper.stdin
            wrapper.stdin.close()
            wrapper.wait(30)


ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


def say(wrapper: subprocess.Popen[bytes], line: str) -> None:
    """The program prints the line, and the test has seen it."""
    assert wrapper.stdin
    assert wrapper.stdout
    wrapper.stdin.write(f"{line}\n".encode())
    wrapper.stdin.flush()
    assert wrapper.stdout.readline() == f"{line}\n".encode()
