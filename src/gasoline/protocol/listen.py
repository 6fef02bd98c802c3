"""`subscriptions/listen`: clients of the current protocol receive changes on a stream that they requested."""

from collections.abc import Callable
from typing import Any

import mcp_types as types
from mcp.server.subscriptions import ListenHandler, ResourceUpdated, ServerEvent
from mcp.shared.exceptions import MCPError

from gasoline.protocol.client_notifiers import EVENTS_URI, ClientNotifiers, subscription_of
from gasoline.protocol.request_context import RequestContext
from gasoline.toolkit.context import Client

MAX_LISTEN_STREAMS = 200  # subscriptions/listen at once, as sessions
LISTEN_BACKLOG_UPDATES = 64  # updates that a subscriber may be behind


class ListenStreams:
    """All open streams, each with its client's rate."""

    def __init__(self, notifiers: ClientNotifiers) -> None:
        self._exits = notifiers
        self._open: set[ListenHandler] = set()

    def __len__(self) -> int:
        return len(self._open)

    async def serve(
        self, ctx: RequestContext, params: types.SubscriptionsListenRequestParams, client: Client
    ) -> types.SubscriptionsListenResult:
        if len(self._open) >= MAX_LISTEN_STREAMS:
            raise MCPError(types.INTERNAL_ERROR, "Too many open subscriptions: close one first.")
        bus = _PacedBus(self._exits, client)
        handler = ListenHandler(bus, max_buffered_events=LISTEN_BACKLOG_UPDATES)
        self._open.add(handler)
        try:
            return await handler(ctx, params)
        finally:
            self._open.discard(handler)

    def close(self) -> None:
        """Ends every stream as the protocol requires, because the server is stopping."""
        for handler in list(self._open):
            handler.close()


class _PacedBus:
    """The event source for the SDK's handler of one stream."""

    def __init__(self, notifiers: ClientNotifiers, client: Client) -> None:
        self._exits = notifiers
        self._client = client

    async def publish(self, event: ServerEvent) -> None:
        """Does nothing: only the log of significant events publishes here."""

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        def send(_: Any, done: Callable[[], None]) -> None:
            listener(ResourceUpdated(EVENTS_URI))
            done()

        return self._exits.notifier(subscription_of(self._client, "updates"), send).close
