"""What is captured: one struct for each kind of event, as it travels on the wire (camelCase)."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, field

from gasoline.model.bounds import EXACT_INTEGER, KEY_CHARS, MAX_OBJECT_KEYS, NAME_CHARS, TIME_CHARS, SpanMs
from gasoline.model.call_site import CalledFrom, CallStack
from gasoline.model.error_context import (
    AiContext,
    Cause,
    ComponentAncestry,
    FailedRequest,
    PageWorker,
    Snippets,
    StateSnapshot,
)
from gasoline.model.units import KIB

REQUEST_BODY_BYTES = 8 * KIB  # NET-05
RESPONSE_BODY_BYTES = 16 * KIB  # NET-06
WEBSOCKET_DATA_BYTES = 4 * KIB  # WS-02
WEBSOCKET_PREVIEW_CHARS = 200  # the last message in the status
WEBSOCKET_RATE_S = 5  # whole seconds that a message rate is taken over
MAX_CAUSES = 5  # errors behind an error
MAX_ERROR_ENTRIES = 1_000  # errors have their own buffer, so that chatter never evicts them

Level = Literal["debug", "log", "info", "warn", "error"]
LogType = Literal["console", "exception", "network", "resource"]

LEVEL_ORDER: dict[Level, int] = {"debug": 0, "log": 1, "info": 1, "warn": 2, "error": 3}

T = TypeVar("T")
Maybe: TypeAlias = T | UnsetType | None
"""A field that a sender may leave out; what was left out is not shown either."""
Int = Annotated[int, Meta(ge=-EXACT_INTEGER, le=EXACT_INTEGER)]
"""A whole number that JavaScript can count to, so that every format can carry it."""
Count = Annotated[int, Meta(ge=0, le=EXACT_INTEGER)]
SERVER_SIDE = {"set_by": "server"}
"""For `Meta(extra=…)` of a field that only the server sets: whatever a sender says there is ignored."""

TraceId = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="Of the `traceparent` header that was added.")]
SpanId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$", description="Of the same header.")]

FIRST_YEAR, LAST_YEAR = 1970, 9998
"""Times outside of these years cannot be converted from zone to zone, or to seconds on every system."""

EARLIEST, LATEST = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC), datetime(LAST_YEAR, 1, 1, tzinfo=UTC)
"""The range of accepted times, in UTC, with a margin so that derived times are valid too."""


def parse_time(text: str) -> datetime:
    """An ISO 8601 time; without a zone it is UTC. Raises ValueError for anything else."""
    moment = datetime.fromisoformat(text)
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ValueError(f"{text!r} is not in the years {FIRST_YEAR} to {LAST_YEAR}")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def check_times(*times: object) -> None:
    """Raises ValueError for a text among them that is not a time: whatever is stored can be shown and sorted."""
    for time in times:
        if isinstance(time, str) and not EARLIEST <= parse_time(time) <= LATEST:
            raise ValueError(f"{time!r} is not between {EARLIEST} and {LATEST}")


class Event(Struct, frozen=True, kw_only=True):
    """What every captured event carries."""

    id: Annotated[str, Meta(max_length=NAME_CHARS, description="Names the event; the same id again updates it.")] = ""
    ts: Annotated[str, Meta(max_length=TIME_CHARS, description="When it happened, ISO 8601; stamped when missing.")] = (
        ""
    )
    url: Annotated[str, Meta(description="The page; of a request, the address asked for.")] = ""
    tab_id: Annotated[Maybe[Int], Meta(description="The browser's number of the tab.")] = field(
        default=UNSET, name="tabId"
    )

    untrusted_frame: Annotated[
        Maybe[bool],
        Meta(
            description="Another page of the site could change this frame before it was recorded, and could have made "
            "this up.",
            extra=SERVER_SIDE,
        ),
    ] = field(default=UNSET, name="_untrustedFrame")

    def __post_init__(self) -> None:
        check_times(self.ts or None)

    @property
    def key(self) -> str:
        """What an update of this event names; empty if it is never updated."""
        return self.id


class LogEntry(Event, frozen=True, kw_only=True, tag_field="type"):
    """Common to everything that `POST /logs` takes."""

    aggregated_count: Annotated[
        Maybe[Annotated[int, Meta(ge=1, le=EXACT_INTEGER)]],
        Meta(description="How often it happened within the window."),
    ] = field(default=UNSET, name="_aggregatedCount")
    first_seen: Maybe[str] = field(default=UNSET, name="_firstSeen")
    last_seen: Maybe[str] = field(default=UNSET, name="_lastSeen")
    context: Annotated[
        Maybe[dict[str, Any]], Meta(description="What the page passed to `window.__gasoline.annotate`.")
    ] = field(default=UNSET, name="_context")
    source_snippets: Annotated[Maybe[Snippets], Meta(description="Of the topmost frames.")] = field(
        default=UNSET, name="_sourceSnippets"
    )
    component_ancestry: Maybe[ComponentAncestry] = field(default=UNSET, name="_componentAncestry")
    state_snapshot: Maybe[StateSnapshot] = field(default=UNSET, name="_stateSnapshot")
    ai_context: Annotated[Maybe[AiContext], Meta(description="The three before, with a summary.")] = field(
        default=UNSET, name="_aiContext"
    )
    screenshot: Annotated[
        Maybe[str], Meta(description="A picture of the tab at that moment, as a file.", extra=SERVER_SIDE)
    ] = field(default=UNSET, name="_screenshot")

    def __post_init__(self) -> None:
        check_times(self.ts or None, self.first_seen, self.last_seen)

    @property
    def times(self) -> int:
        """How often it happened."""
        return self.aggregated_count if isinstance(self.aggregated_count, int) else 1


class ThrownEntry(LogEntry, frozen=True, kw_only=True):
    """An entry that may be about an exception, either uncaught or logged by the page."""

    failed_request: Annotated[
        Maybe[FailedRequest], Meta(description="The request whose response the page could not read.")
    ] = field(default=UNSET, name="_failedRequest")


class ConsoleEntry(ThrownEntry, frozen=True, kw_only=True, tag="console"):
    """A call of console.log, warn, error, info or debug."""

    level: Level = "log"
    args: Annotated[list[Any], Meta(description="The arguments, serialized safely.")] = field(default_factory=list)
    called_from: CalledFrom = field(default=UNSET, name="calledFrom")
    call_stack: CallStack = field(default=UNSET, name="_callStack")


class ExceptionEntry(ThrownEntry, frozen=True, kw_only=True, tag="exception"):
    """An uncaught exception or an unhandled rejection."""

    message: str
    level: Literal["error"] = "error"
    stack: Maybe[str] = UNSET
    filename: Maybe[str] = UNSET
    lineno: Maybe[Int] = UNSET
    colno: Maybe[Int] = UNSET
    rejection: Annotated[Maybe[bool], Meta(description="Whether it is an unhandled rejection.")] = UNSET
    error_type: Annotated[Maybe[str], Meta(description="The error's `name`, such as TypeError.")] = field(
        default=UNSET, name="errorType"
    )
    causes: Annotated[
        Maybe[Annotated[list[Cause], Meta(max_length=MAX_CAUSES)]],
        Meta(description="The chain of its `cause`, or the errors of an AggregateError."),
    ] = field(default=UNSET, name="_causes")
    worker: Annotated[Maybe[PageWorker], Meta(description="Where it happened, if not in the page itself.")] = UNSET


class NetworkEntry(LogEntry, frozen=True, kw_only=True, tag="network"):
    """A request by fetch or XHR that failed: status ≥ 400, no answer at all (status 0), or an answer that is not the
    JSON that an XHR asked for. Also a page whose own address answered with a status ≥ 400."""

    method: str
    level: Literal["error"] = "error"
    status: Int = 0
    status_text: str = field(default="", name="statusText")
    duration: Annotated[Maybe[SpanMs], Meta(description="Milliseconds until the answer or the failure.")] = UNSET
    response: Annotated[Maybe[str], Meta(description="The beginning of the answer's body, at most 16 KB.")] = UNSET
    truncated: Annotated[Maybe[bool], Meta(description="`response` is only the beginning.")] = UNSET
    error: Annotated[Maybe[str], Meta(description="Why there was no answer, or what was wrong with it.")] = UNSET
    page_url: Annotated[Maybe[str], Meta(description="The page that asked.")] = field(default=UNSET, name="pageUrl")
    trace_id: Maybe[TraceId] = field(default=UNSET, name="traceId")
    span_id: Maybe[SpanId] = field(default=UNSET, name="spanId")
    called_from: CalledFrom = field(default=UNSET, name="calledFrom")
    call_stack: CallStack = field(default=UNSET, name="_callStack")


class ResourceEntry(LogEntry, frozen=True, kw_only=True, tag="resource"):
    """An image, script, style sheet or other resource that did not load."""

    message: str
    level: Literal["error"] = "error"
    element: Annotated[str, Meta(description="The tag name, such as `img`.")] = ""
    source: Annotated[str, Meta(description="The address that did not load.")] = ""


def happened_again(before: Event, after: Event) -> bool:
    """Whether an update reports a repeat, and not only more details."""
    return isinstance(before, LogEntry) and isinstance(after, LogEntry) and after.times > before.times


AnyLogEntry = ConsoleEntry | ExceptionEntry | NetworkEntry | ResourceEntry


class RequestTiming(Event, frozen=True, kw_only=True):
    """One request of the waterfall, of any initiator; the milliseconds count from the page's start."""

    method: Annotated[Maybe[str], Meta(description="Known for fetch, XHR and beacons only.")] = UNSET
    status: Maybe[Int] = UNSET
    initiator: Annotated[str, Meta(description="fetch, xmlhttprequest, script, img, link, beacon, …")] = "other"
    start: Annotated[Maybe[SpanMs], Meta(description="Milliseconds after the page's start.")] = UNSET
    duration: Annotated[Maybe[SpanMs], Meta(description="Milliseconds.")] = UNSET
    phases: Annotated[
        Maybe[dict[str, SpanMs]], Meta(description="Milliseconds of dns, connect, tls, wait, receive.")
    ] = UNSET
    transfer_size: Annotated[Maybe[Int], Meta(description="Bytes on the network.")] = field(
        default=UNSET, name="transferSize"
    )
    decoded_size: Annotated[Maybe[Int], Meta(description="Bytes after decompression.")] = field(
        default=UNSET, name="decodedSize"
    )
    cached: Maybe[bool] = UNSET
    aborted: Maybe[bool] = UNSET
    redirected_to: Maybe[str] = field(default=UNSET, name="redirectedTo")
    page_url: Annotated[Maybe[str], Meta(description="The page that asked.")] = field(default=UNSET, name="pageUrl")
    trace_id: Maybe[TraceId] = field(default=UNSET, name="traceId")
    span_id: Maybe[SpanId] = field(default=UNSET, name="spanId")
    called_from: CalledFrom = field(default=UNSET, name="calledFrom")
    call_stack: CallStack = field(default=UNSET, name="_callStack")


