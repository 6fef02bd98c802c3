"""What an answer waits for: a browser that is on its way, and events that are."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from fake_browser import FakeBrowser, returning
from msgspec import UNSET
from parts import Parts

from gasoline.kernel.secrets.redaction import redact_json
from gasoline.model.wire import HelloMessage
from gasoline.toolkit.context import Client
from gasoline.tools.dispatch import Dispatcher


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


# SEND-01
@pytest.mark.parametrize("tool", ["get_network_requests", "get_session_timeline"])
async def test_an_answer_waits_for_events_and_not_for_what_is_looked_up_for_an_error(parts: Parts, tool: str) -> None:
    browser = FakeBrowser(parts, returning({}))
    await parts.ask(tool)
    assert [flush.error_context for flush in browser.flushes] == [UNSET]


# ERR-05
@pytest.mark.parametrize("tool", ["get_browser_errors", "get_browser_logs"])
async def test_a_list_of_errors_waits_for_their_context(parts: Parts, tool: str) -> None:
    browser = FakeBrowser(parts, returning({}))
    await parts.ask(tool)
    assert [flush.error_context for flush in browser.flushes] == [True]


# SEND-01
@pytest.mark.parametrize("tool", ["save_capsule", "generate_report", "export_har"])
async def test_a_file_that_is_read_later_waits_as_long_as_a_list_of_errors(parts: Parts, tool: str) -> None:
    browser = FakeBrowser(parts, returning({}))
    await parts.ask(tool)
    assert {flush.error_context for flush in browser.flushes} == {True}


# SEND-09
async def test_the_first_answer_waits_for_a_browser_that_was_connected_before(parts: Parts) -> None:
    server = replace(parts.facts_of("1", Path()), returning_s=lambda: 30.0)
    dispatcher = Dispatcher(parts.dispatcher.registry, parts.store, server, redact_json)
    call = asyncio.create_task(dispatcher.call("observe", {"what": "tabs"}, Client("test", 0)))
    await asyncio.sleep(0)
    FakeBrowser(parts, returning([]))
    reply = await call
    assert not reply.is_error


# SEND-09
async def test_without_such_a_browser_the_answer_comes_at_once(parts: Parts) -> None:
    reply = await parts.dispatcher.call("observe", {"what": "tabs"}, Client("test", 0))
    assert "extension_not_connected" in reply.texts[0]


# SEND-10
async def test_a_question_waits_for_the_worker_that_follows_one_that_the_browser_ended(parts: Parts) -> None:
    parts.store.extension.channel_opened()
    parts.store.extension.record_hello(HelloMessage("1", pilot=False))
    parts.store.extension.channel_closed(1, has_worker_ended=True)
    call = asyncio.create_task(parts.dispatcher.call("observe", {"what": "tabs"}, Client("test", 0)))
    await asyncio.sleep(0)
    FakeBrowser(parts, returning([]))
    assert not (await call).is_error


# SEND-08, SEND-10
@pytest.mark.parametrize(("has_worker_ended", "later_s"), [(False, 0.0), (True, 1.0)])
async def test_a_question_does_not_wait_for_a_browser_that_is_gone(
    parts: Parts, *, has_worker_ended: bool, later_s: float
) -> None:
    parts.store.extension.channel_opened()
    parts.store.extension.record_hello(HelloMessage("1", pilot=False))
    parts.store.extension.channel_closed(1, has_worker_ended=has_worker_ended)
    parts.clock.seconds += later_s
    reply = await parts.dispatcher.call("observe", {"what": "tabs"}, Client("test", 0))
    assert "extension_not_connected" in reply.texts[0]
