"""A WebSocket server for tests: echoes, and does what a message of the form {"do": …} asks."""

import json
import threading
from collections.abc import Sequence
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve
from websockets.typing import Subprotocol


class EchoServer:
    """Runs in a thread of its own."""

    def __init__(self) -> None:
        # No pings: see bidi.py.
        self._server = serve(
            self._talk,
            "127.0.0.1",
            0,
            compression=None,
            select_subprotocol=_first_offered,
            max_size=None,
            ping_interval=None,
        )
        self.port = self._server.socket.getsockname()[1]
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join(10)

    def _talk(self, connection: ServerConnection) -> None:
        try:
            for message in connection:
                order = _order(message)
                if order:
                    DO[order.pop("do")](connection, **order)
                else:
                    connection.send(message)
        except ConnectionClosed:
            pass  # the page is done


def _first_offered(_: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    return offered[0] if offered else None


def _order(message: str | bytes) -> dict[str, Any]:
    if isinstance(message, bytes) or not message.startswith('{"do":'):
        return {}
    return dict(json.loads(message))


def _close(connection: ServerConnection, code: int, reason: str) -> None:
    connection.close(code, reason)


def _text(connection: ServerConnection, text: str, times: int = 1, n: int = 0) -> None:
    """`n` only makes messages different."""
    for _ in range(times):
        connection.send(text)


def _binary(connection: ServerConnection, size: int) -> None:
    connection.send(bytes(size))


def _ticks(connection: ServerConnection, count: int, odd_at: int = -1) -> None:
    """Numbered messages, as fast as they go; one of them may have a key more."""
    for number in range(count):
        more = {"odd": True} if number == odd_at else {}
        connection.send(json.dumps({"tick": number, "text": "é" * 20, **more}, ensure_ascii=False))


DO: dict[str, Any] = {"close": _close, "text": _text, "binary": _binary, "ticks": _ticks}
