"""A client's subscriptions, kept so that they can be renewed with the next daemon."""

import json

from gasoline.launch.forwarder.json_rpc import Message, RequestId, request_id

STREAMING = "configure_streaming"
SUBSCRIBE, UNSUBSCRIBE = "resources/subscribe", "resources/unsubscribe"
MAX_ENTRIES = 20  # subscriptions and pending requests; there is only one resource to subscribe to


class ClientSubscriptions:
    """Counts only what the daemon accepted. As in the daemon, omitted settings keep their values."""

    def __init__(self) -> None:
        self._asked: dict[RequestId, Message] = {}
        self._settings: dict[str, object] = {}
        self._subscribed: dict[str, None] = {}

    def note_sent(self, message: Message) -> None:
        about = request_id(message)
        if about is not None and (
            _settings_in(message) is not None or message.get("method") in (SUBSCRIBE, UNSUBSCRIBE)
        ):
            self._asked[about] = message
        if len(self._asked) > MAX_ENTRIES:
            del self._asked[next(iter(self._asked))]

    def note_answered(self, about: RequestId, answer: Message) -> None:
        message = self._asked.pop(about, None)
        if message is None or not _is_accepted(answer):
            return
        uri = str(_params(message).get("uri"))
        if message.get("method") == SUBSCRIBE and len(self._subscribed) < MAX_ENTRIES:
            self._subscribed[uri] = None
        elif message.get("method") == UNSUBSCRIBE:
            self._subscribed.pop(uri, None)
        else:
            self._settings |= _settings_in(message) or {}

    def to_repeat(self) -> list[tuple[RequestId, bytes]]:
        """Requests with our own ids."""
        wanted: list[tuple[str, Message]] = [(SUBSCRIBE, {"uri": uri}) for uri in self._subscribed]
        if self._settings:
            wanted.append(("tools/call", {"name": STREAMING, "arguments": self._settings}))
        return [_line(f"gasoline-repeats-{number}", *request) for number, request in enumerate(wanted)]


def _settings_in(message: Message) -> dict[str, object] | None:
    """The streaming settings of a call, by either name of the tool; None for other calls."""
    params = _params(message)
    arguments = params.get("arguments")
    if message.get("method") != "tools/call" or not isinstance(arguments, dict):
        return None
    if params.get("name") == STREAMING:
        return dict(arguments)
    if params.get("name") == "configure" and arguments.get("action") == "streaming":
        return {name: value for name, value in arguments.items() if name != "action"}
    return None


def _is_accepted(answer: Message) -> bool:
    result = answer.get("result")
    return isinstance(result, dict) and result.get("isError") is not True


def _params(message: Message) -> Message:
    params = message.get("params")
    return params if isinstance(params, dict) else {}


def _line(about: str, method: str, params: Message) -> tuple[RequestId, bytes]:
    request = {"jsonrpc": "2.0", "id": about, "method": method, "params": params}
    return about, json.dumps(request).encode() + b"\n"
