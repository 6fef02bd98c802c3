"""A stream of server-sent events: ends with its reader, with the server, or when the reader takes nothing any more."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import Generic, Protocol, TypeVar

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gasoline.model import limits
from gasoline.transport.tasks import start_task

logger = logging.getLogger("gasoline.events")

HELLO = b": events of gasoline\n\n"
KEEP_ALIVE = b": still here\n\n"
HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8")]


class Ending(Protocol):
    """A reader that can be told to go."""

    reason: str

    @property
    def has_ended(self) -> bool: ...


R = TypeVar("R", bound=Ending)


class ServerSent(Response, Generic[R]):
    """Writes what `next_block` gives for the reader that `opened` opens."""

    def __init__(self, opened: AbstractContextManager[R], next_block: Callable[[R], Awaitable[bytes]]) -> None:
        super().__init__()
        self._opened = opened
        self._next_block = next_block

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._opened as reader:
            writing = start_task("event stream", self._write(reader, send))
            gone = start_task("event stream reader", _until_gone(receive))
            try:
                await asyncio.wait({writing, gone}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                gone.cancel()
                writing.cancel()
            if writing.done() and not writing.result():
                logger.info("cut off a reader of %s that takes nothing", scope["path"])
                _abort(scope)

    async def _write(self, reader: R, send: Send) -> bool:
        """Until the reader shall go; False if it takes nothing."""
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        try:
            await _send(send, HELLO)
            while not reader.has_ended:
                await _send(send, await self._next_block(reader))
            await _send(send, _bye(reader.reason), is_last=True)
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


def last_event_id(text: str) -> int | None:
    """The number of the last event that the reader has; None for one that begins."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= limits.TIME_CHARS else None
