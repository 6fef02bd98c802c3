"""`GET /dashboard/stream`: the live feed as server-sent events; rows as they arrive, the state when it changes."""

import time

from starlette.requests import Request
from starlette.responses import Response

from gasoline.dashboard.feed import MAX_DASHBOARD_READERS, Feed, Reader
from gasoline.dashboard.frame_state import read_state
from gasoline.toolkit.context import Client
from gasoline.tools.dispatch import Dispatcher
from gasoline.transport.responses import failure
from gasoline.transport.server_sent_events import EVENT_KEEPALIVE_S, KEEP_ALIVE, ServerSent, last_event_id

DASHBOARD_STATE_S = 1.0  # how often it is looked whether something about the server has changed


class DashboardStreams:
    """Serves every open dashboard."""

    def __init__(self, feed: Feed, dispatcher: Dispatcher) -> None:
        self._feed = feed
        self._dispatcher = dispatcher

    async def endpoint(self, request: Request) -> Response:
        if self._feed.is_full:
            message = f"At most {MAX_DASHBOARD_READERS} dashboards at once: close one first."
            return failure(503, "too_many_readers", message)
        # The browser resumes its own stream by the header; a page that closed its stream passes its position.
        known = request.headers.get("last-event-id") or request.query_params.get("after", "")
        after = last_event_id(known)
        return ServerSent(self._feed.open(after), _Blocks(self._dispatcher).next)


class _Blocks:
    """The output of one dashboard's stream."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._context = dispatcher.context(Client("dashboard", 0))
        self._json = dispatcher.json
        self._state = ""
        self._looked = 0.0
        self._spoke = time.monotonic()

    async def next(self, reader: Reader) -> bytes:
        """The next block, or a keep-alive within the required interval."""
        while True:
            block = self._changed_state() or await self._new_rows(reader)
            now = time.monotonic()
            if block or reader.has_ended or now - self._spoke >= EVENT_KEEPALIVE_S:
                self._spoke = now
                return block or KEEP_ALIVE

    async def _new_rows(self, reader: Reader) -> bytes:
        rows = await reader.next(DASHBOARD_STATE_S)
        cleared = reader.take_cleared()
        first = f"event: cleared\ndata: {self._json(cleared)}\n\n" if cleared else ""
        then = f"id: {reader.sent}\ndata: {self._json(rows)}\n\n" if rows else ""
        return (first + then).encode()

    def _changed_state(self) -> bytes:
        now = time.monotonic()
        if now - self._looked < DASHBOARD_STATE_S:
            return b""
        self._looked = now
        state = self._json(read_state(self._context))
        if state == self._state:
            return b""
        self._state = state
        return f"event: state\ndata: {state}\n\n".encode()
