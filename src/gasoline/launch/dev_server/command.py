"""The command that is run: what a platform has to provide, and how it may fail to start."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from gasoline.launch.dev_server.capture import Capture

NOT_FOUND = 127  # as shells answer
NOT_EXECUTABLE = 126
SIGNALED = 128


class CannotStart(Exception):
    """The command could not be started; `exit_code` is the one of a shell."""

    def __init__(self, command: str, error: OSError) -> None:
        is_missing = isinstance(error, FileNotFoundError)
        reason = "command not found" if is_missing else (error.strerror or str(error)).lower()
        super().__init__(f"{command}: {reason}")
        self.exit_code = NOT_FOUND if is_missing else NOT_EXECUTABLE


class NoTerminal(Exception):
    """The system has no pseudo-terminal to give."""


class RunningCommand(Protocol):
    """A started command. Its output goes to ours unchanged, and a copy of it to the capture."""

    pid: int

    def pump(self, capture: Capture) -> int:
        """Passes everything through until the command has ended; returns its exit code."""


def start(command: Sequence[str], *, can_use_pty: bool = os.name == "posix") -> RunningCommand:
    """Raises CannotStart."""
    if can_use_pty and sys.platform != "win32":
        from gasoline.launch.dev_server.posix_command import PosixCommand  # noqa: PLC0415 - needs a POSIX system

        with suppress(NoTerminal):
            return PosixCommand(command)
    from gasoline.launch.dev_server.portable_command import PortableCommand  # noqa: PLC0415

    return PortableCommand(command)
