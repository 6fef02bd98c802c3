"""The desk of open questions: what the server has asked the extension and not heard back yet."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET, Raw, structs

from gasoline.model import limits
from gasoline.model.errors import ToolError
from gasoline.model.wire import (
    AskMessage,
    FlushedMessage,
    FlushMessage,
    Query,
    QueryResult,
    QueryType,
    ServerMessage,
)

Send = Callable[[ServerMessage], None]


@dataclass
class Flush:
    """A flush under way: which channels have not answered, which tabs were missing."""

    waiting: set[int]
    done: asyncio.Event = field(default_factory=asyncio.Event)
    missing: list[int] = field(default_factory=list)


class Desk:
    """Hands questions to the newest command channel, or keeps them for the next poll."""

    def __init__(self) -> None:
        self._channels: dict[int, Send] = {}
        self._next_channel = 0
        self._answers: dict[str, asyncio.Future[QueryResult]] = {}
        self._unsent: list[Query] = []
        self._flushes: dict[str, Flush] = {}
        self._work = asyncio.Event()

    @property
    def connected(self) -> bool:
        return bool(self._channels)

    def open_channel(self, send: Send) -> int:
        """Registers a command channel and hands it what was waiting."""
        self._next_channel += 1
        self._channels[self._next_channel] = send
        for query in self._take_unsent():
            send(AskMessage(query))
        return self._next_channel

    def close_channel(self, channel: int) -> None:
        self._channels.pop(channel, None)
        for flush in list(self._flushes.values()):
            self._channel_flushed(flush, channel)

    async def ask(
        self,
        query_type: QueryType,
        params: dict[str, Any],
        tab_id: int | None = None,
        timeout_s: float = limits.QUERY_TIMEOUT_S,
    ) -> Raw:
        """Asks and waits; raises ToolError when the extension reports a failure or does not answer in time."""
        query = Query(
            id=secrets.token_hex(16),
            type=query_type,
            params=params,
            tab_id=UNSET if tab_id is None else tab_id,
            timeout_ms=int((timeout_s - limits.QUERY_MARGIN_S) * 1000),
        )
        answer = await self._wait_for(query, timeout_s)
        if answer.error is not UNSET:
            raise ToolError(answer.error.code, answer.error.message, answer.error.hint)
        return answer.result if isinstance(answer.result, Raw) else Raw(b"null")

    def answer(self, result: QueryResult) -> bool:
        """Takes a result; False when nobody waits for it."""
        future = self._answers.get(result.id)
        if future is None or future.done():
            return False
        copied = result.result
        future.set_result(structs.replace(result, result=copied.copy() if isinstance(copied, Raw) else UNSET))
        return True

    async def poll(self, hold_s: float = limits.POLL_HOLD_S) -> list[Query]:
        """For an extension without a channel: waits for questions, at most `hold_s`."""
        if not self._unsent:
            self._work.clear()
            try:
                await asyncio.wait_for(self._work.wait(), hold_s)
            except TimeoutError:
                return []
        return self._take_unsent()

    async def flush(self, timeout_s: float = limits.FLUSH_WAIT_MS / 1000) -> list[int] | None:
        """Asks the watched tabs for everything so far. Returns the tabs that did not answer in time, or
        None when no extension answered at all."""
        if not self._channels:
            return []
        flush_id = secrets.token_hex(8)
        flush = self._flushes[flush_id] = Flush(set(self._channels))
        try:
            for send in list(self._channels.values()):
                send(FlushMessage(flush_id))
            await asyncio.wait_for(flush.done.wait(), timeout_s)
        except TimeoutError:
            return None
        finally:
            del self._flushes[flush_id]
        return flush.missing

    def flushed(self, channel: int, message: FlushedMessage) -> None:
        flush = self._flushes.get(message.id)
        if flush is not None:
            flush.missing.extend(message.missing)
            self._channel_flushed(flush, channel)

    async def _wait_for(self, query: Query, timeout_s: float) -> QueryResult:
        if len(self._answers) >= limits.PENDING_QUERIES:
            raise ToolError("too_many_queries", "Too many questions wait for the browser.", "Wait for one to end.")
        future = self._answers[query.id] = asyncio.get_running_loop().create_future()
        self._hand_over(query)
        try:
            return await asyncio.wait_for(future, timeout_s)
        except TimeoutError:
            raise ToolError(
                "timeout",
                f"The browser did not answer within {timeout_s:g} s.",
                "Is the tab busy or frozen? Look at the page, then call again.",
            ) from None
        finally:
            del self._answers[query.id]
            self._unsent = [waiting for waiting in self._unsent if waiting.id != query.id]

    def _hand_over(self, query: Query) -> None:
        if self._channels:
            self._channels[max(self._channels)](AskMessage(query))
            return
        self._unsent.append(query)
        self._work.set()

    def _take_unsent(self) -> list[Query]:
        taken, self._unsent = self._unsent, []
        return taken

    @staticmethod
    def _channel_flushed(flush: Flush, channel: int) -> None:
        flush.waiting.discard(channel)
        if not flush.waiting:
            flush.done.set()
