"""Rows of the timeline: each captured event as one line of words, a time and a severity."""

from typing import Literal

import msgspec
from msgspec import Struct

from gasoline.analysis.errors.recent_actions import in_short
from gasoline.analysis.errors.thrown import thrown_in, words_of
from gasoline.analysis.errors.when_and_where import first_and_last
from gasoline.model import limits
from gasoline.model.actions import EnhancedAction
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
from gasoline.watchers.words import page_words

Kind = Literal["action", "console", "network", "websocket", "error"]
Severity = Literal["error", "warn", "info", "debug"]
SEVERITIES: dict[Level, Severity] = {"debug": "debug", "log": "info", "info": "info", "warn": "warn", "error": "error"}
KINDS: dict[str, tuple[Kind, ...]] = {
    "logs": ("error", "console"),
    "network": ("network",),
    "websocket_events": ("websocket",),
    "actions": ("action",),
}
"""What the rows are whose events a shelf keeps."""
FAILED_STATUS = 400
MS = 1_000


class Row(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event on the time axis. The page's words in it are masked, on one line and cut."""

    ref: str
    """Names the row: the same again replaces it. Not `key`, under which the redaction expects a secret."""
    kind: Kind
    at: float
    """Milliseconds since 1970."""
    text: str
    label: str = ""
    """What it is in a word: a level, an error's type, a method, a direction."""
    severity: Severity = "info"
    id: str = ""
    """Names the request, or the connection of a message."""
    url: str = ""
    tab: int | None = None
    duration: float | None = None
    status: int | None = None
    count: int = 1


def shelf_of(event: Event) -> str:
    """Which of the shelves in `KINDS` keeps it; empty for what has no place on the time axis."""
    if isinstance(event, AnyLogEntry):
        return "logs"
    if isinstance(event, RequestTiming):
        return "network"
    if isinstance(event, WebSocketEvent):
        return "websocket_events"
    return "actions" if isinstance(event, EnhancedAction) else ""


def row_of(seq: int, event: Event) -> Row | None:
    """None for what has no place on the time axis."""
    if isinstance(event, AnyLogEntry):
        return _entry(seq, event)
    if isinstance(event, RequestTiming):
        return _request(seq, event)
    if isinstance(event, WebSocketEvent):
        return _websocket(seq, event)
    if isinstance(event, EnhancedAction):
        return _action(seq, event)
    return None


def ref_of(kind: str, seq: int, event: Event) -> str:
    return f"{kind}:{event.key or f'#{seq}'}"


def _entry(seq: int, entry: AnyLogEntry) -> Row:
    kind: Kind = "error" if entry.level == "error" else "console"
    return Row(
        ref=ref_of(kind, seq, entry),
        kind=kind,
        at=_ms(entry),
        text=_words(words_of(entry)),
        label=_label(entry),
        severity=SEVERITIES[entry.level],
        url=_words(entry.url),
        tab=_tab(entry),
        count=entry.times,
    )


def _label(entry: AnyLogEntry) -> str:
    if isinstance(entry, NetworkEntry):
        return "request failed"
    if isinstance(entry, ResourceEntry):
        return "not loaded"
    thrown = thrown_in(entry)
    if thrown is not None:
        return page_words(thrown.type, limits.KEY_CHARS)
    return f"console.{entry.level}" if isinstance(entry, ConsoleEntry) else "exception"


def _request(seq: int, event: RequestTiming) -> Row:
    status = event.status if isinstance(event.status, int) else None
    method = event.method if isinstance(event.method, str) else ""
    return Row(
        ref=ref_of("network", seq, event),
        kind="network",
        at=_ms(event),
        text=_words(event.url),
        label=page_words(method or event.initiator, limits.METHOD_CHARS),
        severity=_request_severity(event, status),
        id=event.id,
        tab=_tab(event),
        duration=event.duration if isinstance(event.duration, float) else None,
        status=status,
    )


def _request_severity(event: RequestTiming, status: int | None) -> Severity:
    if event.aborted is True:
        return "warn"
    return "error" if status is not None and (status == 0 or status >= FAILED_STATUS) else "info"


def _websocket(seq: int, event: WebSocketEvent) -> Row:
    said = event.data if isinstance(event.data, str) else event.reason if isinstance(event.reason, str) else ""
    direction = event.direction if isinstance(event.direction, str) else event.event
    return Row(
        ref=ref_of("websocket", seq, event),
        kind="websocket",
        at=_ms(event),
        text=_words(said or event.url),
        label=direction,
        severity="error" if event.event == "error" else "info",
        id=event.id,
        url=_words(event.url),
        tab=_tab(event),
    )


def _action(seq: int, event: EnhancedAction) -> Row:
    return Row(
        ref=ref_of("action", seq, event),
        kind="action",
        at=_ms(event),
        text=_words(_action_words(event)),
        label=event.type,
        url=_words(event.url),
        tab=_tab(event),
    )


def _action_words(event: EnhancedAction) -> str:
    action = in_short(event)
    said = f"“{action.text}”" if action.text else ""
    return " ".join(part for part in (said, action.target, f"= {action.value}" if action.value else "") if part)


def _words(text: str) -> str:
    return page_words(text, limits.DASHBOARD_TEXT_CHARS)


def _ms(event: Event) -> float:
    latest = first_and_last(event)[1] if isinstance(event, LogEntry) else event.ts
    return parse_time(latest).timestamp() * MS


def _tab(event: Event) -> int | None:
    return None if event.tab_id is msgspec.UNSET else event.tab_id
