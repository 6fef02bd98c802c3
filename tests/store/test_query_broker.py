"""The query broker: questions to the browser, their answers, and what happens when none comes."""

import asyncio

import pytest
from msgspec import UNSET, Raw

from gasoline.browser import query_broker
from gasoline.browser.query_broker import Asker, QueryBroker
from gasoline.model.tool_error import ToolError
from gasoline.model.wire import (
    AskMessage,
    CancelMessage,
    FlushedMessage,
    FlushMessage,
    Query,
    QueryError,
    QueryResult,
    ServerMessage,
)


class Channel:
    """A command channel that remembers what it was told."""

    def __init__(self, broker: QueryBroker) -> None:
        self.sent: list[ServerMessage] = []
        self.arrived = asyncio.Event()
        self.number = broker.open_channel(self.take)

    def take(self, message: ServerMessage) -> None:
        self.sent.append(message)
        self.arrived.set()

    async def next_query(self) -> Query:
        await self.arrived.wait()
        message = self.sent[-1]
        assert isinstance(message, AskMessage)
        return message.query


@pytest.fixture
async def broker(monkeypatch: pytest.MonkeyPatch) -> QueryBroker:
    monkeypatch.setattr(query_broker, "FLUSH_WAIT_MS", 10_000)
    monkeypatch.setattr(query_broker, "ERROR_CONTEXT_WAIT_MS", 20_000)
    return QueryBroker()


async def test_the_answer_reaches_who_asked(broker: QueryBroker) -> None:
    channel = Channel(broker)
    asking = asyncio.ensure_future(broker.ask("page_info", {}, tab_id=3))
    query = await channel.next_query()
    assert (query.type, query.tab_id) == ("page_info", 3)
    assert broker.answer(QueryResult(id=query.id, result=Raw(b'{"url":"/"}')))
    assert bytes(await asking) == b'{"url":"/"}'


async def test_an_error_of_the_extension_is_the_answer(broker: QueryBroker) -> None:
    channel = Channel(broker)
    asking = asyncio.ensure_future(broker.ask("tabs", {}))
    query = await channel.next_query()
    broker.answer(QueryResult(id=query.id, error=QueryError("no_tab", "No tab is open.")))
    with pytest.raises(ToolError) as caught:
        await asking
    assert (caught.value.code, caught.value.message) == ("no_tab", "No tab is open.")


async def test_no_answer_in_time_is_a_timeout_and_a_late_answer_is_nobodys(broker: QueryBroker) -> None:
    channel = Channel(broker)
    with pytest.raises(ToolError) as caught:
        await broker.ask("tabs", {}, timeout_s=0.01)
    assert caught.value.code == "timeout"
    query = await channel.next_query()
    assert not broker.answer(QueryResult(id=query.id, result=Raw(b"1")))


async def test_an_unknown_id_is_nobodys(broker: QueryBroker) -> None:
    assert not broker.answer(QueryResult(id="made up", result=Raw(b"1")))


async def test_without_a_channel_a_poll_gets_the_question_at_once(broker: QueryBroker) -> None:
    asking = asyncio.ensure_future(broker.ask("tabs", {}))
    (query,) = await broker.poll(hold_s=5)
    broker.answer(QueryResult(id=query.id, result=Raw(b"[]")))
    assert bytes(await asking) == b"[]"
    assert await broker.poll(hold_s=0.01) == []


async def test_a_question_that_its_poller_never_received_goes_to_the_next_poll(broker: QueryBroker) -> None:
    asking = asyncio.ensure_future(broker.ask("tabs", {}))
    taken = await broker.poll(hold_s=5)
    broker.give_back(taken)
    assert await broker.poll(hold_s=5) == taken
    broker.answer(QueryResult(id=taken[0].id, result=Raw(b"[]")))
    assert bytes(await asking) == b"[]"


async def test_of_several_polls_the_newest_gets_the_question_and_the_others_go_on_waiting(broker: QueryBroker) -> None:
    older, newer = (asyncio.ensure_future(broker.poll(hold_s=30)) for _ in range(2))
    await asyncio.sleep(0)
    asking = asyncio.ensure_future(broker.ask("tabs", {}))
    (query,) = await newer
    assert not older.done()
    broker.give_back([query])
    assert await older == [query]
    broker.answer(QueryResult(id=query.id, result=Raw(b"[]")))
    assert bytes(await asking) == b"[]"


async def test_a_poll_that_ends_as_a_question_comes_leaves_it_to_another_poll(broker: QueryBroker) -> None:
    older, newer = (asyncio.ensure_future(broker.poll(hold_s=30)) for _ in range(2))
    await asyncio.sleep(0)
    asking = asyncio.ensure_future(broker.ask("tabs", {}))
    await asyncio.sleep(0)
    newer.cancel()
    (query,) = await older
    broker.answer(QueryResult(id=query.id, result=Raw(b"[]")))
    assert bytes(await asking) == b"[]"


