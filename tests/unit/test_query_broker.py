"""The desk: questions to the browser, their answers, and what happens when none comes."""

import asyncio

import pytest
from msgspec import UNSET, Raw

from gasoline.browser.query_broker import QueryBroker
from gasoline.model.tool_error import ToolError
from gasoline.model.wire import AskMessage, FlushedMessage, FlushMessage, Query, QueryError, QueryResult, ServerMessage


class Channel:
    """A command channel that remembers what it was told."""

    def __init__(self, desk: QueryBroker) -> None:
        self.sent: list[ServerMessage] = []
        self.arrived = asyncio.Event()
        self.number = desk.open_channel(self.take)

    def take(self, message: ServerMessage) -> None:
        self.sent.append(message)
        self.arrived.set()

    async def next_query(self) -> Query:
        await self.arrived.wait()
        message = self.sent[-1]
        assert isinstance(message, AskMessage)
        return message.query


@pytest.fixture
async def desk() -> QueryBroker:
    return QueryBroker()


async def test_the_answer_reaches_who_asked(desk: QueryBroker) -> None:
    channel = Channel(desk)
    asking = asyncio.ensure_future(desk.ask("page_info", {}, tab_id=3))
    query = await channel.next_query()
    assert (query.type, query.tab_id) == ("page_info", 3)
    assert desk.answer(QueryResult(id=query.id, result=Raw(b'{"url":"/"}')))
    assert bytes(await asking) == b'{"url":"/"}'


async def test_an_error_of_the_extension_is_the_answer(desk: QueryBroker) -> None:
    channel = Channel(desk)
    asking = asyncio.ensure_future(desk.ask("tabs", {}))
    query = await channel.next_query()
    desk.answer(QueryResult(id=query.id, error=QueryError("no_tab", "No tab is open.")))
    with pytest.raises(ToolError) as caught:
        await asking
    assert (caught.value.code, caught.value.message) == ("no_tab", "No tab is open.")


async def test_no_answer_in_time_is_a_timeout_and_a_late_answer_is_nobodys(desk: QueryBroker) -> None:
    channel = Channel(desk)
    with pytest.raises(ToolError) as caught:
        await desk.ask("tabs", {}, timeout_s=0.01)
    assert caught.value.code == "timeout"
    query = await channel.next_query()
    assert not desk.answer(QueryResult(id=query.id, result=Raw(b"1")))


async def test_an_unknown_id_is_nobodys(desk: QueryBroker) -> None:
    assert not desk.answer(QueryResult(id="made up", result=Raw(b"1")))


async def test_without_a_channel_a_poll_gets_the_question_at_once(desk: QueryBroker) -> None:
    asking = asyncio.ensure_future(desk.ask("tabs", {}))
    (query,) = await desk.poll(hold_s=5)
    desk.answer(QueryResult(id=query.id, result=Raw(b"[]")))
    assert bytes(await asking) == b"[]"
    assert await desk.poll(hold_s=0.01) == []


async def test_a_question_that_its_poller_never_received_goes_to_the_next_poll(desk: QueryBroker) -> None:
    asking = asyncio.ensure_future(desk.ask("tabs", {}))
    taken = await desk.poll(hold_s=5)
    desk.give_back(taken)
    assert await desk.poll(hold_s=5) == taken
    desk.answer(QueryResult(id=taken[0].id, result=Raw(b"[]")))
    assert bytes(await asking) == b"[]"


