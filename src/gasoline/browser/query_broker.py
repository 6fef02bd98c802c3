"""Sends questions to the extension and matches the answers that come back."""

import asyncio
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET, Raw, structs

from gasoline.browser.extension_state import POLLER
from gasoline.model.tool_error import ToolError
from gasoline.model.wire import (
    AskMessage,
    CancelMessage,
    FlushedMessage,
    FlushMessage,
    ProgressMessage,
    Query,
    QueryError,
    QueryResult,
    QueryStep,
    ServerMessage,
)

ERROR_CONTEXT_WAIT_MS = 1_000  # how long a list of errors waits for the context that is on its way
FLUSH_WAIT_MS = 50  # SEND-01: an answer waits this long for the watched tabs
MAX_PENDING_QUERIES = 100
QUERY_TIMEOUT_S = 10.0  # DOM-07
QUERY_MARGIN_S = 1.0  # PILOT-09: page < extension < server
POLL_HOLD_S = 5.0  # SRV-10
UNTAKEN_QUERY_S = 3.0  # an unclaimed query fails after this time; a poller is back within milliseconds

Send = Callable[[ServerMessage], None]
OnProgress = Callable[[QueryStep], None]


@dataclass
class Flush:
    """A running flush: channels that have not answered, and missing tabs."""

    waiting: set[int]
    done: asyncio.Event = field(default_factory=asyncio.Event)
    missing: list[int] = field(default_factory=list)


@dataclass
class PendingQuery:
    """An open question, and the channel that has it; None while no channel has it."""

    query: Query
    answer: asyncio.Future[QueryResult]
    on_progress: OnProgress | None = None
    channel: int | None = None


@dataclass(frozen=True)
class Asker:
    """The client, shown to the user; the allowed channels (None: all); the progress callback."""

    name: str = ""
    among: Collection[int] | None = None
    on_progress: OnProgress | None = None


@dataclass(frozen=True)
class PageReply:
    """A page's answer, and its tab if it is not the active one."""

    data: Raw
    background_tab: int | None = None


GONE = QueryError(
    "browser_gone", "The browser disconnected before it answered.", "Open the browser again, then call again."
)
NOT_MINE = ("no_tab", "tab_closed")
COMMANDS = frozenset({"highlight", "manage_state", "execute"})
"""They change the page: what a worker was doing when the browser ended it must not be done again."""


