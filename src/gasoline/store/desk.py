"""The desk of open questions: what the server has asked the extension and not heard back yet."""

import asyncio
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET, Raw, structs

from gasoline.model import limits
from gasoline.model.errors import ToolError
from gasoline.model.wire import (
    AskMessage,
    FlushedMessage,
    FlushMessage,
    ProgressMessage,
    Query,
    QueryError,
    QueryResult,
    QueryStep,
    QueryType,
    ServerMessage,
)
from gasoline.store.extension_state import POLLER

Send = Callable[[ServerMessage], None]
Hear = Callable[[QueryStep], None]


@dataclass
class Flush:
    """A flush under way: which channels have not answered, which tabs were missing."""

    waiting: set[int]
    done: asyncio.Event = field(default_factory=asyncio.Event)
    missing: list[int] = field(default_factory=list)


@dataclass
class Question:
    """A question that waits for its answer, and the channel that has it; None while nobody does."""

    query: Query
    answer: asyncio.Future[QueryResult]
    hear: Hear | None = None
    channel: int | None = None


@dataclass(frozen=True)
class Asker:
    """Who asks, for the person to see; which channels may be asked, None are all; who hears how far the answer is."""

    name: str = ""
    among: Collection[int] | None = None
    hear: Hear | None = None


@dataclass(frozen=True)
class PageReply:
    """What a page answered, and its tab if that is not the active one."""

    data: Raw
    background_tab: int | None = None


GONE = QueryError("browser_gone", "The browser went away before it answered.", "Open it again, then call again.")
NOT_MINE = ("no_tab", "tab_closed")


