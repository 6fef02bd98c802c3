"""The dashboard's views of who is there and what they do: pilot, clients, streaming."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from parts import Parts

from gasoline.dashboard.view import Query
from gasoline.dashboard.views import clients, pilot, streaming
from gasoline.dashboard.views.streaming import NOTICES_IN_VIEW
from gasoline.model.notices import Notice, StreamSettings
from gasoline.model.wire import HelloMessage, QueryError, QueryResult
from gasoline.protocol.clients import HTTP_CLIENT_FRESH_S, Clients
from gasoline.store.pilot_audit import MAX_PILOT_COMMANDS
from gasoline.toolkit.context import Client, Context


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def context(parts: Parts, *present: Client) -> Context:
    ctx = parts.dispatcher.context(parts.client)
    return replace(ctx, server=replace(ctx.server, present=lambda: list(present)))


async def test_a_refused_command_is_on_the_list_with_who_asked_and_what(parts: Parts) -> None:
    parts.store.extension.channel_opened()
    parts.store.extension.record_hello(HelloMessage("1.0", pilot=False))
    await parts.call("execute_javascript", script="document.title")
    shown = await pilot.read(context(parts), Query())
    assert shown["switch"]["enabled"] is False
    [command] = shown["commands"]
    assert (command["client"], command["tool"]) == ("test", "execute_javascript")
    assert command["result"] == "ai_web_pilot_disabled"
    assert "document.title" in command["command"]


async def test_all_commands_that_are_kept_are_shown_the_newest_first(parts: Parts) -> None:
    for number in range(MAX_PILOT_COMMANDS + 1):
        parts.store.pilot_audit.add("ide", "execute_javascript", str(number), "ok")
    commands = (await pilot.read(context(parts), Query()))["commands"]
    assert [command["command"] for command in commands] == [str(n) for n in range(MAX_PILOT_COMMANDS, 0, -1)]


async def test_clients_are_shown_with_where_they_work(parts: Parts) -> None:
    ide = Client("ide", 0, directory="/home/ann/shop", version="1.2.3", notified_by="notifications")
    shown = await clients.read(context(parts, ide), Query())
    assert shown["clients"] == [
        {
            "name": "ide",
            "version": "1.2.3",
            "directory": "/home/ann/shop",
            "notified_by": "notifications",
            "streaming": False,
        }
    ]
    assert shown["extension"]["connected"] is False
    assert (shown["tabs"], shown["trouble"]) == ([], "")


async def test_tabs_are_those_that_the_extension_sees(parts: Parts) -> None:
    tab = {"tabId": 1, "url": "http://localhost:3000/", "title": "Shop", "active": True, "captured": True}
    broker = parts.store.queries
    parts.store.extension.channel_opened()

    def answer(message: Any) -> None:
        broker.answer(QueryResult(id=message.query.id, result=msgspec.Raw(msgspec.json.encode([tab]))))

    broker.open_channel(answer)
    assert (await clients.read(context(parts), Query()))["tabs"] == [tab]


async def test_a_browser_that_does_not_say_its_tabs_leaves_the_rest_of_the_view(parts: Parts) -> None:
    broker = parts.store.queries
    parts.store.extension.channel_opened()
    failure = QueryError("fault", "It failed.", "Look at the worker.")

    def answer(message: Any) -> None:
        broker.answer(QueryResult(id=message.query.id, error=failure))

    broker.open_channel(answer)
    shown = await clients.read(context(parts, Client("ide", 0)), Query())
    assert (shown["tabs"], shown["trouble"]) == ([], "It failed. Look at the worker.")
    assert len(shown["clients"]) == 1


async def test_notices_are_shown_newest_first_and_no_more_than_fit(parts: Parts) -> None:
    for number in range(NOTICES_IN_VIEW + 1):
        parts.store.notices.add(Notice("errors", f"Error {number}", "2026-01-31T12:00:00.000Z", {"words": "…"}))
    shown = await streaming.read(context(parts), Query())
    assert len(shown["notices"]) == NOTICES_IN_VIEW
    assert shown["older"] == 1
    newest = shown["notices"][0]
    assert (newest["message"], newest["severity"]) == (f"Error {NOTICES_IN_VIEW}", "error")
    assert newest["context"] == {"words": "…"}


async def test_each_client_shows_its_subscriptions(parts: Parts) -> None:
    settings = StreamSettings(enabled=True, events=("security",), url_filter="/shop")
    [shown] = (
        await streaming.read(context(parts, Client("ide", 0, streaming=settings, notified_by="notifications")), Query())
    )["clients"]
    assert (shown["enabled"], shown["events"], shown["throttle_seconds"]) == (True, ["security"], 5)
    assert (shown["name"], shown["notified_by"], shown["url_filter"]) == ("ide", "notifications", "/shop")


async def test_looking_moves_no_cursor(parts: Parts) -> None:
    told = Client("ide", 0, notice_cursor=0)
    parts.log("broken", level="error")
    ctx = context(parts, told)
    (await streaming.read(ctx, Query()))
    await clients.read(ctx, Query())
    assert (told.cursor, told.notice_cursor) == (0, 0)


def test_a_client_over_http_is_there_for_a_minute_after_its_last_request(parts: Parts) -> None:
    known = Clients(parts.store, parts.clock)
    number, local = known.open()
    over_http = known.over_http("session", "web")
    assert known.present() == [local, over_http]
    parts.clock.pass_by(HTTP_CLIENT_FRESH_S + 1)
    known.close(number)
    assert known.present() == []
