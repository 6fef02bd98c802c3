"""Logs, spans and metrics as plain data, so that they can be made and tested without an OpenTelemetry package."""

from collections.abc import Mapping

from msgspec import Struct

from gasoline.kernel.digest import hex_digest
from gasoline.kernel.time import MS_PER_S
from gasoline.kernel.urls import split_url
from gasoline.model.events import Event, Level, parse_time

TRACE_ID_DIGITS = 32
SPAN_ID_DIGITS = 16
NS_PER_S = 1_000_000_000
NS_PER_MS = 1_000_000

Value = str | int | float | bool
Attributes = Mapping[str, Value]


class TraceIds(Struct, frozen=True):
    """The trace and the span, in hexadecimal."""

    trace: str
    span: str


class Log(Struct, frozen=True):
    """A console message, an error or a failed request."""

    service: str
    time_ns: int
    level: Level
    body: str
    attributes: Attributes
    event_name: str = ""
    ids: TraceIds | None = None
    """The span that it belongs to."""


class Span(Struct, frozen=True):
    """A request or a page load."""

    service: str
    name: str
    ids: TraceIds
    start_ns: int
    end_ns: int
    attributes: Attributes
    is_client: bool
    """Whether it is a request to a server."""
    error: str = ""
    """Why it failed."""
    parent: TraceIds | None = None
    """The page load that it is a part of."""
    link: TraceIds | None = None
    """The same, if its trace is the one that was sent to its server."""


class Point(Struct, frozen=True):
    """One measured value."""

    service: str
    name: str
    unit: str
    description: str
    time_ns: int
    value: float
    attributes: Attributes


def time_ns_of(ts: str) -> int:
    """Nanoseconds since 1970; events have whole milliseconds."""
    return round(parse_time(ts).timestamp() * MS_PER_S) * NS_PER_MS


def service_of(page_url: str) -> str:
    """The application that a page belongs to: its host and port."""
    host = split_url(page_url).netloc.rpartition("@")[2]
    return host or "browser"


def derived_ids(event: Event) -> TraceIds:
    """The same event always gets the same ids, so that a second export does not look like more requests."""
    digits = hex_digest(f"{event.id} {event.ts} {event.url}")
    return TraceIds(digits[:TRACE_ID_DIGITS], digits[TRACE_ID_DIGITS : TRACE_ID_DIGITS + SPAN_ID_DIGITS])


def common_attributes(event: Event) -> dict[str, Value]:
    attributes: dict[str, Value] = {}
    if event.id:
        attributes["gasoline.id"] = event.id
    if isinstance(event.tab_id, int):
        attributes["gasoline.tab_id"] = event.tab_id
    return attributes
