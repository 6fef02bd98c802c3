"""Rows of the timeline: each captured event as one line of text, a time and a severity."""

from typing import Literal, TypeVar

from msgspec import UNSET, Struct, UnsetType, field

from gasoline.analysis.errors.event_time import first_and_last_time
from gasoline.analysis.errors.exception_info import exception_info, message_of
from gasoline.analysis.errors.recent_actions import summarize_action
from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.kernel.loaded_files import is_loaded_file
from gasoline.kernel.time import MS_PER_S
from gasoline.kernel.urls import split_url
from gasoline.model.actions import EnhancedAction
from gasoline.model.bounds import KEY_CHARS
from gasoline.model.events import (
    AnyLogEntry,
    ConsoleEntry,
    Event,
    Level,
    LogEntry,
    NetworkEntry,
    RequestTiming,
    ResourceEntry,
    WebSocketEvent,
    parse_time,
)
from gasoline.model.http import CLIENT_ERROR, METHOD_CHARS
from gasoline.model.server_bounds import SERVER_RUN_NAME_CHARS
from gasoline.model.server_logs import ServerLogEntry
from gasoline.watchers.notice_text import page_text

DASHBOARD_TEXT_CHARS = 300  # the words of one row; the detail has the rest

Number = TypeVar("Number", int, float)
Kind = Literal["action", "console", "network", "websocket", "error", "server"]
Severity = Literal["error", "warn", "info", "debug"]
SEVERITIES: dict[Level, Severity] = {"debug": "debug", "log": "info", "info": "info", "warn": "warn", "error": "error"}
KINDS: dict[str, tuple[Kind, ...]] = {
    "logs": ("error", "console"),
    "network": ("network",),
    "websocket_events": ("websocket",),
    "actions": ("action",),
    "server_logs": ("server",),
}
"""The kinds of rows for each buffer."""


class Row(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event on the time axis. Its page text is masked, on one line and truncated."""

    ref: str
    """Identifies the row: a row with the same value replaces it. Not `key`, which redaction treats as a secret."""
    kind: Kind
    at: float
    """Milliseconds since 1970."""
    text: str
    label: str = ""
    """A one-word label: a level, an error type, a method, a direction."""
    severity: Severity = "info"
    id: str = ""
    """The id of the request, or of the message's connection."""
    url: str = ""
    tab: int | UnsetType = UNSET
    duration: float | UnsetType = UNSET
    status: int | UnsetType = UNSET
    count: int = 1
    is_noise: bool = field(default=False, name="isNoise")
    """A file that the page loaded, or a message by which its connection is known to reload modules."""


def buffer_of(event: Event) -> str:
    """The buffer in `KINDS` that stores it; empty for events that are not on the time axis."""
    if isinstance(event, AnyLogEntry):
        return "logs"
    if isinstance(event, RequestTiming):
        return "network"
    if isinstance(event, WebSocketEvent):
        return "websocket_events"
    if isinstance(event, ServerLogEntry):
        return "server_logs"
    return "actions" if isinstance(event, EnhancedAction) else ""


def row_of(seq: int, event: Event) -> Row | None:
    """None for events that are not on the time axis."""
    if isinstance(event, AnyLogEntry):
        return _entry(seq, event)
    if isinstance(event, RequestTiming):
        return _request(seq, event)
    if isinstance(event, WebSocketEvent):
        return _websocket(seq, event)
    if isinstance(event, EnhancedAction):
        return _action(seq, event)
    return _server(seq, event) if isinstance(event, ServerLogEntry) else None


def ref_of(kind: str, seq: int, event: Event) -> str:
    return f"{kind}:{event.key or f'#{seq}'}"


def _entry(seq: int, entry: AnyLogEntry) -> Row:
    kind: Kind = "error" if entry.level == "error" else "console"
    return Row(
        ref=ref_of(kind, seq, entry),
        kind=kind,
        at=_ms(entry),
        text=_text(_message(entry)),
        label=_label(entry),
        severity=SEVERITIES[entry.level],
        url=_text(entry.url),
        tab=_known(entry.tab_id),
        count=entry.times,
    )


def _message(entry: AnyLogEntry) -> str:
    """Starts with the path of a failed request, because lists are narrow."""
    if not isinstance(entry, NetworkEntry):
        return message_of(entry)
    outcome = str(entry.status) if entry.status else "no response"
    return f"{entry.method} {_path_first(entry.url)} → {outcome}"


def _path_first(url: str) -> str:
    """`/orders?page=2 shop.test`; any other text is unchanged."""
    parts = split_url(url)
    if not parts.netloc:
        return url
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.path or '/'}{query} {parts.netloc.rpartition('@')[2]}"


