"""Normalizes an event of any sender to the extension's form: bounded texts, known URLs, no values of secret fields."""

from bisect import bisect_right
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from gasoline.kernel.secrets.mask import MASK
from gasoline.kernel.secrets.names import is_sensitive_name
from gasoline.kernel.secrets.redaction import is_hidden_value
from gasoline.kernel.text import truncate_to_bytes
from gasoline.kernel.time import MS_PER_S
from gasoline.model.actions import EnhancedAction
from gasoline.model.error_context import FailedRequest
from gasoline.model.events import (
    REQUEST_BODY_BYTES,
    RESPONSE_BODY_BYTES,
    WEBSOCKET_DATA_BYTES,
    Event,
    NetworkBody,
    NetworkEntry,
    ThrownEntry,
    WebSocketEvent,
)
from gasoline.store.websocket_connections import WebSocketConnections

CHOICES_CHARS = 10_240  # all choices of one select together


def normalize_event(event: Event, connections: WebSocketConnections) -> Event:
    if isinstance(event, NetworkBody):
        return _bounded_body(event)
    if isinstance(event, NetworkEntry):
        return _bounded_response(event)
    if isinstance(event, ThrownEntry):
        return _bounded_failed_request(event)
    if isinstance(event, WebSocketEvent):
        return _with_url(_bounded_message(event), connections)
    if isinstance(event, EnhancedAction):
        return _without_secret(_bounded_choices(event))
    return event


def own_time(event: Event) -> str:
    """The ISO time of an action's millisecond timestamp; empty without one."""
    if not isinstance(event, EnhancedAction) or not isinstance(event.timestamp, int | float):
        return ""
    moment = datetime.fromtimestamp(event.timestamp / MS_PER_S, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _bounded_choices(action: EnhancedAction) -> EnhancedAction:
    """The choices of a select that fit into one step of a script."""
    chosen = action.selected_values
    if not isinstance(chosen, list):
        return action
    ends = list(accumulate(map(len, chosen)))
    return (
        action
        if not ends or ends[-1] <= CHOICES_CHARS
        else replace(action, selected_values=chosen[: bisect_right(ends, CHOICES_CHARS)])
    )


def _without_secret(action: EnhancedAction) -> EnhancedAction:
    """The extension does not send what a person types into a field that is named as a secret."""
    if not action.selectors:
        return action
    names = [name for name in (action.selectors.id, action.selectors.test_id) if name]
    typed = {field: getattr(action, field) for field in ("value", "selected_value", "selected_text")}
    hidden: dict[str, Any] = {
        field: MASK
        for field, value in typed.items()
        if isinstance(value, str) and value != MASK and any(_is_hidden(name, value) for name in names)
    }
    chosen = action.selected_values
    if isinstance(chosen, list) and any(_is_hidden(name, value) for name in names for value in chosen):
        hidden["selected_values"] = [MASK] * len(chosen)
    return replace(action, **hidden, key_delays=UNSET) if hidden else action


def _is_hidden(name: str, value: str) -> bool:
    return is_sensitive_name(name) or is_hidden_value(name, value)


def _bounded_body(body: NetworkBody) -> NetworkBody:
    sent = _bounded(body.request_body, REQUEST_BODY_BYTES)
    received = _bounded(body.response_body, RESPONSE_BODY_BYTES)
    if (sent, received) == (body.request_body, body.response_body):
        return body
    return replace(body, request_body=sent, response_body=received, truncated=True)


def _bounded_response(entry: NetworkEntry) -> NetworkEntry:
    if not isinstance(entry.response, str):
        return entry
    received = _bounded(entry.response, RESPONSE_BODY_BYTES)
    return entry if received == entry.response else replace(entry, response=received, truncated=True)


def _bounded_failed_request(entry: ThrownEntry) -> ThrownEntry:
    request = entry.failed_request
    if not isinstance(request, FailedRequest) or request.response is None:
        return entry
    received = _bounded(request.response, RESPONSE_BODY_BYTES)
    if received == request.response:
        return entry
    return replace(entry, failed_request=replace(request, response=received, truncated=True))


def _bounded_message(event: WebSocketEvent) -> WebSocketEvent:
    data = _bounded(event.data, WEBSOCKET_DATA_BYTES) if isinstance(event.data, str) else event.data
    if data == event.data or not isinstance(event.data, str):
        return event
    size = event.size if isinstance(event.size, int) else len(event.data.encode())
    return replace(event, data=data, size=size, truncated=True)


def _with_url(event: WebSocketEvent, connections: WebSocketConnections) -> WebSocketEvent:
    """A message may omit the URL of its connection."""
    known = connections.find(event.id) if event.id and not event.url else None
    return event if known is None else replace(event, url=known.url)


def _bounded(text: str | None, most: int) -> str | None:
    # A character takes at most four bytes, so most texts need not be measured.
    if text is None or len(text) * 4 <= most or len(text.encode()) <= most:
        return text
    return truncate_to_bytes(text, most)