class Desk:
    """Hands questions to the command channels, newest first, or keeps them for the next poll."""

    def __init__(self) -> None:
        self._channels: dict[int, Send] = {}
        self._next_channel = 0
        self._open: dict[str, Question] = {}
        self._flushes: dict[str, Flush] = {}
        self._work = asyncio.Event()

    @property
    def connected(self) -> bool:
        return bool(self._channels)

    def open_channel(self, send: Send) -> int:
        """Registers a command channel and hands it what was waiting."""
        self._next_channel += 1
        self._channels[self._next_channel] = send
        for query in self._take_unsent(self._next_channel):
            send(AskMessage(query))
        return self._next_channel

    def close_channel(self, channel: int) -> None:
        self._channels.pop(channel, None)
        for question in list(self._open.values()):
            if question.channel == channel:
                self._fail(question)
        for flush in list(self._flushes.values()):
            self._channel_flushed(flush, channel)

    async def ask(
        self,
        query_type: QueryType,
        params: dict[str, Any],
        tab_id: int | None = None,
        timeout_s: float = limits.QUERY_TIMEOUT_S,
        asker: Asker | None = None,
    ) -> Raw:
        """As `ask_page`, where the tab does not matter."""
        return (await self.ask_page(query_type, params, tab_id, timeout_s, asker)).data

    async def ask_page(
        self,
        query_type: QueryType,
        params: dict[str, Any],
        tab_id: int | None = None,
        timeout_s: float = limits.QUERY_TIMEOUT_S,
        asker: Asker | None = None,
    ) -> PageReply:
        """Asks and waits; raises ToolError when the extension reports a failure or does not answer in time.
        With several browsers, the newest one that has the tab answers."""
        failure: ToolError | None = None
        asker = asker or Asker()
        for channel in self._askable(asker.among):
            try:
                return await self._ask_one(channel, query_type, params, tab_id, timeout_s, asker=asker)
            except ToolError as error:
                failure = failure or error
                if error.code not in NOT_MINE:
                    raise
        assert failure is not None
        raise failure

    async def ask_all(
        self, query_type: QueryType, params: dict[str, Any], timeout_s: float = limits.QUERY_TIMEOUT_S
    ) -> list[Raw]:
        """Asks every browser at once; those that fail are left out unless all do."""
        asked = [
            self._ask_one(channel, query_type, params, None, timeout_s, asker=Asker()) for channel in self._askable()
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        found = [answer.data for answer in answers if isinstance(answer, PageReply)]
        if not found:
            raise next(answer for answer in answers if isinstance(answer, BaseException))
        return found

    def answer(self, result: QueryResult) -> bool:
        """Takes a result; False when nobody waits for it."""
        question = self._open.get(result.id)
        if question is None or question.answer.done():
            return False
        copied = result.result
        question.answer.set_result(structs.replace(result, result=copied.copy() if isinstance(copied, Raw) else UNSET))
        return True

    def progressed(self, message: ProgressMessage) -> None:
        question = self._open.get(message.id)
        if question is not None and question.hear is not None and not question.answer.done():
            question.hear(message.step)

    async def poll(self, hold_s: float = limits.POLL_HOLD_S) -> list[Query]:
        """For an extension without a channel: waits for questions, at most `hold_s`."""
        if not self._unsent():
            self._work.clear()
            try:
                await asyncio.wait_for(self._work.wait(), hold_s)
            except TimeoutError:
                return []
        return self._take_unsent(POLLER)

    def give_back(self, queries: Collection[Query]) -> None:
        """The poller that took these questions vanished before it could receive them: the next one gets them."""
        for query in queries:
            question = self._open.get(query.id)
            if question is not None and not question.answer.done():
                self._offer_to_pollers(question)

    async def flush(self, timeout_s: float | None = None, *, error_context: bool = False) -> list[int] | None:
        """Asks the watched tabs for everything so far, and if so for what is being found out about errors. Returns
        the tabs that did not answer in time, or None when no extension answered at all."""
        if not self._channels:
            return []
        flush_id = secrets.token_hex(8)
        flush = self._flushes[flush_id] = Flush(set(self._channels))
        try:
            for send in list(self._channels.values()):
                send(FlushMessage(flush_id, error_context or UNSET))
            wait_ms = limits.ERROR_CONTEXT_WAIT_MS if error_context else limits.FLUSH_WAIT_MS
            await asyncio.wait_for(flush.done.wait(), wait_ms / 1000 if timeout_s is None else timeout_s)
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

    async def _ask_one(
        self,
        channel: int | None,
        query_type: QueryType,
        params: dict[str, Any],
        tab_id: int | None,
        timeout_s: float,
        *,
        asker: Asker,
    ) -> PageReply:
        query = Query(
            id=secrets.token_hex(16),
            type=query_type,
            params=params,
            tab_id=UNSET if tab_id is None else tab_id,
            timeout_ms=int((timeout_s - limits.QUERY_MARGIN_S) * 1000),
            client=asker.name,
            progress=UNSET if asker.hear is None else True,
        )
        answer = await self._wait_for(query, channel, timeout_s, asker.hear)
        if answer.error is not UNSET:
            raise ToolError(answer.error.code, answer.error.message, answer.error.hint)
        data = answer.result if isinstance(answer.result, Raw) else Raw(b"null")
        return PageReply(data, None if answer.background_tab is UNSET else answer.background_tab)

    async def _wait_for(self, query: Query, channel: int | None, timeout_s: float, hear: Hear | None) -> QueryResult:
        if len(self._open) >= limits.PENDING_QUERIES:
            raise ToolError("too_many_queries", "Too many questions wait for the browser.", "Wait for one to end.")
        question = self._open[query.id] = Question(query, asyncio.get_running_loop().create_future(), hear)
        self._hand_over(question, channel)
        try:
            return await asyncio.wait_for(question.answer, timeout_s)
        except TimeoutError:
            raise ToolError(
                "timeout",
                f"The browser did not answer within {timeout_s:g} s.",
                "Is the tab busy or frozen? Look at the page, then call again.",
            ) from None
        finally:
            del self._open[query.id]

    def _askable(self, among: Collection[int] | None = None) -> list[int | None]:
        """The open channels, newest first; where there is none, whoever polls next."""
        wanted = [channel for channel in self._channels if among is None or channel in among]
        return [*sorted(wanted, reverse=True)] or [None]

    def _hand_over(self, question: Question, channel: int | None) -> None:
        send = self._channels.get(channel) if channel is not None else None
        if send is None:
            self._offer_to_pollers(question)
            return
        question.channel = channel
        send(AskMessage(question.query))

    def _offer_to_pollers(self, question: Question) -> None:
        question.channel = None
        self._work.set()
        asyncio.get_running_loop().call_later(limits.UNTAKEN_QUERY_S, self._fail_untaken, question)

    def _fail_untaken(self, question: Question) -> None:
        if question.channel is None:
            self._fail(question)

    @staticmethod
    def _fail(question: Question) -> None:
        if not question.answer.done():
            question.answer.set_result(QueryResult(id=question.query.id, error=GONE))

    def _unsent(self) -> list[Question]:
        return [question for question in self._open.values() if question.channel is None]

    def _take_unsent(self, channel: int) -> list[Query]:
        taken = self._unsent()
        for question in taken:
            question.channel = channel
        return [question.query for question in taken]

    @staticmethod
    def _channel_flushed(flush: Flush, channel: int) -> None:
        flush.waiting.discard(channel)
        if not flush.waiting:
            flush.done.set()