def _label(entry: AnyLogEntry) -> str:
    if isinstance(entry, NetworkEntry):
        return "request failed"
    if isinstance(entry, ResourceEntry):
        return "not loaded"
    exception = exception_info(entry)
    if exception is not None:
        return page_text(exception.type, KEY_CHARS)
    return f"console.{entry.level}" if isinstance(entry, ConsoleEntry) else "exception"


def _request(seq: int, event: RequestTiming) -> Row:
    method = event.method if isinstance(event.method, str) else ""
    return Row(
        ref=ref_of("network", seq, event),
        kind="network",
        at=_ms(event),
        text=_text(event.url),
        label=page_text(method or event.initiator, METHOD_CHARS),
        severity=_request_severity(event),
        id=event.id,
        tab=_known(event.tab_id),
        duration=_known(event.duration),
        status=_known(event.status),
        is_noise=is_loaded_file(event),
    )


def _request_severity(event: RequestTiming) -> Severity:
    if event.aborted is True:
        return "warn"
    has_failed = isinstance(event.status, int) and (event.status == 0 or event.status >= CLIENT_ERROR)
    return "error" if has_failed else "info"


def _websocket(seq: int, event: WebSocketEvent) -> Row:
    said = event.data if isinstance(event.data, str) else event.reason if isinstance(event.reason, str) else ""
    direction = event.direction if isinstance(event.direction, str) else event.event
    return Row(
        ref=ref_of("websocket", seq, event),
        kind="websocket",
        at=_ms(event),
        text=_text(said or event.url),
        label=direction,
        severity="error" if event.event == "error" else "info",
        id=event.id,
        url=_text(event.url),
        tab=_known(event.tab_id),
        is_noise=bool(hot_reload_connections([event])),
    )


def _action(seq: int, event: EnhancedAction) -> Row:
    return Row(
        ref=ref_of("action", seq, event),
        kind="action",
        at=_ms(event),
        text=_text(_action_text(event)),
        label=event.type,
        url=_text(event.url),
        tab=_known(event.tab_id),
    )


def _action_text(event: EnhancedAction) -> str:
    action = summarize_action(event)
    said = f"“{action.text}”" if action.text else ""
    return " ".join(
        part for part in (said, _path_first(action.target), f"= {action.value}" if action.value else "") if part
    )


def _server(seq: int, entry: ServerLogEntry) -> Row:
    exception = entry.exception
    text = entry.text if exception is UNSET else f"{exception.type}: {exception.message}"
    return Row(
        ref=ref_of("server", seq, entry),
        kind="server",
        at=_ms(entry),
        text=_text(text),
        label=page_text(entry.name, SERVER_RUN_NAME_CHARS),
        severity=SEVERITIES[entry.level],
    )


def _text(text: str) -> str:
    return page_text(text, DASHBOARD_TEXT_CHARS)


def _ms(event: Event) -> float:
    latest = first_and_last_time(event)[1] if isinstance(event, LogEntry) else event.ts
    return parse_time(latest).timestamp() * MS_PER_S


def _known(value: Number | UnsetType | None) -> Number | UnsetType:
    """The extension may send null for what it does not know."""
    return UNSET if value is None else value