class NetworkBody(Event, frozen=True, kw_only=True, tag_field="type", tag="network_body"):
    """What a request by fetch or XHR sent and received. Its `id` is that of the request in the waterfall."""

    method: str
    status: Annotated[Int, Meta(description="0 when there was no answer.")] = 0
    request_body: Annotated[str | None, Meta(description="At most 8 KB.")] = field(default=None, name="requestBody")
    response_body: Annotated[
        str | None, Meta(description="At most 16 KB; null when there was none or the page did not read it.")
    ] = field(default=None, name="responseBody")
    content_type: Annotated[str | None, Meta(description="Of the response.")] = field(default=None, name="contentType")
    duration: Annotated[Maybe[SpanMs], Meta(description="Milliseconds until the answer or the failure.")] = UNSET
    truncated: Annotated[Maybe[bool], Meta(description="A body is longer than what is shown.")] = UNSET
    has_auth_header: Annotated[bool, Meta(description="The request had an Authorization header.")] = field(
        default=False, name="hasAuthHeader"
    )
    request_headers: Annotated[Maybe[dict[str, str]], Meta(description="Without those that hold secrets.")] = field(
        default=UNSET, name="requestHeaders"
    )
    response_headers: Annotated[Maybe[dict[str, str]], Meta(description="Without those that hold secrets.")] = field(
        default=UNSET, name="responseHeaders"
    )
    redirected_to: Maybe[str] = field(default=UNSET, name="redirectedTo")
    aborted: Maybe[bool] = UNSET
    error: Annotated[Maybe[str], Meta(description="Why there was no answer.")] = UNSET
    page_url: Annotated[Maybe[str], Meta(description="The page that asked.")] = field(default=UNSET, name="pageUrl")


