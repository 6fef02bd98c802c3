"""Sends the progress of one call while it runs: the newest, one at a time, and nothing after the answer."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from gasoline.capabilities.progress import Progress

logger = logging.getLogger("gasoline.progress")

Send = Callable[[int, int, str], Awaitable[None]]


@asynccontextmanager
async def telling(send: Send | None) -> AsyncIterator[Progress]:
    """Progress that is sent by `send`; without it nobody asked for any. Who reads slowly misses steps, not the last."""
    if send is None:
        yield Progress()
        return
    steps: asyncio.Queue[tuple[int, int, str] | None] = asyncio.Queue()

    def tell(done: int, total: int, words: str) -> None:
        while not steps.empty():
            steps.get_nowait()
        steps.put_nowait((done, total, words))

    sender = asyncio.ensure_future(_send_all(steps, send))
    try:
        yield Progress(tell)
        steps.put_nowait(None)
        await sender
    finally:
        sender.cancel()
        with suppress(asyncio.CancelledError):
            await sender


async def _send_all(steps: "asyncio.Queue[tuple[int, int, str] | None]", send: Send) -> None:
    while (step := await steps.get()) is not None:
        try:
            await send(*step)
        except Exception:  # progress that cannot be sent is no reason to lose the answer
            logger.exception("progress was not sent")
            return
