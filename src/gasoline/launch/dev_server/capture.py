"""The copy of a command's output: parsed and sent to the daemon, without making the command wait."""

import os
import sys
from typing import Any, Protocol

NO_FD = -1


class Capture(Protocol):
    """Everything but `finish` returns at once."""

    def begin(self, hello: dict[str, Any]) -> None:
        """The command has started; the daemon may know."""

    def put(self, stream: str, data: bytes) -> None:
        """A copy of what was printed."""

    def skip(self, stream: str, size: int) -> None:
        """Counts printed bytes that were not read."""

    @property
    def waits_for(self) -> int:
        """The descriptor that must be writable before `send` can go on, or NO_FD."""

    def send(self) -> None:
        """Hands over what waits."""

    def finish(self, exit_code: int) -> None:
        """Waits a moment until the daemon has the last output and the exit code."""

    def cancel(self) -> None:
        """The command could not be started."""


def start_capture(state_dir: str, directory: str, *, can_fork: bool = os.name == "posix") -> Capture:
    """May fork, so it comes before any thread."""
    if can_fork and sys.platform != "win32":
        from gasoline.launch.dev_server.capture_process import CaptureProcess  # noqa: PLC0415 - needs a POSIX system

        return CaptureProcess(state_dir, directory)
    from gasoline.launch.dev_server.capture_thread import CaptureThread  # noqa: PLC0415

    return CaptureThread(state_dir, directory)
