"""The context of a capability: the store, the calling client, and facts about the server."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from gasoline.kernel.time import iso_time
from gasoline.model.notices import StreamSettings
from gasoline.rendering.moment import recorded_span
from gasoline.store.store import Store
from gasoline.toolkit.progress import Progress
from gasoline.toolkit.recorded_audit import RecordedAudit

LogLevel = Literal["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
NotifiedBy = Literal["notifications", "subscription", "nothing"]


@dataclass
class Client:
    """An AI client (or a shell) that calls, and what it has already received."""

    name: str
    cursor: int
    """The newest event at its last call."""
    directory: str = ""
    """Its working directory; empty if unknown."""
    streaming: StreamSettings = field(default_factory=StreamSettings)
    log_level: LogLevel | None = None
    """The minimum level of log messages that it wants; None if not set."""
    notified_by: NotifiedBy = "nothing"
    """How it can be notified of events."""
    can_receive: bool = True
    """Whether notifications reach it now: over HTTP, only while its GET stream is open."""
    notice_cursor: int = 0
    """The newest significant event at its last call."""
    version: str = ""
    """The version of its forwarder; empty without one."""


@dataclass(frozen=True)
class CapsuleFacts:
    """The saved session that a server shows instead of a live browser."""

    name: str
    saved_at: str
    start: str
    end: str
    note: str
    audit: RecordedAudit
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """Screenshots by the id of the error that each belongs to."""

    def shown(self) -> dict[str, str]:
        return {
            "file": self.name,
            "saved_at": self.saved_at,
            "start": self.start,
            "end": self.end,
            "note": self.note,
        }

    @property
    def mark(self) -> str:
        """The sentence that marks answers as answers about a recording."""
        return f"Recording of {recorded_span(self.start, self.end, self.saved_at)}, not the live browser."


@dataclass(frozen=True)
class Server:
    """Facts for the health report that the store does not have."""

    version: str
    port: int
    log_file: Path
    uptime_s: Callable[[], float]
    events_per_s: Callable[[], int] = field(default=lambda: 0)
    clients: Callable[[], list[str]] = field(default=list)
    present: Callable[[], list[Client]] = field(default=list)
    """The same clients with all their details."""
    other_versions: Callable[[], list[str]] = field(default=list)
    """Clients whose forwarder has another version than the server, with that version."""
    pairing: Callable[[], str | None] = field(default=lambda: None)
    """Why the extension is not paired, if it is not."""
    returning_s: Callable[[], float] = field(default=lambda: 0.0)
    """How long a browser that was connected to the last server may still take to find this one."""
    directory: str = ""
    """The directory in which the server was started."""
    state_dir: Path = field(default_factory=Path)
    """The folder for files that the server writes."""
    now_s: Callable[[], float] = time.time
    """The current time; in a recording, the time at which it was saved."""
    capsule: CapsuleFacts | None = None
    """Set if the server shows a saved session."""

    def now_iso(self) -> str:
        return iso_time(self.now_s())


@dataclass(frozen=True)
class Context:
    store: Store
    client: Client
    server: Server
    progress: Progress = field(default_factory=Progress)
    """Reports the progress of long work: `ctx.progress(done, total, words)`."""
    as_text: bool = False
    """Whether the answer is text, which folds what JSON lists."""

    def buffers(self) -> dict[str, Any]:
        """The fill level and evictions of each buffer."""
        return {
            name: {"count": len(ring), "capacity": ring.capacity, "evicted": ring.evicted}
            for buffer in self.store.buffers.values()
            for name, ring in buffer.rings().items()
        }
