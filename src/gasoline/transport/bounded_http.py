"""The HTTP protocol of uvicorn with bounds it does not have: size of and time for the headers, open connections."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gasoline.transport.bounded_websocket import BoundedWebSocketProtocol
from gasoline.transport.connection_owner import Peer
from gasoline.transport.guard import COOKIE_BYTES, HEADER_BYTES
from gasoline.transport.guard_middleware import SAFE_HEADERS
from gasoline.transport.unproven import BoundedState

HEADER_WAIT_S = 10.0  # GUARD-02

TOO_LARGE = b'{"error":"headers_too_large","message":"Send fewer or shorter headers."}'
BAD_HANDSHAKE = b'{"error":"bad_handshake","message":"Send a WebSocket handshake as a GET without a body."}'
REASONS = {400: b"Bad Request", 431: b"Request Header Fields Too Large"}


class BoundedHttpProtocol(HttpToolsProtocol):
    """Closes a connection whose headers are too large or too slow; passes the peer's address to the guard."""

    server_state: BoundedState

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = Peer(self.client, self.server if self.server and self.server[1] else None)  # type: ignore[arg-type]
        self._header_bytes = 0
        self._has_large_headers = False
        self._header_timer: asyncio.TimerHandle | None = None
        self.server_state.unproven.add(transport)
        self._await_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._headers_came()
        self._proven()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._header_timer is not None:
            self._header_bytes += len(data)
        super().data_received(data)
        if self._header_timer is not None and self._header_bytes > HEADER_BYTES and not self._may_be_cookies():
            self._answer_and_close(431, TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._header_timer is None:
            self._await_headers()

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value.rstrip(b" \t"))  # the parser keeps white space after a value

    def on_headers_complete(self) -> None:
        self._headers_came()
        extensions: dict[str, Any] = {
            "gasoline.origin_form": self.url.startswith(b"/"),
            "gasoline.abort": self.transport.abort,
            "gasoline.peer": self._peer,
            "gasoline.proven": self._proven,
        }
        self.scope["extensions"] = extensions
        super().on_headers_complete()
        # The parser would wait for the end of a body, for as long as its sender likes.
        if self._upgrades() and (self.parser.get_method() != b"GET" or self._has_body()):
            self._answer_and_close(400, BAD_HANDSHAKE)

    def handle_websocket_upgrade(self) -> None:
        """Without the cookies of other servers on this host: they may be longer than the WebSocket protocol accepts."""
        if self.transport.is_closing():
            return
        self.headers[:] = [(name, value) for name, value in self.headers if name != b"cookie"]
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        # It takes no line over 8 KB and 128 headers at most, and then neither answers nor closes.
        if isinstance(protocol, BoundedWebSocketProtocol) and not protocol.handshake_initiated:
            self._answer_and_close(431, TOO_LARGE)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        self._answer_and_close(400, b'{"error":"bad_request","message":"This is not a valid HTTP request."}')

    def _upgrades(self) -> bool:
        return bool(self.parser.should_upgrade()) and self._should_upgrade()

    def _has_body(self) -> bool:
        return any(name in (b"content-length", b"transfer-encoding") for name, _ in self.headers)

    def _proven(self) -> None:
        self.server_state.unproven.discard(self.transport)

    def _may_be_cookies(self) -> bool:
        """Any page of this host can set cookies for it, and a browser sends them all: the guard does not count them."""
        if self._header_bytes > HEADER_BYTES + COOKIE_BYTES:
            return False
        if not self._has_large_headers:
            self._has_large_headers = self.server_state.unproven.begin_large_headers()
        return self._has_large_headers

    def _await_headers(self) -> None:
        self._header_bytes = 0
        self._header_timer = self.loop.call_later(HEADER_WAIT_S, self._give_up)

    def _headers_came(self) -> None:
        if self._has_large_headers:
            self._has_large_headers = False
            self.server_state.unproven.end_large_headers()
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _give_up(self) -> None:
        self._header_timer = None
        if not self.transport.is_closing():
            self.transport.close()

    def _answer_and_close(self, status: int, body: bytes) -> None:
        self._headers_came()
        if self.transport.is_closing():
            return
        safe = b"".join(key + b": " + value + b"\r\n" for key, value in SAFE_HEADERS)
        self.transport.write(
            b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n%s\r\n%s"
            % (status, REASONS[status], len(body), safe, body)
        )
        self.transport.close()
