"""What was asked of AI Web Pilot: by whom, what, and how it ended; the newest are kept."""

from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime

from msgspec import Struct

from gasoline.model import limits


class PilotCommand(Struct, frozen=True):
    """One command, whether it was carried out or refused."""

    time: str
    client: str
    tool: str
    command: str
    """Its arguments, cut; secrets are masked."""
    result: str
    """`ok`, or the code of the failure."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class PilotAudit:
    """In memory only: it is for the person who looks, not a log."""

    def __init__(self, redact: Callable[[str], str], now: Callable[[], datetime] = utc_now) -> None:
        self._redact = redact
        self._now = now
        self._commands: deque[PilotCommand] = deque(maxlen=limits.PILOT_COMMANDS)

    def __len__(self) -> int:
        return len(self._commands)

    def add(self, client: str, tool: str, command: str, result: str) -> None:
        time = self._now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
        # First masked, then cut: half a secret is not recognised.
        shown = self._redact(command[: limits.SCRIPT_BYTES])[: limits.PILOT_COMMAND_CHARS]
        self._commands.append(PilotCommand(time, client, tool, shown, result))

    def newest(self, count: int = limits.PILOT_COMMANDS_SHOWN) -> list[PilotCommand]:
        """The newest first."""
        return list(reversed(self._commands))[:count]
