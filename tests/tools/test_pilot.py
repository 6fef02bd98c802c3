"""AI Web Pilot on the server: who may ask, which browser is asked, what the list says."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from extension_constants import extension_constant
from fake_browser import FakeBrowser, returning
from parts import Parts

from gasoline.capabilities import ALL
from gasoline.capabilities.interact.execute import EXECUTE_MAX_MS
from gasoline.kernel.secrets.redaction import redact
from gasoline.model.wire import SCRIPT_BYTES, QueryError, QueryResult
from gasoline.store.pilot_audit import MAX_PILOT_COMMANDS, PILOT_COMMAND_CHARS, PILOT_COMMANDS_SHOWN, PilotAudit
from gasoline.toolkit.capability import Capability, Need
from gasoline.tools.schema import params_schema, required

DISABLED = {
    "error": "ai_web_pilot_disabled",
    "message": "Enable 'AI Web Pilot' in extension popup to use this tool",
}
PILOTED = [capability for capability in ALL if Need.PILOT in capability.needs]


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def arguments_of(capability: Capability) -> dict[str, Any]:
    schemas = params_schema(capability)
    return {name: schemas[name].get("enum", "x")[0] for name in required(capability)}


def test_the_three_tools_need_it() -> None:
    assert [capability.tool for capability in PILOTED] == ["highlight_element", "manage_state", "execute_javascript"]


def test_its_modes_are_listed_in_interact_while_it_is_off_and_accepted_in_configure(parts: Parts) -> None:
    modes = {"highlight", "save_state", "load_state", "list_states", "delete_state", "execute"}
    listed = {tool.name: tool.schema["properties"] for tool in parts.dispatcher.registry.faces["composite"]}
    assert modes == set(listed["interact"]["action"]["enum"])
    assert modes.isdisjoint(listed["configure"]["action"]["enum"])
    assert modes <= set(parts.dispatcher.registry.modes_of("configure"))


@pytest.mark.parametrize("capability", PILOTED, ids=lambda capability: capability.tool)
async def test_without_a_browser_the_hint_says_so(parts: Parts, capability: Capability) -> None:
    failure = await parts.fail(capability.tool, **arguments_of(capability))
    assert "No browser is connected" in failure.pop("hint")
    assert failure == DISABLED


async def test_its_state_says_what_to_do_where_it_cannot_be_used(parts: Parts) -> None:
    away = await parts.read("observe", what="pilot")
    assert away.startswith("AI Web Pilot cannot be used: no browser is connected\n\nOpen the browser with")
    FakeBrowser(parts, returning({}), pilot=False)
    off = await parts.read("observe", what="pilot")
    assert off.startswith("AI Web Pilot is off\n\nOnly the user can turn it on, in the extension's popup.\n")


@pytest.mark.parametrize("capability", PILOTED, ids=lambda capability: capability.tool)
async def test_with_the_switch_off_the_browser_is_not_asked(parts: Parts, capability: Capability) -> None:
    browser = FakeBrowser(parts, returning({}), pilot=False)
    for arguments in (arguments_of(capability), {}):
        failure = await parts.fail(capability.tool, **arguments)
        assert "ask them" in failure.pop("hint")
        assert failure == DISABLED
    assert browser.asked == []


async def test_both_addresses_and_the_named_tool_ask_the_same(parts: Parts) -> None:
    browser = FakeBrowser(parts, returning({"success": True, "result": 2}))
    for tool, more in (
        ("execute_javascript", {}),
        ("interact", {"action": "execute"}),
        ("configure", {"action": "execute"}),
    ):
        assert await parts.ask(tool, script="1 + 1", **more) == {"success": True, "result": 2}
    kept = [{name: query[name] for name in ("type", "params", "client")} for query in browser.asked]
    assert kept == [{"type": "execute", "params": {"script": "1 + 1", "timeoutMs": 5000}, "client": "test"}] * 3


@pytest.mark.parametrize(
    ("mode", "action"),
    [("save_state", "save"), ("load_state", "load"), ("list_states", "list"), ("delete_state", "delete")],
)
async def test_the_modes_of_states_fix_the_action(parts: Parts, mode: str, action: str) -> None:
    browser = FakeBrowser(parts, returning({"success": True}))
    for tool in ("interact", "configure"):
        await parts.ask(tool, action=mode, snapshot_name="cart")
    assert {query["params"]["action"] for query in browser.asked} == {action}


async def test_a_failed_script_is_an_error_with_its_own_shape(parts: Parts) -> None:
    ended = {"success": False, "error": "Error: test", "stack": "Error: test", "hint": "Fix it."}
    FakeBrowser(parts, returning(ended))
    assert await parts.fail("execute_javascript", script="throw new Error('test')") == ended


# PILOT-09
async def test_the_time_of_a_script_lies_within_that_of_the_extension_and_of_the_answer(parts: Parts) -> None:
    browser = FakeBrowser(parts, returning({"success": True, "result": 1}))
    await parts.ask("execute_javascript", script="1", timeout_ms=7_000)
    query = browser.asked[0]
    assert query["params"]["timeoutMs"] == 7_000
    late = sum(map(extension_constant, ("EXECUTE_LATE_MS", "HANG_PING_MS", "HANG_BACK_MS")))
    assert query["timeoutMs"] > 7_000 + late


@pytest.mark.parametrize("bad", [{"timeout_ms": 0}, {"timeout_ms": EXECUTE_MAX_MS + 1}, {"script": "x" * 65_537}])
async def test_bounds_are_checked_before_the_browser_is_asked(parts: Parts, bad: dict[str, Any]) -> None:
    browser = FakeBrowser(parts, returning({}))
    assert (await parts.fail("execute_javascript", **{"script": "1", **bad}))["error"] == "invalid_argument"
    assert browser.asked == []


# PILOT-07
async def test_a_script_is_measured_in_bytes_and_the_hint_says_how_to_go_on(parts: Parts) -> None:
    browser = FakeBrowser(parts, returning({"success": True, "result": 1}))
    fits = "é" * (SCRIPT_BYTES // 2)
    await parts.ask("execute_javascript", script=fits)
    failure = await parts.fail("execute_javascript", script=fits + "x")
    assert failure["error"] == "invalid_argument"
    assert f"{SCRIPT_BYTES + 1} bytes" in failure["message"]
    assert "several calls" in failure["hint"]
    assert len(browser.asked) == 1


async def test_of_two_browsers_the_one_whose_person_allows_it_is_asked(parts: Parts) -> None:
    allowing = FakeBrowser(parts, returning({"success": True, "result": 1}))
    newer = FakeBrowser(parts, returning({"success": True, "result": 2}), pilot=False)
    assert (await parts.ask("execute_javascript", script="1"))["result"] == 1
    assert (len(allowing.asked), len(newer.asked)) == (1, 0)
    parts.store.extension.pilot_changed(False, allowing.channel)
    assert (await parts.fail("execute_javascript", script="1"))["error"] == "ai_web_pilot_disabled"


async def test_what_a_browser_left_open_may_be_done_and_the_hint_warns_of_doing_it_twice(parts: Parts) -> None:
    browser = FakeBrowser(parts, returning({}))
    browser.silent = True
    calling = asyncio.create_task(parts.fail("execute_javascript", script="pay()"))
    while not browser.asked:
        await asyncio.sleep(0)
    parts.store.queries.close_channel(browser.channel)
    failure = await calling
    assert failure["error"] == "browser_gone"
    assert "check the page before you call again" in failure["hint"]


async def test_a_browser_that_goes_takes_its_switch_along(parts: Parts) -> None:
    FakeBrowser(parts, returning({}), pilot=False)
    allowing = FakeBrowser(parts, returning({}))
    assert parts.store.extension.pilot
    parts.store.queries.close_channel(allowing.channel)
    parts.store.extension.channel_closed(allowing.channel)
    assert not parts.store.extension.pilot


# PILOT-11
async def test_every_command_is_on_the_list_however_it_ends(parts: Parts) -> None:
    await parts.fail("execute_javascript", script="refused")
    refusing = QueryError("element_not_found", "Nothing.", "Look.")
    FakeBrowser(parts, lambda query: QueryResult(id=query["id"], error=refusing))
    await parts.fail("highlight_element", selector="#none")
    await parts.fail("highlight_element", selector=[1])
    await parts.ask("observe", what="pilot")
    listed = (await parts.ask("get_health"))["pilot_audit"]
    assert [(entry["client"], entry["tool"], entry["result"]) for entry in listed] == [
        ("test", "highlight_element", "invalid_argument"),
        ("test", "highlight_element", "element_not_found"),
        ("test", "execute_javascript", "ai_web_pilot_disabled"),
    ]
    assert json.loads(listed[2]["command"]) == {"script": "refused"}


def test_the_list_is_bounded_and_holds_no_secret() -> None:
    audit = PilotAudit(redact, lambda: datetime(2026, 1, 31, 12, tzinfo=UTC))
    for number in range(MAX_PILOT_COMMANDS + 5):
        audit.add("client", "execute_javascript", f"{number} sk_live_{'a1B2' * 8} " + "x" * 10_000, "ok")
    newest = audit.newest()
    assert len(newest) == PILOT_COMMANDS_SHOWN
    assert newest[0].command.startswith(f"{MAX_PILOT_COMMANDS + 4} ")
    assert newest[0].time == "2026-01-31T12:00:00.000Z"
    assert all(len(command.command) <= PILOT_COMMAND_CHARS for command in newest)
    assert "a1B2a1B2a1B2" not in newest[0].command