class QueryBroker:
    """Sends questions to the command channels, newest first, or keeps them for the next poll."""

    def __init__(self) -> None:
        self._channels: dict[int, Send] = {}
        self._next_channel = 0
        self._open: dict[str, PendingQuery] = {}
        self._flushes: dict[str, Flush] = {}
        self._pollers: list[asyncio.Future[None]] = []

    @property
    def connected(self) -> bool:
        return bool(self._channels)

    def open_channel(self, send: Send) -> int:
        """Registers a command channel and sends it the waiting questions."""
        self._next_channel += 1
        self._channels[self._next_channel] = send
        for query in self._take_unsent(self._next_channel):
            send(AskMessage(query))
        return self._next_channel

    def close_channel(self, channel: int, *, has_worker_ended: bool = False) -> None:
        """If the browser ended the worker, the next one gets the questions (SEND-10)."""
        self._channels.pop(channel, None)
        for question in [question for question in self._open.values() if question.channel == channel]:
            if has_worker_ended and question.query.type not in COMMANDS:
                self._offer_to_pollers(question)
            else:
                self._fail(question)
        for flush in list(self._flushes.values()):
            self._channel_flushed(flush, channel)

    async def ask(
        self,
        query_type: str,
        params: dict[str, Any],
        tab_id: int | None = None,
        timeout_s: float = QUERY_TIMEOUT_S,
        asker: Asker | None = None,
    ) -> Raw:
        """Like `ask_page`, if the tab does not matter."""
        return (await self.ask_page(query_type, params, tab_id, timeout_s, asker)).data

    async def ask_page(
        self,
        query_type: str,
        params: dict[str, Any],
        tab_id: int | None = None,
        timeout_s: float = QUERY_TIMEOUT_S,
        asker: Asker | None = None,
    ) -> PageReply:
        """Asks and waits; raises ToolError if the extension reports a failure or does not answer in time.
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

    async def ask_all(self, query_type: str, params: dict[str, Any], timeout_s: float = QUERY_TIMEOUT_S) -> list[Raw]:
        """Asks all browsers at once; failures are ignored unless all fail."""
        asked = [
            self._ask_one(channel, query_type, params, None, timeout_s, asker=Asker()) for channel in self._askable()
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        found = [answer.data for answer in answers if isinstance(answer, PageReply)]
        if not found:
            raise next(answer for answer in answers if isinstance(answer, BaseException))
        return found

    def answer(self, result: QueryResult) -> bool:
        """Accepts a result; False if no question is waiting for it."""
        question = self._open.get(result.id)
        if question is None or question.answer.done():
            return False
        copied = result.result
        question.answer.set_result(structs.replace(result, result=copied.copy() if isinstance(copied, Raw) else UNSET))
        return True

    def progressed(self, message: ProgressMessage) -> None:
        question = self._open.get(message.id)
        if question is not None and question.on_progress is not None and not question.answer.done():
            question.on_progress(message.step)

    async def poll(self, hold_s: float = POLL_HOLD_S) -> list[Query]:
        """For an extension without a channel: waits at most `hold_s` for queries. The newest poll gets them, because
        the client of an older one may be gone."""
        if not self._unsent():
            await self._wait_for_questions(hold_s)
        return self._take_unsent(POLLER)

    async def _wait_for_questions(self, hold_s: float) -> None:
        poller: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pollers.append(poller)
        try:
            await asyncio.wait((poller,), timeout=hold_s)
        except asyncio.CancelledError:
            self._pollers.remove(poller)
            if self._unsent():
                self._wake_newest_poller()
            raise
        self._pollers.remove(poller)

    def _wake_newest_poller(self) -> None:
        if self._pollers and not self._pollers[-1].done():
            self._pollers[-1].set_result(None)

    def give_back(self, queries: Collection[Query]) -> None:
        """Returns questions of a poller that disconnected before receiving them, for the next poll."""
        for query in queries:
            question = self._open.get(query.id)
            if question is not None and not question.answer.done():
                self._offer_to_pollers(question)

    async def flush(self, *, error_context: bool = False) -> list[int] | None:
        """Asks the watched tabs for all events so far, optionally also for pending error context. Returns the tabs that
        did not answer in time, or None if no extension answered."""
        if not self._channels:
            return []
        flush_id = secrets.token_hex(8)
        flush = self._flushes[flush_id] = Flush(set(self._channels))
        wait_ms = ERROR_CONTEXT_WAIT_MS if error_context else FLUSH_WAIT_MS
        try:
            for send in list(self._channels.values()):
                send(FlushMessage(flush_id, wait_ms, error_context or UNSET))
            await asyncio.wait_for(flush.done.wait(), wait_ms / 1000)
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
        query_type: str,
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
            timeout_ms=int((timeout_s - QUERY_MARGIN_S) * 1000),
            client=asker.name,
            progress=UNSET if asker.on_progress is None else True,
        )
        answer = await self._wait_for(query, channel, timeout_s, asker.on_progress)
        if answer.error is not UNSET:
            raise ToolError(answer.error.code, answer.error.message, answer.error.hint)
        data = answer.result if isinstance(answer.result, Raw) else Raw(b"null")
        return PageReply(data, None if answer.background_tab is UNSET else answer.background_tab)

    async def _wait_for(
        self, query: Query, channel: int | None, timeout_s: float, on_progress: OnProgress | None
    ) -> QueryResult:
        if len(self._open) >= MAX_PENDING_QUERIES:
            raise ToolError(
                "too_many_queries",
                "Too many questions are waiting for the browser.",
                "Wait until one of them is answered.",
            )
        question = self._open[query.id] = PendingQuery(query, asyncio.get_running_loop().create_future(), on_progress)
        self._hand_over(question, channel)
        try:
            return await asyncio.wait_for(question.answer, timeout_s)
        except TimeoutError:
            raise ToolError(
                "timeout",
                f"The browser did not answer within {timeout_s:g} s.",
                "The tab may be busy or frozen: check the page, then call again.",
            ) from None
        except asyncio.CancelledError:
            self._withdraw(question)
            raise
        finally:
            del self._open[query.id]

    def _askable(self, among: Collection[int] | None = None) -> list[int | None]:
        """The open channels, newest first; without one, the next poller."""
        wanted = [channel for channel in self._channels if among is None or channel in among]
        return [*sorted(wanted, reverse=True)] or [None]

    def _hand_over(self, question: PendingQuery, channel: int | None) -> None:
        send = self._channels.get(channel) if channel is not None else None
        if send is None:
            self._offer_to_pollers(question)
            return
        question.channel = channel
        send(AskMessage(question.query))

    def _withdraw(self, question: PendingQuery) -> None:
        """Notifies the channel that has the query. A poller cannot be notified: its answer is dropped."""
        if question.channel is not None and (send := self._channels.get(question.channel)):
            send(CancelMessage(question.query.id))

    def _offer_to_pollers(self, question: PendingQuery) -> None:
        question.channel = None
        self._wake_newest_poller()
        asyncio.get_running_loop().call_later(UNTAKEN_QUERY_S, self._fail_untaken, question)

    def _fail_untaken(self, question: PendingQuery) -> None:
        if question.channel is None:
            self._fail(question)

    @staticmethod
    def _fail(question: PendingQuery) -> None:
        if not question.answer.done():
            question.answer.set_result(QueryResult(id=question.query.id, error=GONE))

    def _unsent(self) -> list[PendingQuery]:
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
