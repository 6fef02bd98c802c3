"""What happened in a stretch of time, and what two such stretches are compared by."""

from dataclasses import dataclass, field

from msgspec import Struct

from gasoline.model.actions import EnhancedAction
from gasoline.model.events import AnyLogEntry, NetworkBody, RequestTiming, WebSocketConnection, WebSocketEvent
from gasoline.model.performance import PerformanceSnapshot


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
    messages: list[WebSocketEvent] = field(default_factory=list)
    connections: list[WebSocketConnection] = field(default_factory=list)
    """How they stand at its end, whenever they were made."""
    lost: tuple[str, ...] = ()
    """Buffers that had to let go of something that belongs to it."""


class ConsoleIssue(Struct, frozen=True, kw_only=True, array_like=True):
    """Errors (or warnings) of the page that say the same."""

    key: str
    """A digest of the message without what changes from one time to the next."""
    message: str
    count: int
    last_ts: str
    page: str
    """Where it was seen last."""


class Endpoint(Struct, frozen=True, kw_only=True, array_like=True):
    """The calls of one endpoint."""

    method: str
    path: str
    status: int
    """The latest; of an endpoint that failed, the latest failure."""
    calls: int
    failures: int
    last_ts: str
    """When the call of `status` began."""
    where: str
    """The latest address and the page that asked, for filters."""
    duration_ms: float | None = None
    """The mean."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"
