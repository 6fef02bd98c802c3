"""The WebSocket protocol of uvicorn, as a connection that is unproven until the guard lets it in."""

from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gasoline.transport.unproven import BoundedState


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Takes over from the HTTP protocol, which has counted the connection."""

    def __init__(self, config: Config, server_state: BoundedState, app_state: dict[str, Any]) -> None:
        super().__init__(config, server_state, app_state)
        self._unproven = server_state.unproven

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions["gasoline.proven"] = self._proven
        await super().run_asgi()

    def connection_lost(self, exc: Exception | None) -> None:
        self._proven()
        super().connection_lost(exc)

    def _proven(self) -> None:
        self._unproven.discard(self.transport)
