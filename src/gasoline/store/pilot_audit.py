"""The log of AI Web Pilot commands with client and result; the newest are kept."""

from collections import deque
from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from gasoline.kernel.time import utc_now
from gasoline.model.wire import SCRIPT_BYTES

MAX_PILOT_COMMANDS = 100  # commands that the server and the popup remember
PILOT_COMMANDS_SHOWN = 10  # of them, in health and in the popup
PILOT_COMMAND_CHARS = 200  # what was asked, cut


class PilotCommand(Struct, frozen=True):
    """One command, executed or refused."""

    time: str
    client: str
    tool: str
    command: str
    """Its arguments, truncated and masked."""
    result: str
    """`ok` or an error code."""


class PilotAudit:
    """Pilot commands, kept in memory only for display."""

    def __init__(self, redact: Callable[[str], str], now: Callable[[], datetime] = utc_now) -> None:
        self._redact = redact
        self._now = now
        self._commands: deque[PilotCommand] = deque(maxlen=MAX_PILOT_COMMANDS)

    def __len__(self) -> int:
        return len(self._commands)

    def add(self, client: str, tool: str, command: str, result: str) -> None:
        time = self._now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
        # Masked before truncating, because a partial secret is not recognized.
        shown = self._redact(command[:SCRIPT_BYTES])[:PILOT_COMMAND_CHARS]
        self._commands.append(PilotCommand(time, client, tool, shown, result))

    def saved(self) -> list[PilotCommand]:
        """Oldest first."""
        return list(self._commands)

    def load(self, command: PilotCommand) -> None:
        self._commands.append(command)

    def newest(self, count: int = PILOT_COMMANDS_SHOWN) -> list[PilotCommand]:
        """The newest first."""
        return list(reversed(self._commands))[:count]
