"""Brings an event of any sender into the form that the extension sends: bounded texts, known addresses."""

from datetime import UTC, datetime

from msgspec.structs import replace

from gasoline.analysis.cut_to_bytes import cut_to_bytes
from gasoline.model import limits
from gasoline.model.actions import EnhancedAction
from gasoline.model.events import Event, NetworkBody, WebSocketEvent
from gasoline.store.connections import Connections

MS_PER_S = 1_000


def complete(event: Event, connections: Connections) -> Event:
    if isinstance(event, NetworkBody):
        return _bounded_body(event)
    if isinstance(event, WebSocketEvent):
        return _with_url(_bounded_message(event), connections)
    return event


def own_time(event: Event) -> str:
    """The time that an action carries in milliseconds; empty where there is none."""
    if not isinstance(event, EnhancedAction) or not isinstance(event.timestamp, int | float):
        return ""
    moment = datetime.fromtimestamp(event.timestamp / MS_PER_S, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _bounded_body(body: NetworkBody) -> NetworkBody:
    sent = _bounded(body.request_body, limits.REQUEST_BODY_BYTES)
    received = _bounded(body.response_body, limits.RESPONSE_BODY_BYTES)
    if (sent, received) == (body.request_body, body.response_body):
        return body
    return replace(body, request_body=sent, response_body=received, truncated=True)


def _bounded_message(event: WebSocketEvent) -> WebSocketEvent:
    data = _bounded(event.data, limits.WEBSOCKET_DATA_BYTES) if isinstance(event.data, str) else event.data
    if data == event.data or not isinstance(event.data, str):
        return event
    size = event.size if isinstance(event.size, int) else len(event.data.encode())
    return replace(event, data=data, size=size, truncated=True)


def _with_url(event: WebSocketEvent, connections: Connections) -> WebSocketEvent:
    """A message may leave out the address that its connection has."""
    known = connections.find(event.id) if event.id and not event.url else None
    return event if known is None else replace(event, url=known.url)


def _bounded(text: str | None, most: int) -> str | None:
    # No character takes more than four bytes: most texts need not be measured.
    if text is None or len(text) * 4 <= most or len(text.encode()) <= most:
        return text
    return cut_to_bytes(text, most)
