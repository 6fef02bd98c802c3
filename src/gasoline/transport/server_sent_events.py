"""A stream of server-sent events: ends with its reader, with the server, or when the reader stops reading."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import Generic, Protocol, TypeVar

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gasoline.kernel.background_tasks import start_task
from gasoline.model.bounds import TIME_CHARS

EVENT_WRITE_S = 60.0  # a reader that takes nothing for this time is disconnected
EVENT_KEEPALIVE_S = 15.0  # a comment, so that proxies and readers know that the line is alive

logger = logging.getLogger("gasoline.events")

HELLO = b": events of gasoline\n\n"
KEEP_ALIVE = b": still here\n\n"
HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8")]


class Ending(Protocol):
    """A reader that can be closed."""

    @property
    def reason(self) -> str: ...

    @property
    def has_ended(self) -> bool: ...


R = TypeVar("R", bound=Ending)


class ServerSent(Response, Generic[R]):
    """Writes the blocks of `next_block` for the reader that `opened` opens."""

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
                logger.info("disconnected a reader of %s that does not read", scope["path"])
                _abort(scope)

    async def _write(self, reader: R, send: Send) -> bool:
        """Sends until the reader is closed; False if it does not read."""
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
    await asyncio.wait_for(send(message), EVENT_WRITE_S)


def _bye(reason: str) -> bytes:
    return b"event: bye\ndata: " + msgspec.json.encode({"reason": reason}) + b"\n\n"


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue


def _abort(scope: Scope) -> None:
    """Aborts, because closing would wait for the reader to read."""
    scope["extensions"]["gasoline.abort"]()


def last_event_id(text: str) -> int | None:
    """The number of the reader's last event; None for a new reader."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= TIME_CHARS else None
