"""What a capability may use: the store, the client that asks, and facts about the server."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from gasoline.capabilities.progress import Progress
from gasoline.model.notices import StreamSettings
from gasoline.store.store import Store

LogLevel = Literal["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
ToldBy = Literal["notifications", "subscription", "nothing"]


@dataclass
class Client:
    """An AI client (or a shell) that asks, and what it has been told so far."""

    name: str
    cursor: int
    """The newest event at its last call."""
    directory: str = ""
    """Where it works; empty if it did not say."""
    streaming: StreamSettings = field(default_factory=StreamSettings)
    log_level: LogLevel | None = None
    """From which level on it wants log messages; None if it did not say."""
    told_by: ToldBy = "nothing"
    """How it can be told of events."""
    hears: bool = True
    """Whether what is sent without being asked for reaches it now: over HTTP, while its GET stream is open."""
    notice_cursor: int = 0
    """The newest significant event at its last call."""
    version: str = ""
    """Of the forwarder it came by; empty where there was none."""


@dataclass(frozen=True)
class Server:
    """Facts that health reports and the store does not know."""

    version: str
    port: int
    log_file: Path
    uptime_s: Callable[[], float]
    events_per_s: Callable[[], int] = field(default=lambda: 0)
    clients: Callable[[], list[str]] = field(default=list)
    present: Callable[[], list[Client]] = field(default=list)
    """The same clients with all that is known of them."""
    other_versions: Callable[[], list[str]] = field(default=list)
    """Clients whose forwarder is of another version than the server, with that version."""
    pairing: Callable[[], str | None] = field(default=lambda: None)
    """What keeps the extension from being paired, if anything does."""
    directory: str = ""
    """Where the server was started."""


@dataclass(frozen=True)
class Context:
    store: Store
    client: Client
    server: Server
    progress: Progress = field(default_factory=Progress)
    """Where long work says how far it is: `ctx.progress(done, total, words)`."""

    def buffers(self) -> dict[str, Any]:
        """How full each buffer is and what it had to let go."""
        return {
            name: {"count": len(ring), "capacity": ring.capacity, "evicted": ring.evicted}
            for shelf in self.store.shelves.values()
            for name, ring in shelf.rings().items()
        }
