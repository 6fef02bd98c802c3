"""The JSON of a socket message, and which kind of message it is."""

from typing import Any

import msgspec

from gasoline.model.events import WebSocketEvent

KINDS = ("type", "event", "kind", "action", "op", "channel", "topic", "method", "target")
"""Keys that distinguish the kinds of messages of one socket."""
SUBJECTS = (*KINDS, "command", "collection", "entity", "identifier", "key", "model", "resource", "table")
"""Keys that say, besides the kind, what a message is about; its other fields may depend on that."""
NAME_CHARS = 40
MAX_ARGUMENTS = 8  # a longer array is data
DIGITS = "0123456789"
NAME = "[0]"
"""The place where a message that is an array names its kind."""


def message_object(event: WebSocketEvent) -> dict[str, Any] | None:
    """A complete message that is a JSON object, or an event with its arguments as an array: `["tick", {…}]`, before
    which Socket.IO writes a number."""
    if event.event != "message" or not isinstance(event.data, str) or event.truncated is True:
        return None
    text = event.data.lstrip(DIGITS)
    try:
        value = msgspec.json.decode(text if text.startswith("[") else event.data)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    if isinstance(value, list) and 1 < len(value) <= MAX_ARGUMENTS and isinstance(value[0], str):
        return {f"[{number}]": item for number, item in enumerate(value)}
    return value if isinstance(value, dict) and value else None


def message_kind(message: dict[str, Any]) -> str:
    """What the message says that it is; empty if it does not say."""
    found = next((message[key] for key in (*KINDS, NAME) if isinstance(message.get(key), str)), "")
    return "".join(char for char in found[:NAME_CHARS] if char.isalnum() or char in "_-.:/")


def message_subject(message: dict[str, Any]) -> tuple[Any, ...]:
    """Equal for messages whose fields should be the same."""
    inner = [value for value in message.values() if isinstance(value, dict)]
    named = [[each[key] for key in SUBJECTS if _is_name(each.get(key))] for each in (message, *inner)]
    payload = message.get("payload")
    fields = payload.get("data") if isinstance(payload, dict) else None
    selected = tuple(sorted(fields)) if isinstance(fields, dict) else ()  # the fields of a GraphQL subscription
    return (message.get(NAME) or "", *(tuple(each) for each in named if each), selected, _reply_of(message))


def _is_name(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _reply_of(message: dict[str, Any]) -> str:
    """The id of the JSON-RPC request that a message answers, because its fields depend on that request."""
    return str(message["id"]) if "jsonrpc" in message and "id" in message and "method" not in message else ""
