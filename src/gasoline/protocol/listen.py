"""`subscriptions/listen`: clients of the current protocol hear of changes on a stream that they asked for."""

from collections.abc import Callable
from typing import Any

import mcp_types as types
from mcp.server.subscriptions import ListenHandler, ResourceUpdated, ServerEvent
from mcp.shared.exceptions import MCPError

from gasoline.capabilities.context import Client
from gasoline.model import limits
from gasoline.protocol.exits import EVENTS_URI, Exits, wishes_of
from gasoline.protocol.request_context import RequestContext


class ListenStreams:
    """Every open stream, each at the pace of the client that opened it."""

    def __init__(self, exits: Exits) -> None:
        self._exits = exits
        self._open: set[ListenHandler] = set()

    def __len__(self) -> int:
        return len(self._open)

    async def serve(
        self, ctx: RequestContext, params: types.SubscriptionsListenRequestParams, client: Client
    ) -> types.SubscriptionsListenResult:
        if len(self._open) >= limits.LISTEN_STREAMS:
            raise MCPError(types.INTERNAL_ERROR, "Too many subscriptions are open: close one first.")
        bus = _PacedBus(self._exits, client)
        handler = ListenHandler(bus, max_buffered_events=limits.LISTEN_BACKLOG_UPDATES)
        self._open.add(handler)
        try:
            return await handler(ctx, params)
        finally:
            self._open.discard(handler)

    def close(self) -> None:
        """The server stops: every stream ends as the protocol has it."""
        for handler in list(self._open):
            handler.close()


class _PacedBus:
    """What the SDK's handler of one stream listens to."""

    def __init__(self, exits: Exits, client: Client) -> None:
        self._exits = exits
        self._client = client

    async def publish(self, event: ServerEvent) -> None:
        """Only the log of significant events publishes here."""

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        def send(_: Any, done: Callable[[], None]) -> None:
            listener(ResourceUpdated(EVENTS_URI))
            done()

        return self._exits.outlet(wishes_of(self._client, "updates"), send).close
