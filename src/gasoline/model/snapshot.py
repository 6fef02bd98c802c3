"""A named snapshot: how a stretch of browsing went, to be compared with another."""

from typing import Literal

from msgspec import Struct

from gasoline.model.activity import ConsoleIssue, Endpoint
from gasoline.model.metrics import Metrics
from gasoline.model.page_state import PageState


class SocketState(Struct, frozen=True, kw_only=True, array_like=True):
    """All connections to one address."""

    url: str
    state: Literal["open", "closed"]
    message_rate: float = 0.0


class PagePerformance(Struct, frozen=True, kw_only=True, array_like=True):
    """How fast a page was."""

    page: str
    """Its path, and what distinguishes it from others of that path: its server, or a route change."""
    metrics: Metrics
    """The metrics of the latest load."""
    usual: Metrics = {}
    """Its times, as the medians of its latest loads; empty if there were too few."""
    since: str = ""
    until: str = ""
    """`since` and `until` are the times when the first and the last of those loads began."""


class Snapshot(Struct, frozen=True, kw_only=True):
    """Summaries only: no bodies, and of responses the types."""

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
    state: PageState = PageState()
    """What the page showed and received."""