async def test_a_question_that_nobody_takes_fails_long_before_its_time_is_up(
    desk: QueryBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gasoline.browser.query_broker.UNTAKEN_QUERY_S", 0.01)
    with pytest.raises(ToolError) as caught:
        await desk.ask("tabs", {}, timeout_s=60)
    assert caught.value.code == "browser_gone"


async def test_a_channel_that_opens_takes_over_what_was_waiting(desk: QueryBroker) -> None:
    asking = asyncio.ensure_future(desk.ask("tabs", {}))
    await asyncio.sleep(0)
    query = await Channel(desk).next_query()
    desk.answer(QueryResult(id=query.id, result=Raw(b"[]")))
    await asking


async def test_a_question_nobody_took_is_withdrawn(desk: QueryBroker) -> None:
    with pytest.raises(ToolError):
        await desk.ask("tabs", {}, timeout_s=0.01)
    assert await desk.poll(hold_s=0.01) == []


async def test_of_two_browsers_the_one_that_has_the_tab_answers(desk: QueryBroker) -> None:
    older, newer = Channel(desk), Channel(desk)
    asking = asyncio.ensure_future(desk.ask("page_info", {}, tab_id=7))
    query = await newer.next_query()
    desk.answer(QueryResult(id=query.id, error=QueryError("tab_closed", "There is no tab 7.")))
    query = await older.next_query()
    desk.answer(QueryResult(id=query.id, result=Raw(b'"mine"')))
    assert bytes(await asking) == b'"mine"'


async def test_every_browser_tells_its_tabs(desk: QueryBroker) -> None:
    older, newer = Channel(desk), Channel(desk)
    asking = asyncio.ensure_future(desk.ask_all("tabs", {}))
    for channel, answer in ((older, b"[1]"), (newer, b"[2]")):
        query = await channel.next_query()
        desk.answer(QueryResult(id=query.id, result=Raw(answer)))
    assert [bytes(answer) for answer in await asking] == [b"[2]", b"[1]"]


async def test_a_browser_that_goes_away_is_not_waited_for(desk: QueryBroker) -> None:
    channel = Channel(desk)
    asking = asyncio.ensure_future(desk.ask("tabs", {}))
    await channel.next_query()
    desk.close_channel(channel.number)
    with pytest.raises(ToolError) as caught:
        await asking
    assert caught.value.code == "browser_gone"


async def test_a_flush_waits_for_every_channel_and_adds_up_the_missing_tabs(desk: QueryBroker) -> None:
    first, second = Channel(desk), Channel(desk)
    flushing = asyncio.ensure_future(desk.flush(timeout_s=5))
    await second.arrived.wait()
    message = second.sent[-1]
    assert isinstance(message, FlushMessage)
    desk.flushed(first.number, FlushedMessage(message.id, [4]))
    assert not flushing.done()
    desk.flushed(second.number, FlushedMessage(message.id, []))
    assert await flushing == [4]


async def test_a_flush_without_an_answer_says_so(desk: QueryBroker) -> None:
    Channel(desk)
    assert await desk.flush(timeout_s=0.01) is None


async def test_a_flush_says_when_errors_will_be_read(desk: QueryBroker) -> None:
    channel = Channel(desk)
    for error_context, told in ((True, True), (False, UNSET)):
        flushing = asyncio.ensure_future(desk.flush(timeout_s=5, error_context=error_context))
        await channel.arrived.wait()
        channel.arrived.clear()
        message = channel.sent[-1]
        assert isinstance(message, FlushMessage)
        assert message.error_context is told
        desk.flushed(channel.number, FlushedMessage(message.id, []))
        assert await flushing == []


async def test_a_flush_does_not_wait_for_a_channel_that_closed(desk: QueryBroker) -> None:
    channel = Channel(desk)
    flushing = asyncio.ensure_future(desk.flush(timeout_s=5))
    await channel.arrived.wait()
    desk.close_channel(channel.number)
    assert await flushing == []


async def test_there_is_an_end_to_open_questions(desk: QueryBroker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gasoline.browser.query_broker.MAX_PENDING_QUERIES", 1)
    asking = asyncio.ensure_future(desk.ask("tabs", {}))
    await asyncio.sleep(0)
    with pytest.raises(ToolError) as caught:
        await desk.ask("tabs", {})
    assert caught.value.code == "too_many_queries"
    asking.cancel()
