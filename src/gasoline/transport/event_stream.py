"""`GET /events/stream`: significant events as server-sent events, for whoever wants to follow."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gasoline.model import limits
from gasoline.tools.dispatch import Dispatcher
from gasoline.transport.follower import Follower, Followers
from gasoline.transport.respond import failure

logger = logging.getLogger("gasoline.events")

NextBlock = Callable[[Follower], Awaitable[bytes]]

HELLO = b": events of gasoline\n\n"
KEEP_ALIVE = b": still here\n\n"
HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8")]


class EventStreams:
    """Serves every reader."""

    def __init__(self, followers: Followers, dispatcher: Dispatcher) -> None:
        self._followers = followers
        self._json = dispatcher.json

    async def endpoint(self, request: Request) -> Response:
        if self._followers.is_full:
            return failure(503, "too_many_readers", f"At most {limits.EVENT_READERS} readers at once: close one first.")
        after = _number(request.headers.get("last-event-id", ""))
        return _EventResponse(self._followers, after, self._next)

    async def _next(self, follower: Follower) -> bytes:
        numbered = await follower.next(limits.EVENT_KEEPALIVE_S)
        if numbered is None:
            return KEEP_ALIVE
        return f"id: {numbered.seq}\ndata: {self._json(numbered.notice.params())}\n\n".encode()


class _EventResponse(Response):
    """Ends with its reader, with the server, or when the reader takes nothing any more."""

    def __init__(self, followers: Followers, after: int | None, next_block: NextBlock) -> None:
        super().__init__()
        self._followers = followers
        self._after = after
        self._next_block = next_block

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._followers.open(self._after) as follower:
            writing = asyncio.ensure_future(self._write(follower, send))
            gone = asyncio.ensure_future(_until_gone(receive))
            try:
                await asyncio.wait({writing, gone}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                gone.cancel()
                writing.cancel()
            if writing.done() and not writing.result():
                logger.info("cut off a reader of /events/stream that takes nothing")
                _abort(scope)

    async def _write(self, follower: Follower, send: Send) -> bool:
        """Until the reader shall go; False if it takes nothing."""
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        try:
            await _send(send, HELLO)
            while not follower.has_ended:
                await _send(send, await self._next_block(follower))
            await _send(send, _bye(follower.reason), is_last=True)
        except TimeoutError:
            return False
        return True


async def _send(send: Send, block: bytes, *, is_last: bool = False) -> None:
    message = {"type": "http.response.body", "body": block, "more_body": not is_last}
    await asyncio.wait_for(send(message), limits.EVENT_WRITE_S)


def _bye(reason: str) -> bytes:
    return b"event: bye\ndata: " + msgspec.json.encode({"reason": reason}) + b"\n\n"


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue


def _abort(scope: Scope) -> None:
    """Closing would wait for what the reader does not take."""
    scope["extensions"]["gasoline.abort"]()


def _number(text: str) -> int | None:
    """The number of the last event that the reader has; None for one that begins."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= limits.TIME_CHARS else None
