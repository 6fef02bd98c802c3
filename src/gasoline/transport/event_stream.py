"""`GET /events/stream`: significant events as server-sent events."""

from starlette.requests import Request
from starlette.responses import Response

from gasoline.tools.dispatch import Dispatcher
from gasoline.transport.notice_follower import MAX_EVENT_READERS, NoticeFollower, NoticeFollowers
from gasoline.transport.responses import failure
from gasoline.transport.server_sent_events import EVENT_KEEPALIVE_S, KEEP_ALIVE, ServerSent, last_event_id


class EventStreams:
    """Serves every reader."""

    def __init__(self, followers: NoticeFollowers, dispatcher: Dispatcher) -> None:
        self._followers = followers
        self._json = dispatcher.json

    async def endpoint(self, request: Request) -> Response:
        if self._followers.is_full:
            return failure(503, "too_many_readers", f"At most {MAX_EVENT_READERS} readers at once: close one first.")
        after = last_event_id(request.headers.get("last-event-id", ""))
        return ServerSent(self._followers.open(after), self._next)

    async def _next(self, follower: NoticeFollower) -> bytes:
        numbered = await follower.next(EVENT_KEEPALIVE_S)
        if numbered is None:
            return KEEP_ALIVE
        return f"id: {numbered.seq}\ndata: {self._json(numbered.notice.params())}\n\n".encode()
