"""The dispatcher: every address, every kind of bad argument, and the shape of answers."""

import json
from pathlib import Path
from typing import Literal

import pytest
from parts import Parts

from gasoline.browser.extension_state import RECORDER_REST_MS
from gasoline.capabilities import ALL
from gasoline.model.wire import MAX_ACTIONS, HelloMessage
from gasoline.store.log_buffer import MAX_LOG_ENTRIES
from gasoline.toolkit.capability import Answer, Capability, Mode, Params
from gasoline.toolkit.listing import LIMIT_MAX
from gasoline.tools.answer_budget import ANSWER_CHARS
from gasoline.tools.registry import Registry, UnknownTool
from gasoline.tools.schema import ShapeConflict, params_schema, required


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


async def test_a_mode_and_its_named_tool_give_the_same_answer(parts: Parts) -> None:
    parts.log("boom", level="error")
    assert await parts.ask("observe", what="errors") == await parts.ask("get_browser_errors")


@pytest.mark.parametrize("capability", ALL, ids=lambda capability: capability.tool)
async def test_every_named_tool_answers(parts: Parts, capability: Capability) -> None:
    schemas = params_schema(capability)
    reply = await parts.call(
        capability.tool, **{name: schemas[name].get("enum", "x")[0] for name in required(capability)}
    )
    body = json.loads(reply.texts[0])
    assert body is not None
    if reply.is_error:
        assert body["error"] not in ("internal_error", "invalid_argument")
        assert body["hint"]


async def test_an_unknown_parameter_is_named_with_what_is_accepted(parts: Parts) -> None:
    failure = await parts.fail("observe", what="network", direction="in")
    assert failure["error"] == "unknown_parameter"
    assert failure["message"] == (
        "observe/network has no parameter 'direction'. "
        "It takes limit, id, since, before, url_filter, method, status_min, status_max, include_assets."
    )


async def test_a_misspelt_parameter_gets_a_suggestion(parts: Parts) -> None:
    assert (await parts.fail("get_browser_logs", levl="warn"))["hint"] == "Did you mean 'level'?"


# ANS-07
@pytest.mark.parametrize("limit", [0, -1, LIMIT_MAX + 1, "many", [1], 1.5, True])
async def test_a_limit_out_of_range_or_kind_is_refused(parts: Parts, limit: object) -> None:
    failure = await parts.fail("observe", what="errors", limit=limit)
    assert failure["error"] == "invalid_argument"
    assert "limit" in failure["message"]


async def test_numbers_may_come_as_text(parts: Parts) -> None:
    parts.log(1)
    parts.log(2)
    assert len(await parts.ask("observe", what="logs", limit="1")) == 1


async def test_a_missing_or_unknown_mode_lists_the_modes(parts: Parts) -> None:
    assert "It takes errors, logs" in (await parts.fail("observe"))["message"]
    assert (await parts.fail("observe", what="error"))["hint"] == "Did you mean what=errors?"


async def test_an_unknown_tool_is_a_protocol_error_that_names_the_nearest(parts: Parts) -> None:
    with pytest.raises(UnknownTool, match="Did you mean 'get_browser_logs'"):
        await parts.call("get_browser_log")


