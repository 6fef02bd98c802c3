"""A named snapshot: how a stretch of browsing went, to be compared with another."""

from typing import Literal

from msgspec import Struct

from gasoline.model.activity import ConsoleIssue, Endpoint
from gasoline.model.metrics import Metrics


class SocketState(Struct, frozen=True, kw_only=True, array_like=True):
    """All connections to one address."""

    url: str
    state: Literal["open", "closed"]
    message_rate: float = 0.0


class PagePerformance(Struct, frozen=True, kw_only=True):
    """How fast a page was."""

    page: str
    """Its path, with what tells it from others of that path: another server, a change of route instead of a load."""
    metrics: Metrics


class Snapshot(Struct, frozen=True, kw_only=True):
    """Summaries only, no bodies."""

    name: str
    captured_at: str
    url_filter: str
    page_url: str
    errors: tuple[ConsoleIssue, ...]
    more_errors: dict[str, int] = {}
    """Keys and counts of the errors beyond those: compared, but not listed."""
    warnings: tuple[ConsoleIssue, ...]
    endpoints: tuple[Endpoint, ...]
    more_endpoints: frozenset[str] = frozenset()
    """Keys of the endpoints beyond those: known to have been called, and nothing else."""
    sockets: tuple[SocketState, ...]
    performance: PagePerformance | None = None