WebSocketEventName = Literal["open", "message", "close", "error"]
Direction = Literal["incoming", "outgoing"]
ConnectionState = Literal["connecting", "open", "closing", "closed", "untracked"]
"""The values of `readyState`; an untracked connection still exists in the page, but is no longer watched."""


class WebSocketEvent(Event, frozen=True, kw_only=True):
    """Something that happened on a WebSocket."""

    type: Literal["websocket"] = "websocket"
    event: WebSocketEventName
    id: Annotated[str, Meta(max_length=NAME_CHARS, description="Names the connection.")] = ""
    url: Annotated[str, Meta(description="The connection's address.")] = ""
    direction: Annotated[Maybe[Direction], Meta(description="Of a message.")] = UNSET
    data: Annotated[Maybe[str], Meta(description="The message, or `[Binary: N bytes]`.")] = UNSET
    size: Annotated[Maybe[Count], Meta(description="Bytes of the whole message.")] = UNSET
    truncated: Annotated[Maybe[bool], Meta(description="`data` is only the beginning.")] = UNSET
    code: Annotated[Maybe[Int], Meta(description="Of a close.")] = UNSET
    reason: Annotated[Maybe[str], Meta(description="Of a close.")] = UNSET
    sampled: Annotated[
        Maybe[Count], Meta(description="Under load: messages of this connection left out since its last event.")
    ] = UNSET
    event_id: Annotated[
        Maybe[Annotated[str, Meta(max_length=NAME_CHARS)]], Meta(description="Names the event, if it will be updated.")
    ] = field(default=UNSET, name="eventId")
    called_from: CalledFrom = field(default=UNSET, name="calledFrom")
    call_stack: CallStack = field(default=UNSET, name="_callStack")

    @property
    def key(self) -> str:
        """Its id is the connection's."""
        return self.event_id if isinstance(self.event_id, str) else ""


