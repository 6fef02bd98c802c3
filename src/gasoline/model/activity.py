"""What happened in a stretch of time, and what two such stretches are compared by."""

from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from gasoline.model.actions import EnhancedAction
from gasoline.model.events import AnyLogEntry, NetworkBody, RequestTiming, WebSocketConnection, WebSocketEvent
from gasoline.model.metrics import Metrics
from gasoline.model.performance import PerformanceSnapshot
from gasoline.model.server_logs import ServerLogEntry


@dataclass(frozen=True)
class Activity:
    """Captured events of one stretch, each kind newest first."""

    entries: list[tuple[AnyLogEntry, int]] = field(default_factory=list)
    """Log entries and how often each happened in this stretch."""
    timings: list[RequestTiming] = field(default_factory=list)
    bodies: list[NetworkBody] = field(default_factory=list)
    actions: list[EnhancedAction] = field(default_factory=list)
    loads: list[PerformanceSnapshot] = field(default_factory=list)
    """The latest load of each page, and the latest change of route."""
    times: dict[str, tuple[tuple[str, Metrics], ...]] = field(default_factory=dict)
    """The start and the metrics of each page's loads since the buffers were cleared, oldest first."""
    messages: list[WebSocketEvent] = field(default_factory=list)
    server: list[ServerLogEntry] = field(default_factory=list)
    """What development servers printed."""
    connections: list[WebSocketConnection] = field(default_factory=list)
    """Their states at the end of the stretch, whenever they were opened."""
    lost: tuple[str, ...] = ()
    """Buffers that evicted events of this stretch."""


class ConsoleIssue(Struct, frozen=True, kw_only=True, array_like=True):
    """Errors (or warnings) of the page that say the same."""

    key: str
    """A digest of the message without what changes from one time to the next."""
    message: str
    count: int
    last_ts: str
    page: str
    """The page of the latest occurrence; empty for an exception of a server."""
    from_server: bool = False  # a flag, because snapshots of a hundred issues have a byte budget

    @property
    def source(self) -> Literal["console", "server"]:
        return "server" if self.from_server else "console"


class Endpoint(Struct, frozen=True, kw_only=True, array_like=True):
    """The calls of one endpoint."""

    method: str
    origin: str
    """Scheme and host; empty where the address has none."""
    path: str
    is_cross_origin: bool = False
    """The page that asked has another origin."""
    status: int
    """The latest failure; without one, the latest success; without either, the latest."""
    calls: int
    failures: int
    successes: int
    last_ts: str
    """The start of the call with `status`."""
    where: str
    """The latest address and the page that asked, for filters."""
    duration_ms: float | None = None
    """The mean."""

    @property
    def key(self) -> str:
        """What makes two calls calls of the same endpoint."""
        return f"{self.method} {self.origin}{self.path}"

    @property
    def name(self) -> str:
        """How it is shown: with the origin only where that is not the page's own."""
        return f"{self.method} {self.origin if self.is_cross_origin else ''}{self.path}"
