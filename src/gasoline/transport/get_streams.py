"""Tracks which MCP sessions over HTTP have an open GET stream, the only way to notify them."""

from collections.abc import Callable
from http import HTTPStatus

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

SetCanReceive = Callable[[str, bool], None]


class GetStreams:
    """Serves `/mcp`, and reports when a session's GET stream opens or closes."""

    def __init__(self, sessions: StreamableHTTPSessionManager, can_receive: SetCanReceive) -> None:
        self.sessions = sessions
        self._app = StreamableHTTPASGIApp(sessions)
        self._set_can_receive = can_receive

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        session = Headers(scope=scope).get("mcp-session-id", "") if scope.get("method") == "GET" else ""
        if not session:
            await self._app(scope, receive, send)
            return
        is_open = False

        async def send_and_notice(message: Message) -> None:
            nonlocal is_open
            await send(message)
            # A second stream of the session is refused and must not count as closing the first.
            if message["type"] == "http.response.start" and message["status"] == HTTPStatus.OK:
                is_open = True
                self._set_can_receive(session, True)

        try:
            await self._app(scope, receive, send_and_notice)
        finally:
            if is_open:
                self._set_can_receive(session, False)