async def test_a_failure_inside_a_capability_is_an_answer(parts: Parts, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(_: object, __: object) -> Answer:
        raise RuntimeError("secret detail")

    class Nothing(Params, frozen=True, kw_only=True):
        """Nothing."""

    parts.dispatcher.registry = Registry([Capability("broken", (Mode("observe", "broken"),), Nothing, broken)])
    failure = await parts.fail("broken")
    assert failure["error"] == "internal_error"
    assert "secret detail" not in json.dumps(failure)
    assert "secret detail" in caplog.text


async def test_an_empty_list_says_why(parts: Parts) -> None:
    reply = await parts.call("observe", what="errors")
    assert reply.texts[0] == "[]"
    assert "the extension has not connected" in reply.texts[1]


async def test_filters_that_match_nothing_say_so(parts: Parts) -> None:
    parts.log("x", level="error")
    assert (
        "None of the 1 captured entries match"
        in (await parts.call("observe", what="errors", url_filter="/none")).texts[1]
    )


# ANS-01
async def test_an_answer_over_the_budget_keeps_the_newest_whole_items(parts: Parts) -> None:
    for number in range(20):
        parts.log(number, "x" * 5_000, level="error")
    reply = await parts.call("observe", what="errors", full=True)
    assert sum(len(text) for text in reply.texts) < ANSWER_CHARS
    shown = json.loads(reply.texts[0])
    assert [entry["args"][0] for entry in shown] == list(range(19, 19 - len(shown), -1))
    assert f"{len(shown)} of 20 shown" in reply.texts[1]
    place = reply.texts[1].split('before="')[1].split('"')[0]
    older = await parts.ask("observe", what="errors", before=place, full=True)
    assert older[0]["args"][0] == shown[-1]["args"][0] - 1


# ANS-01
async def test_one_huge_item_is_truncated_inside(parts: Parts) -> None:
    parts.log("x" * 200_000, level="error")
    reply = await parts.call("observe", what="errors")
    assert len(reply.texts[0]) < ANSWER_CHARS
    assert json.loads(reply.texts[0])[0]["args"][0].endswith("…[cut]")


async def test_many_invisible_characters_stay_within_the_budget(parts: Parts) -> None:
    parts.log("\u200b" * 15_000, level="error")
    reply = await parts.call("observe", what="errors")
    assert sum(len(text) for text in reply.texts) < ANSWER_CHARS
    json.loads(reply.texts[0])


async def test_invisible_characters_are_shown_as_escapes_and_mean_the_same(parts: Parts) -> None:
    hidden = "a\u202eb\u200bc\ufeffd\x7fe\U000e0041f\u2028g\x00h"
    parts.log(hidden, level="error")
    text = (await parts.call("observe", what="errors")).texts[0]
    assert "\\u202e" in text and "\\u200b" in text and "\\udb40\\udc41" in text
    assert not set(hidden) & set(text) & {"\u202e", "\u200b", "\ufeff", "\x7f", "\U000e0041", "\u2028", "\x00"}
    assert json.loads(text)[0]["args"] == [hidden]


async def test_secrets_are_masked_in_answers(parts: Parts) -> None:
    parts.log({"password": "hunter2"}, "Bearer abcdefghijklmnopqrstuvwxyz", level="error")
    text = (await parts.call("observe", what="errors")).texts[0]
    assert "hunter2" not in text and "klmnop" not in text
    assert json.loads(text)[0]["args"][0] == {"password": "[redacted]"}


async def test_the_note_names_each_new_event_once_per_client(parts: Parts) -> None:
    parts.log("a", level="error")
    parts.send("logs", {"type": "network", "method": "GET", "url": "/api", "status": 500})
    assert "Since your last call: 1 new error, 1 failed request" in (await parts.call("observe", what="pilot")).texts[1]
    assert len((await parts.call("observe", what="pilot")).texts) == 1


async def test_a_cursor_lists_only_what_came_later(parts: Parts) -> None:
    parts.log("old")
    note = (await parts.call("observe", what="logs")).texts[1]
    cursor = note.split('since="')[1].split('"')[0]
    parts.log("new")
    assert [entry["args"] for entry in await parts.ask("observe", what="logs", since=cursor)] == [["new"]]


# ANS-07
async def test_since_takes_a_time_and_refuses_anything_else(parts: Parts) -> None:
    parts.log("early", ts="2026-01-01T00:00:00Z")
    parts.log("late", ts="2026-01-02T00:00:00Z")
    found = await parts.ask("observe", what="logs", since="2026-01-01T12:00:00")
    assert [entry["args"] for entry in found] == [["late"]]
    assert "is not a valid cursor or time" in (await parts.fail("observe", what="logs", since="noon"))["message"]


@pytest.mark.parametrize("since", ["2026-01-01", "2026-01-01T00:00", "2026-01-01T00:00:00+02:00", "20260101T000000Z"])
async def test_every_form_of_an_iso_time_can_be_compared(parts: Parts, since: str) -> None:
    parts.log("x", ts="2026-06-01")
    parts.log("y", ts="2026-06-01T00:00:00Z")
    assert len(await parts.ask("observe", what="logs", since=since)) == 2


async def test_an_error_that_happens_again_is_new_again(parts: Parts) -> None:
    error = {"type": "exception", "id": "e", "message": "boom"}
    parts.send("logs", error)
    cursor = f"c{parts.store.cursor}"
    parts.send("logs", {**error, "stack": "only more of what is known"})
    assert await parts.ask("observe", what="errors", since=cursor) == []
    parts.send("logs", {**error, "_aggregatedCount": 2, "_lastSeen": "2026-06-01T00:00:00Z"})
    assert "1 new error" in (await parts.call("observe", what="pilot")).texts[1]
    (again,) = await parts.ask("observe", what="errors", since=cursor)
    assert again["_aggregatedCount"] == 2


async def test_nothing_new_is_said_so(parts: Parts) -> None:
    parts.log("old", level="error")
    reply = await parts.call("observe", what="errors", since="c1")
    assert reply.texts == ("[]", "Nothing new since c1.")


async def test_the_answer_that_shows_errors_does_not_announce_them(parts: Parts) -> None:
    parts.log("x", level="error")
    assert "Since your last call" not in (await parts.call("observe", what="errors")).texts[1]


async def test_a_value_that_is_not_in_the_list_gets_the_list(parts: Parts) -> None:
    assert "error" in (await parts.fail("observe", what="logs", level="fatal"))["hint"]
    hint = (await parts.fail("configure", action="clear", what="bodies"))["hint"]
    assert hint.startswith("Did you mean 'network_bodies'? what takes all, logs, network")


# CON-08
async def test_level_means_that_level_and_up(parts: Parts) -> None:
    for level in ("debug", "log", "info", "warn", "error"):
        parts.log(level, level=level)
    assert [entry["level"] for entry in await parts.ask("observe", what="logs", level="warn")] == ["error", "warn"]
    assert len(await parts.ask("observe", what="logs", level="log")) == 4


# CON-08
async def test_logs_can_be_filtered_by_type_and_text(parts: Parts) -> None:
    parts.log("apple", {"fruit": "Pear"})
    parts.send("logs", {"type": "exception", "message": "apple missing"})
    assert [entry["type"] for entry in await parts.ask("observe", what="logs", contains="APPLE")] == [
        "exception",
        "console",
    ]
    assert len(await parts.ask("observe", what="logs", contains="pear")) == 1
    assert [entry["type"] for entry in await parts.ask("observe", what="logs", type="exception")] == ["exception"]


async def test_the_waterfall_is_filtered_by_method_and_status(parts: Parts) -> None:
    for method, status in (("GET", 200), ("POST", 404), ("GET", 500)):
        parts.send("network", {"method": method, "status": status, "url": f"/{status}", "initiator": "fetch"})
    parts.send("network", {"url": "/logo.png", "initiator": "img"})
    assert [entry["url"] for entry in await parts.ask("observe", what="network")] == [
        "/logo.png",
        "/500",
        "/404",
        "/200",
    ]
    assert [entry["url"] for entry in await parts.ask("observe", what="network", status_min=400)] == ["/500", "/404"]
    assert [entry["url"] for entry in await parts.ask("observe", what="network", method="get", status_max=299)] == [
        "/200"
    ]


async def test_clear_empties_all_or_one_and_says_how_much(parts: Parts) -> None:
    parts.log("x")
    parts.send("network", {"url": "/a"})
    assert await parts.ask("configure", action="clear", what="network") == {"cleared": {"network": 1}}
    assert (await parts.ask("clear_browser_logs"))["cleared"].items() >= {"logs": 1, "network": 0}.items()
    assert await parts.ask("observe", what="logs") == []


async def test_health_counts_what_was_evicted_and_lost(parts: Parts) -> None:
    parts.send("logs", {"type": "console"}, client="a", seq=1, dropped={"page_early": 4})
    health = await parts.ask("get_health")
    assert health["extension"]["dropped"] == {"page_early": 4}
    assert health["buffers"]["logs"] == {"count": 1, "capacity": MAX_LOG_ENTRIES, "evicted": 0}
    assert health["version"] == "1.2.3"


# PILOT-15
async def test_pilot_status_says_how_fresh_it_is(parts: Parts) -> None:
    never = {"enabled": False, "source": "never_connected", "extension_connected": False, "last_poll_ago": None}
    assert await parts.ask("observe", what="pilot") == never
    parts.store.extension.record_contact()
    parts.clock.seconds += 2.9
    assert (await parts.ask("observe", what="pilot"))["source"] == "extension_poll"
    parts.clock.seconds += 0.1
    stale = await parts.ask("observe", what="pilot")
    assert (stale["source"], stale["extension_connected"], stale["last_poll_ago"]) == ("stale", False, 3.0)
    parts.store.extension.channel_opened()
    parts.clock.seconds += 60
    assert (await parts.ask("observe", what="pilot"))["last_poll_ago"] == 0
    parts.store.extension.channel_closed(1)
    closed = await parts.ask("observe", what="pilot")
    assert (closed["source"], closed["extension_connected"], closed["last_poll_ago"]) == ("stale", False, 0)


def test_the_list_of_tools_is_five_flat_and_small() -> None:
    tools = Registry(ALL).faces["composite"]
    assert [tool.name for tool in tools] == ["observe", "analyze", "generate", "configure", "interact"]
    for tool in tools:
        assert tool.schema["type"] == "object"
        assert not {"oneOf", "anyOf", "allOf"} & set(tool.schema)
    assert [tool.name for tool in tools if tool.read_only] == ["observe", "analyze", "generate"]


def _capability(tool: str, params: type[Params], mode: str) -> Capability:
    async def run(_: object, __: object) -> Answer:
        return Answer({})

    return Capability(tool, (Mode("observe", mode),), params, run)


def test_one_parameter_name_has_one_shape_within_a_tool() -> None:
    class Number(Params, frozen=True, kw_only=True):
        """A number."""

        size: int = 1

    class Text(Params, frozen=True, kw_only=True):
        """A text."""

        size: str = ""

    with pytest.raises(ShapeConflict, match="size"):
        Registry([_capability("a", Number, "a"), _capability("b", Text, "b")])


def test_choices_of_one_name_are_listed_together_and_told_apart() -> None:
    class One(Params, frozen=True, kw_only=True):
        """One."""

        action: Literal["begin", "end"]

    class Other(Params, frozen=True, kw_only=True):
        """Other."""

        action: Literal["end", "list"]

    registry = Registry([_capability("a", One, "a"), _capability("b", Other, "b")])
    assert registry.faces["composite"][0].schema["properties"]["action"] == {
        "type": "string",
        "enum": ["begin", "end", "list"],
        "description": "a: begin, end. b: end, list.",
    }


async def test_a_choice_of_another_mode_is_refused_with_the_right_ones(parts: Parts) -> None:
    failure = await parts.fail("analyze", what="api", action="watch")
    assert failure["error"] == "invalid_argument"
    assert failure["hint"] == "action takes analyze, report, clear."


def test_two_capabilities_cannot_claim_one_address() -> None:
    class Nothing(Params, frozen=True, kw_only=True):
        """Nothing."""

    with pytest.raises(ValueError, match="observe/a"):
        Registry([_capability("a", Nothing, "a"), _capability("b", Nothing, "a")])


async def test_health_names_a_recorder_that_rests_until_its_rest_is_over(parts: Parts) -> None:
    parts.send("logs", {"type": "console"}, client="a", seq=1, dropped={"recorder_fetch": 10, "breaker_fetch": 1})
    health = await parts.ask("get_health")
    assert health["extension"]["open_breakers"] == ["fetch"]
    assert "breakers" in [problem["id"] for problem in health["problems"]]
    parts.clock.pass_by(RECORDER_REST_MS / 1000)
    health = await parts.ask("get_health")
    assert health["extension"]["open_breakers"] == []
    assert health["extension"]["dropped"] == {"recorder_fetch": 10, "breaker_fetch": 1}


async def test_an_empty_list_says_what_was_evicted(parts: Parts) -> None:
    for _ in range(MAX_ACTIONS + 13):
        parts.send("actions", {"type": "click", "url": "http://localhost:3000/a"})
    reply = await parts.call("get_enhanced_actions", url_filter="/absent")
    note = "13 older ones were evicted from the buffer; repeat the steps to capture them again."
    assert note in reply.texts[1]


@pytest.mark.parametrize(
    ("tool", "switch", "label"),
    [
        ("get_websocket_events", "webSocketCaptureEnabled", "Capture WebSockets"),
        ("get_websocket_status", "webSocketCaptureEnabled", "Capture WebSockets"),
        ("get_enhanced_actions", "actionCaptureEnabled", "Capture User Actions"),
    ],
)
async def test_an_empty_list_names_the_switch_that_is_off(parts: Parts, tool: str, switch: str, label: str) -> None:
    parts.store.extension.channel_opened()
    parts.store.extension.watches(1)
    parts.store.extension.record_hello(HelloMessage("1", pilot=False, switches={switch: False}))
    assert f"“{label}” is off" in (await parts.call(tool)).texts[1]
