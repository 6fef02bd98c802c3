"""The state of a client's session that a new daemon needs."""

from gasoline.launch.forwarder.json_rpc import Message, RequestId, answered_id, request_id
from gasoline.launch.forwarder.subscriptions import ClientSubscriptions

REPEATED = ("initialize", "logging/setLevel")  # replayed to the next daemon in this order
OPEN_ENDED = ("subscriptions/listen",)  # answered only when the stream ends, so no caller is waiting


class ClientSession:
    def __init__(self) -> None:
        self._under_way: dict[RequestId, str] = {}
        self._said: dict[str, tuple[RequestId, bytes]] = {}
        self._subscriptions = ClientSubscriptions()

    def note_sent(self, messages: list[Message], line: bytes) -> None:
        for message in messages:
            method, about = str(message.get("method")), request_id(message)
            if about is not None:
                self._under_way[about] = method
            if about is not None and method in REPEATED and len(messages) == 1:
                self._said[method] = (about, line)
            self._subscriptions.note_sent(message)
            if method == "notifications/cancelled":
                self._forget_cancelled(message.get("params"))

    def note_answered(self, messages: list[Message]) -> None:
        for message in messages:
            about = answered_id(message)
            if about is not None:
                self._under_way.pop(about, None)
                self._subscriptions.note_answered(about, message)

    def unanswered(self, *, with_initialize: bool) -> list[RequestId]:
        """The pending requests. `initialize` can be left out: the next daemon answers it."""
        return [about for about in self._under_way if with_initialize or not self._is_initialize(about)]

    def forget(self, about: RequestId) -> None:
        self._under_way.pop(about, None)

    def is_awaiting(self) -> bool:
        return any(method not in OPEN_ENDED for method in self._under_way.values())

    def to_repeat(self) -> list[tuple[RequestId, bytes]]:
        """The requests to replay to the next daemon, each with the id that the client already got an answer for."""
        said = [self._said[method] for method in REPEATED if method in self._said]
        # Without a handshake, every request identifies the client and streams are reopened.
        return said + self._subscriptions.to_repeat() if "initialize" in self._said else said

    def initialize_under_way(self) -> bytes | None:
        about, line = self._said.get("initialize", (None, b""))
        return line if about is not None and about in self._under_way else None

    def _is_initialize(self, about: RequestId) -> bool:
        return "initialize" in self._said and self._said["initialize"][0] == about

    def _forget_cancelled(self, params: object) -> None:
        about = params.get("requestId") if isinstance(params, dict) else None
        if isinstance(about, (str, int, float)):
            self._under_way.pop(about, None)
