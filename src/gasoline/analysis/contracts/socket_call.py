"""A message of a WebSocket as a call of an API: its endpoint is the socket's address and the kind of message."""

from gasoline.analysis.causes.patterns.socket_message import message_kind, message_object
from gasoline.analysis.contracts.api_call import Call
from gasoline.kernel.urls import endpoint_of, origin_of, without_query
from gasoline.model.events import WebSocketEvent

METHOD = "WS"
OK = 200  # a message has no status; one that arrived has succeeded


def socket_of(event: WebSocketEvent) -> tuple[str, str]:
    """The origin and the endpoint that its kinds of messages have in common."""
    return origin_of(event.url), endpoint_of(METHOD, event.url)


def call_from_message(event: WebSocketEvent) -> Call | None:
    """None for messages without a contract: outgoing messages, texts, and truncated messages."""
    message = message_object(event) if event.direction == "incoming" else None
    if message is None:
        return None
    origin, socket = socket_of(event)
    kind = message_kind(message)
    return Call(
        endpoint=f"{socket} ({kind})" if kind else socket,
        method=METHOD,
        origin=origin,
        url=without_query(event.url),
        ts=event.ts,
        status=OK,
        failed=False,
        content=message,
        expects_json=True,
    )
