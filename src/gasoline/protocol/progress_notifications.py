"""Sends the progress of a running call: the newest step, one at a time, and nothing after the answer."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from gasoline.toolkit.progress import Progress

logger = logging.getLogger("gasoline.progress")

Send = Callable[[int, int, str], Awaitable[None]]


@asynccontextmanager
async def send_progress(send: Send | None) -> AsyncIterator[Progress]:
    """Progress sent by `send`; without `send`, none was requested. A slow reader misses steps, but not the last."""
    if send is None:
        yield Progress()
        return
    steps: asyncio.Queue[tuple[int, int, str] | None] = asyncio.Queue()

    def report(done: int, total: int, text: str) -> None:
        while not steps.empty():
            steps.get_nowait()
        steps.put_nowait((done, total, text))

    sender = asyncio.ensure_future(_send_all(steps, send))
    try:
        yield Progress(report)
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
        except Exception:  # failing to send progress must not lose the answer
            logger.exception("could not send progress")
            return