class Traffic(Struct, frozen=True, kw_only=True):
    """All messages of a connection in one direction, counted in the page whether or not they were sent on."""

    total: Count = 0
    bytes: Count = 0
    at: Annotated[str, Meta(max_length=TIME_CHARS, description="When the last one came; empty before the first.")] = ""
    preview: Annotated[str, Meta(max_length=WEBSOCKET_PREVIEW_CHARS, description="The beginning of the last one.")] = ""
    second: Annotated[Int, Meta(description="The last one's time in whole seconds since 1970.")] = 0
    counts: Annotated[
        list[Count],
        Meta(max_length=WEBSOCKET_RATE_S, description="Messages in that second, in the one before, …"),
    ] = field(default_factory=list)

    def __post_init__(self) -> None:
        check_times(self.at or None)


class WebSocketConnection(Event, frozen=True, kw_only=True):
    """How a connection stands; the page sends it again when it has changed. `ts` is when it was made."""

    url: Annotated[str, Meta(description="The connection's address.")] = ""
    state: ConnectionState = "connecting"
    opened_at: Annotated[Maybe[str], Meta(description="Null if it never opened.")] = field(
        default=None, name="openedAt"
    )
    closed_at: Maybe[str] = field(default=None, name="closedAt")
    close_code: Maybe[Int] = field(default=None, name="closeCode")
    close_reason: Maybe[str] = field(default=None, name="closeReason")
    incoming: Traffic = field(default_factory=Traffic)
    outgoing: Traffic = field(default_factory=Traffic)
    keys: Annotated[
        list[Annotated[str, Meta(max_length=KEY_CHARS)]],
        Meta(max_length=MAX_OBJECT_KEYS, description="Keys of the JSON objects among its messages."),
    ] = field(default_factory=list)
    json_messages: Annotated[
        Int, Meta(description="Messages that are JSON objects; in a flood of messages alike, not each is parsed.")
    ] = field(default=0, name="jsonMessages")

    def __post_init__(self) -> None:
        check_times(self.ts or None, self.opened_at, self.closed_at)