async def test_a_question_that_nobody_takes_fails_long_before_its_time_is_up(
    broker: QueryBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gasoline.browser.query_broker.UNTAKEN_QUERY_S", 0.01)
    with pytest.raises(ToolError) as caught:
        await broker.ask("tabs", {}, timeout_s=60)
    assert caught.value.code == "browser_gone"


async def test_a_channel_that_opens_takes_over_what_was_waiting(broker: QueryBroker) -> None:
    asking = asyncio.ensure_future(broker.ask("tabs", {}))
    await asyncio.sleep(0)
    query = await Channel(broker).next_query()
    broker.answer(QueryResult(id=query.id, result=Raw(b"[]")))
    await asking


async def test_a_question_nobody_took_is_withdrawn(broker: QueryBroker) -> None:
    with pytest.raises(ToolError):
        await broker.ask("tabs", {}, timeout_s=0.01)
    assert await broker.poll(hold_s=0.01) == []


async def test_of_two_browsers_the_one_that_has_the_tab_answers(broker: QueryBroker) -> None:
    older, newer = Channel(broker), Channel(broker)
    asking = asyncio.ensure_future(broker.ask("page_info", {}, tab_id=7))
    query = await newer.next_query()
    broker.answer(QueryResult(id=query.id, error=QueryError("tab_closed", "There is no tab 7.")))
    query = await older.next_query()
    broker.answer(QueryResult(id=query.id, result=Raw(b'"mine"')))
    assert bytes(await asking) == b'"mine"'


async def test_every_browser_lists_its_tabs(broker: QueryBroker) -> None:
    older, newer = Channel(broker), Channel(broker)
    asking = asyncio.ensure_future(broker.ask_all("tabs", {}))
    for channel, answer in ((older, b"[1]"), (newer, b"[2]")):
        query = await channel.next_query()
        broker.answer(QueryResult(id=query.id, result=Raw(answer)))
    assert [bytes(answer) for answer in await asking] == [b"[2]", b"[1]"]


async def test_a_browser_that_goes_away_is_not_waited_for(broker: QueryBroker) -> None:
    channel = Channel(broker)
    asking = asyncio.ensure_future(broker.ask("tabs", {}))
    await channel.next_query()
    broker.close_channel(channel.number)
    with pytest.raises(ToolError) as caught:
        await asking
    assert caught.value.code == "browser_gone"


# SEND-10
async def test_a_question_that_a_worker_had_when_the_browser_ended_it_goes_to_the_next_one(broker: QueryBroker) -> None:
    channel = Channel(broker)
    asking = asyncio.ensure_future(broker.ask("dom", {}))
    query = await channel.next_query()
    broker.close_channel(channel.number, has_worker_ended=True)
    assert await Channel(broker).next_query() == query
    broker.answer(QueryResult(id=query.id, result=Raw(b"[]")))
    assert bytes(await asking) == b"[]"


# SEND-10
@pytest.mark.parametrize("command", ["highlight", "manage_state", "execute"])
async def test_a_command_that_a_worker_had_when_the_browser_ended_it_is_not_given_to_the_next_one(
    broker: QueryBroker, command: str
) -> None:
    channel = Channel(broker)
    asking = asyncio.ensure_future(broker.ask(command, {}))
    await channel.next_query()
    broker.close_channel(channel.number, has_worker_ended=True)
    assert Channel(broker).sent == []
    with pytest.raises(ToolError) as caught:
        await asking
    assert caught.value.code == "browser_gone"


async def test_a_flush_waits_for_every_channel_and_adds_up_the_missing_tabs(broker: QueryBroker) -> None:
    first, second = Channel(broker), Channel(broker)
    flushing = asyncio.ensure_future(broker.flush())
    await second.arrived.wait()
    message = second.sent[-1]
    assert isinstance(message, FlushMessage)
    broker.flushed(first.number, FlushedMessage(message.id, [4]))
    assert not flushing.done()
    broker.flushed(second.number, FlushedMessage(message.id, []))
    assert await flushing == [4]


async def test_a_flush_without_an_answer_says_so(broker: QueryBroker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query_broker, "FLUSH_WAIT_MS", 10)
    Channel(broker)
    assert await broker.flush() is None


async def test_a_flush_says_when_errors_will_be_read_and_how_long_it_waits(broker: QueryBroker) -> None:
    channel = Channel(broker)
    for error_context, told, wait_ms in ((True, True, 20_000), (False, UNSET, 10_000)):
        flushing = asyncio.ensure_future(broker.flush(error_context=error_context))
        await channel.arrived.wait()
        channel.arrived.clear()
        message = channel.sent[-1]
        assert isinstance(message, FlushMessage)
        assert (message.error_context, message.wait_ms) == (told, wait_ms)
        broker.flushed(channel.number, FlushedMessage(message.id, []))
        assert await flushing == []


async def test_a_flush_does_not_wait_for_a_channel_that_closed(broker: QueryBroker) -> None:
    channel = Channel(broker)
    flushing = asyncio.ensure_future(broker.flush())
    await channel.arrived.wait()
    broker.close_channel(channel.number)
    assert await flushing == []


async def test_a_question_that_is_cancelled_is_withdrawn_from_its_channel_and_its_late_answer_is_nobodys(
    broker: QueryBroker,
) -> None:
    asked, other = Channel(broker), Channel(broker)
    asking = asyncio.ensure_future(broker.ask("accessibility", {}, asker=Asker(among={asked.number})))
    query = await asked.next_query()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert asked.sent[1:] == [CancelMessage(query.id)]
    assert other.sent == []
    assert not broker.answer(QueryResult(id=query.id, result=Raw(b"{}")))


async def test_a_question_that_only_a_poller_has_ends_at_once_and_its_late_answer_is_nobodys(
    broker: QueryBroker,
) -> None:
    asking = asyncio.ensure_future(broker.ask("accessibility", {}))
    (query,) = await broker.poll()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert not broker.answer(QueryResult(id=query.id, result=Raw(b"{}")))
    assert await broker.poll(0) == []


async def test_there_is_an_end_to_open_questions(broker: QueryBroker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gasoline.browser.query_broker.MAX_PENDING_QUERIES", 1)
    asking = asyncio.ensure_future(broker.ask("tabs", {}))
    await asyncio.sleep(0)
    with pytest.raises(ToolError) as caught:
        await broker.ask("tabs", {})
    assert caught.value.code == "too_many_queries"
    asking.cancel()
