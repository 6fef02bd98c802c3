"""verify_fix: its life, what it compares, and every verdict."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fake_browser import FakeBrowser, returning
from page_story import Story
from parts import Parts

from gasoline.analysis.sessions.read_page_state import PAGE_STATE_BYTES
from gasoline.analysis.verification.issue_baseline import MAX_BASELINE_ERRORS, MAX_BASELINE_REQUESTS, MAX_STEPS
from gasoline.capabilities.analyze.verify_fix import MAX_SESSIONS, SESSION_LABEL_CHARS
from gasoline.kernel.urls import ENDPOINT_CHARS
from gasoline.model.events import MAX_ERROR_ENTRIES
from gasoline.model.units import KIB
from gasoline.model.wire import MAX_ACTIONS
from gasoline.store.store import SESSION_S
from gasoline.store.websocket_connections import MAX_WEBSOCKET_CONNECTIONS

AFTER_WATCH = "2099-01-31T12:00:00.000Z"


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


async def verify(story: Story, action: str, **arguments: Any) -> Any:
    return await story.parts.ask("verify_fix", action=action, **arguments)


async def start(story: Story, **arguments: Any) -> str:
    """Begins and watches; returns the session."""
    name: str = (await verify(story, "start", **arguments))["session_id"]
    await verify(story, "watch", session_id=name)
    return name


async def compare(story: Story, name: str, **arguments: Any) -> Any:
    return (await verify(story, "compare", session_id=name, **arguments))["result"]


# --- life ---------------------------------------------------------------------------------------------------------


async def test_start_answers_with_what_is_wrong_now(story: Story) -> None:
    for _ in range(2):
        story.error("Cannot read property 'user' of undefined")
    story.console("Failed to load resource")
    story.call("POST", "/api/login", 500)
    answer = await verify(story, "start", label="fix-login-error")
    assert re.fullmatch(r"verify-[0-9a-f]{6}", answer["session_id"])
    assert answer["status"] == "baseline_captured"
    assert answer["baseline"] | {"captured_at": ""} == {
        "captured_at": "",
        "console_errors": 3,
        "network_errors": 1,
        "error_details": [
            {"type": "console", "message": "Failed to load resource", "count": 1},
            {"type": "console", "message": "Cannot read property 'user' of undefined", "count": 2},
            {"type": "network", "method": "POST", "url": "/api/login", "status": 500, "count": 1},
        ],
        "websockets": [],
    }


async def test_watch_asks_for_the_scenario(story: Story) -> None:
    name = (await verify(story, "start"))["session_id"]
    assert await verify(story, "watch", session_id=name) == {
        "session_id": name,
        "status": "watching",
        "message": "Monitoring started. Ask the user to reproduce the scenario.",
    }


async def test_a_whole_verification_in_the_documented_form(story: Story) -> None:
    for _ in range(2):
        story.error("Cannot read property 'user' of undefined")
    story.call("POST", "/api/login", 500)
    name = await start(story, label="fix-login-error")
    story.call("POST", "/api/login", 200)
    answer = await verify(story, "compare", session_id=name)
    result = answer.pop("result")
    assert answer == {"session_id": name, "status": "compared", "label": "fix-login-error"}
    assert {key: result[key] for key in ("verdict", "before", "after", "changes", "new_issues", "masked")} == {
        "verdict": "fixed",
        "before": {"console_errors": 2, "network_errors": 1, "total_issues": 3},
        "after": {"console_errors": 0, "network_errors": 0, "total_issues": 0},
        "changes": [
            {
                "type": "resolved",
                "category": "console",
                "before": "Cannot read property 'user' of undefined (x2)",
                "after": "(not seen)",
            },
            {
                "type": "resolved",
                "category": "network",
                "before": "POST /api/login → 500",
                "after": "POST /api/login → 200",
            },
        ],
        "new_issues": [],
        "masked": False,
    }


async def test_status_tells_how_a_session_stands(story: Story) -> None:
    name = (await verify(story, "start", label="mine", url_filter="/cart"))["session_id"]
    story.parts.clock.seconds += 60
    before = await verify(story, "status", session_id=name)
    assert (before["status"], before["label"], before["url_filter"]) == ("baseline_captured", "mine", "/cart")
    assert before["expires_in_s"] == SESSION_S - 60
    assert before["watch_started_at"] == before["created_at"]
    await verify(story, "watch", session_id=name)
    assert (await verify(story, "status", session_id=name))["status"] == "watching"
    await compare(story, name)
    after = await verify(story, "status", session_id=name)
    assert after["status"] == "compared"
    assert after["watch_started_at"]


async def test_a_cancelled_session_is_gone(story: Story) -> None:
    name = (await verify(story, "start"))["session_id"]
    assert await verify(story, "cancel", session_id=name) == {"session_id": name, "status": "cancelled"}
    failure = await story.parts.fail("verify_fix", action="status", session_id=name)
    assert (failure["error"], failure["hint"]) == ("no_such_session", "Start one with action=start.")


async def test_compare_may_be_repeated_and_sees_what_came_since(story: Story) -> None:
    story.error("boom")
    name = await start(story)
    story.call("GET", "/api/a", 200)
    assert (await compare(story, name))["verdict"] == "fixed"
    story.error("boom")
    assert (await compare(story, name))["verdict"] == "unchanged"


async def test_watching_again_begins_anew(story: Story) -> None:
    story.error("boom")
    name = await start(story)
    story.error("boom")
    await verify(story, "watch", session_id=name)
    assert (await compare(story, name))["verdict"] == "fixed"


# FIX-01
async def test_start_already_watches(story: Story) -> None:
    story.error("boom")
    name = (await verify(story, "start"))["session_id"]
    story.call("GET", "/api/a", 200)
    result = await compare(story, name)
    assert (result["verdict"], result["after"]["total_issues"]) == ("fixed", 0)
    story.error("boom")
    result = await compare(story, name)
    assert result["verdict"] == "unchanged"
    assert "if the change came later, call action=watch" in result["caution"]


async def test_what_was_lost_or_not_repeated_is_said_to_be_since_start_without_a_watch(story: Story) -> None:
    story.call("POST", "/api/login", 500)
    name = (await verify(story, "start"))["session_id"]
    assert (await compare(story, name))["caution"].startswith("Nothing happened in the page since start")


@pytest.mark.parametrize("action", ["watch", "compare", "status", "cancel"])
async def test_the_session_must_be_named(story: Story, action: str) -> None:
    name = (await verify(story, "start"))["session_id"]
    failure = await story.parts.fail("verify_fix", action=action)
    assert failure["error"] == "session_id_required"
    assert name in failure["hint"]


# FIX-02
async def test_three_sessions_at_most(story: Story) -> None:
    names = [(await verify(story, "start"))["session_id"] for _ in range(MAX_SESSIONS)]
    failure = await story.parts.fail("verify_fix", action="start")
    assert failure["error"] == "too_many_sessions"
    assert all(name in failure["hint"] for name in names)
    await verify(story, "cancel", session_id=names[0])
    await verify(story, "start")


async def test_a_fourth_session_replaces_the_oldest_compared_one(story: Story) -> None:
    names = []
    for _ in range(MAX_SESSIONS):
        names.append(await start(story))
        story.parts.clock.seconds += 1
    await compare(story, names[2])
    await compare(story, names[1])
    await verify(story, "status", session_id=names[1])
    fourth = (await verify(story, "start"))["session_id"]
    gone = await story.parts.fail("verify_fix", action="status", session_id=names[1])
    assert gone["error"] == "no_such_session"
    for name in (names[0], names[2], fourth):
        await verify(story, "status", session_id=name)


# FIX-02
async def test_a_session_ends_after_thirty_minutes(story: Story) -> None:
    name = await start(story)
    story.parts.clock.seconds += SESSION_S - 1
    await compare(story, name)
    story.parts.clock.seconds += 1
    failure = await story.parts.fail("verify_fix", action="compare", session_id=name)
    assert failure["error"] == "no_such_session"
    for _ in range(MAX_SESSIONS):
        await verify(story, "start")


async def test_a_session_survives_the_clearing_of_buffers(story: Story) -> None:
    story.error("boom")
    name = await start(story)
    story.error("boom")
    await story.parts.ask("clear_browser_logs")
    result = await compare(story, name)
    assert result["before"]["total_issues"] == 1
    assert result["evidence"]["lost"] == ["errors"]
    assert "were lost" in result["caution"]


# --- verdicts -----------------------------------------------------------------------------------------------------

A, B, C = "first thing broke", "second thing broke", "third thing broke"

VERDICTS = {
    "nothing before, nothing after": ([], [], "no_issues_detected"),
    "nothing before, something after": ([], [A], "regressed"),
    "all resolved": ([A, B], [], "fixed"),
    "all resolved, one new": ([A], [B], "different_issue"),
    "all resolved, more new than there were": ([A], [B, C], "different_issue"),
    "none resolved, more than before": ([A], [A, B], "regressed"),
    "the same more often": ([A], [A, A], "regressed"),
    "one resolved, but more than before": ([A, B], [A, C, C], "regressed"),
    "one resolved, none new": ([A, B], [A], "improved"),
    "one resolved, the other as often as both": ([A, B], [A, A], "improved"),
    "one resolved, one new": ([A, B], [A, C], "different_issue"),
    "the same": ([A, B], [A, B], "unchanged"),
    "the same less often": ([A, A], [A], "unchanged"),
}


# FIX-01
@pytest.mark.parametrize("case", VERDICTS)
async def test_each_verdict(story: Story, case: str) -> None:
    before, after, verdict = VERDICTS[case]
    for message in before:
        story.error(message)
    name = await start(story)
    for message in after:
        story.error(message)
    result = await compare(story, name)
    assert result["verdict"] == verdict
    assert (result["before"]["total_issues"], result["after"]["total_issues"]) == (len(before), len(after))


CHANGES = {
    "gone": ([A], [], "resolved"),
    "as often": ([A, A], [A, A], "unchanged"),
    "less often": ([A, A], [A], "changed"),
    "more often": ([A], [A, A], "changed"),
}


@pytest.mark.parametrize("case", CHANGES)
async def test_each_kind_of_change(story: Story, case: str) -> None:
    before, after, kind = CHANGES[case]
    for message in before:
        story.error(message)
    name = await start(story)
    for message in after:
        story.error(message)
    assert [change["type"] for change in (await compare(story, name))["changes"]] == [kind]


# --- matching -----------------------------------------------------------------------------------------------------

SAME = [
    ("failed for 4711 items", "failed for 12 items"),
    ("no user 550e8400-e29b-41d4-a716-446655440000", "no user 6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
    ("late since 2026-01-31T12:00:00Z", "late since 2026-02-01T08:30:00Z"),
    ("broken at http://shop.test/app.js:42:7", "broken at http://shop.test/app.js:45:9"),
]


@pytest.mark.parametrize(("before", "after"), SAME)
async def test_what_changes_from_one_time_to_the_next_does_not_count(story: Story, before: str, after: str) -> None:
    story.error(before)
    name = await start(story)
    story.error(after)
    result = await compare(story, name)
    assert (result["verdict"], result["new_issues"]) == ("unchanged", [])


NETWORK = {
    "fixed": (500, [200], "resolved", "fixed"),
    "a redirect": (500, [302], "changed", "unchanged"),
    "the same": (500, [500], "unchanged", "unchanged"),
    "another status": (500, [404], "changed", "unchanged"),
    "now and then": (500, [200, 500, 200], "unchanged", "unchanged"),
    "no answer any more": (500, [0], "changed", "unchanged"),
}


@pytest.mark.parametrize("case", NETWORK)
async def test_requests_are_matched_by_method_and_path(story: Story, case: str) -> None:
    status, after, kind, verdict = NETWORK[case]
    story.call("POST", "/api/orders/1?draft=1", status)
    name = await start(story)
    for each in after:
        story.call("POST", "/api/orders/2", each)
    result = await compare(story, name)
    assert [change["type"] for change in result["changes"]] == [kind]
    assert result["changes"][0]["before"] == "POST /api/orders/:id → 500"
    assert result["verdict"] == verdict


async def test_another_method_or_path_is_another_endpoint(story: Story) -> None:
    story.call("POST", "/api/a", 500)
    name = await start(story)
    story.call("GET", "/api/a", 500)
    story.call("POST", "/api/a", 200)
    result = await compare(story, name)
    assert result["verdict"] == "different_issue"
    assert result["new_issues"] == [
        {"type": "new", "category": "network", "before": "(not seen)", "after": "GET /api/a → 500"}
    ]


@pytest.mark.parametrize(
    "recorded_by", ["log", "waterfall", "bodies", "waterfall log", "bodies log", "waterfall bodies log"]
)
async def test_a_failed_request_is_one_issue_whichever_buffers_have_it(story: Story, recorded_by: str) -> None:
    for _ in range(2):
        story.call("GET", "/api/a", 500, recorded_by=recorded_by)
    baseline = (await verify(story, "start"))["baseline"]
    assert (baseline["network_errors"], len(baseline["error_details"])) == (2, 1)


async def test_repeats_that_the_log_counts_in_one_entry_are_counted(story: Story) -> None:
    story.call("GET", "/api/a", 500, recorded_by="log", _aggregatedCount=3)
    story.call("GET", "/api/a", 500, recorded_by="waterfall")
    assert (await verify(story, "start"))["baseline"]["network_errors"] == 3


async def test_an_aborted_request_is_no_issue(story: Story) -> None:
    story.call("GET", "/api/a", 0, recorded_by="waterfall bodies", aborted=True)
    assert (await verify(story, "start"))["baseline"]["network_errors"] == 0


# FIX-04
async def test_an_endpoint_that_was_not_called_again_is_not_resolved(story: Story) -> None:
    story.call("POST", "/api/login", 500)
    story.call("GET", "/api/menu", 200)
    name = await start(story)
    story.call("GET", "/api/other", 200)
    result = await compare(story, name)
    assert result["verdict"] == "unchanged"
    assert result["changes"] == []
    assert result["evidence"]["endpoints_not_called_again"] == ["POST /api/login", "GET /api/menu"]
    assert 'not called again since watch: "POST /api/login".' in result["caution"]


async def test_not_called_again_beside_a_resolved_error_is_improved(story: Story) -> None:
    story.error("boom")
    story.call("POST", "/api/login", 500)
    name = await start(story)
    story.call("GET", "/api/other", 200)
    assert (await compare(story, name))["verdict"] == "improved"


# --- since watch --------------------------------------------------------------------------------------------------


async def test_only_what_happens_after_watch_counts(story: Story) -> None:
    name = (await verify(story, "start"))["session_id"]
    story.error("between start and watch")
    await verify(story, "watch", session_id=name)
    assert (await compare(story, name))["verdict"] == "no_issues_detected"


async def test_a_repeat_after_watch_counts_as_often_as_it_happened_since(story: Story) -> None:
    name_of_error = story.error("boom", _aggregatedCount=2)
    name = await start(story)
    story.again(name_of_error, count=5)
    result = await compare(story, name)
    assert (result["before"]["console_errors"], result["after"]["console_errors"]) == (2, 3)


async def test_an_update_that_is_no_repeat_does_not_count(story: Story) -> None:
    name_of_error = story.error("boom")
    name = await start(story)
    story.parts.send("logs", {"id": name_of_error, "stack": "Error: boom\n    at app.js:1:1"})
    assert (await compare(story, name))["verdict"] == "fixed"


@pytest.mark.parametrize("later", ["network", "network_bodies"])
async def test_more_about_a_request_from_before_watch_is_no_request_since(story: Story, later: str) -> None:
    story.call("POST", "/api/orders", 500, recorded_by="waterfall")
    (slot,) = story.parts.store.network.newest_first()
    name = await start(story)
    kind = {"type": "network_body"} if later == "network_bodies" else {"transferSize": 12}
    request = {"method": "POST", "status": 500, "url": slot.event.url, "initiator": "fetch"}
    story.parts.send(later, {**request, "id": slot.event.id, "ts": slot.event.ts, **kind})
    result = await compare(story, name)
    assert result["after"]["network_errors"] == 0
    assert result["evidence"]["exercised"] is False


async def test_an_overflow_since_watch_is_said(story: Story) -> None:
    name = await start(story)
    for _ in range(MAX_ACTIONS + 1):
        story.click("Buy")
    result = await compare(story, name)
    assert result["evidence"]["lost"] == ["actions"]
    assert "Events since watch were lost (actions)" in result["caution"]


async def test_what_was_evicted_before_watch_is_no_loss(story: Story) -> None:
    for _ in range(MAX_ACTIONS + 1):
        story.click("Buy")
    name = await start(story)
    assert (await compare(story, name))["evidence"]["lost"] == []


@pytest.mark.parametrize("given_at", ["start", "compare"])
async def test_a_filter_holds_for_both_sides(story: Story, given_at: str) -> None:
    story.error("on the cart")
    story.page = "http://shop.test/other"
    story.error("elsewhere")
    story.call("GET", "/api/a", 500)
    at_start = {"url_filter": "/cart"} if given_at == "start" else {}
    name = await start(story, **at_start)
    story.error("new elsewhere")
    at_compare = {} if at_start else {"url_filter": "/cart"}
    result = await compare(story, name, **at_compare)
    assert (result["before"]["total_issues"], result["after"]["total_issues"]) == (1, 0)
    assert result["new_issues"] == []


# FIX-03
async def test_the_baseline_holds_the_newest_fifty(story: Story) -> None:
    for number in range(MAX_BASELINE_ERRORS + 5):
        story.error("letter " + "abcdefghijklmnopqrstuvwxyz"[number % 26] * (number // 26 + 1))
        story.call("GET", f"/api/{'abcdefghijklmnopqrstuvwxyz'[number % 26] * (number // 26 + 1)}", 500)
    baseline = (await verify(story, "start"))["baseline"]
    assert baseline["console_errors"] == MAX_BASELINE_ERRORS
    assert baseline["network_errors"] == MAX_BASELINE_REQUESTS


async def test_a_failing_request_is_not_forgotten_behind_healthy_ones(story: Story) -> None:
    story.call("POST", "/api/login", 500)
    for number in range(MAX_BASELINE_REQUESTS + 10):
        story.call("GET", f"/api/poll/{'abcdefghij'[number % 10] * (number // 10 + 1)}", 200)
    name = await start(story)
    story.call("POST", "/api/login", 500)
    assert (await compare(story, name))["verdict"] == "unchanged"


@pytest.mark.parametrize("distinct", [False, True])
async def test_more_errors_than_are_kept_are_no_new_ones_when_they_come_again(story: Story, distinct: bool) -> None:
    words = ["abcdefghij"[number % 10] * (number // 10 + 1) for number in range(MAX_BASELINE_ERRORS + 10)]

    def all_of_them() -> None:
        for word in words:
            story.error(f"boom {word if distinct else ''}")

    all_of_them()
    name = await start(story)
    all_of_them()
    answer = await compare(story, name)
    assert (answer["verdict"], answer["new_issues"]) == ("unchanged", [])


async def test_three_full_sessions_stay_within_their_memory(story: Story) -> None:
    """Everything as long as it may be, and in words of three bytes a letter."""
    story.page = f"http://shop.test/{'long/' * 100}"
    for number in range(MAX_ERROR_ENTRIES):
        word = "abcdefghijklmnopqrstuvwxyz"[number % 26] * (number // 26 + 1)
        story.error(word + "長い" * 600)
    for number in range(MAX_BASELINE_REQUESTS):
        word = "abcdefghijklmnopqrstuvwxyz"[number % 26] * (number // 26 + 1)
        story.call("GET", f"/{word.ljust(ENDPOINT_CHARS - 6, '-')}", 500)
        story.click("長い" * 1_000)
        story.socket("open", f"w{number}", f"/{number}/{'long/' * 30}")
        fields = json.dumps({f"{word}長い{index}": None for index in range(30)})
        more = {"contentType": "application/json", "recorded_by": "bodies"}
        story.call("GET", f"/api/{word}", 200, responseBody=fields, **more)
        story.socket("message", f"w{number}", f"/{number}/{'long/' * 30}", direction="incoming", data=fields)
    lines = [f"{number} {'長い' * 60}" for number in range(1_000)]
    page = {"url": story.page, "landmarks": [{"landmark": "main", "lines": lines}], "isComplete": True}
    FakeBrowser(story.parts, returning(page))
    for _ in range(MAX_SESSIONS):
        await start(story, label="長" * SESSION_LABEL_CHARS)
    kept = story.parts.store.verifications
    for session in kept.all().values():
        baseline = session.baseline
        assert (len(baseline.issues), len(baseline.endpoints)) == (MAX_BASELINE_ERRORS, MAX_BASELINE_REQUESTS)
        assert len(baseline.sockets) == MAX_WEBSOCKET_CONNECTIONS
        assert baseline.path is not None
        assert len(baseline.path.steps) == MAX_STEPS
        state = baseline.state
        assert len(msgspec.msgpack.encode(state)) > PAGE_STATE_BYTES * 0.9
        assert state.left_out
    assert len(kept) == MAX_SESSIONS
    assert kept.bytes < 300 * KIB  # three sessions of about 100 KB


async def test_the_load_time_is_compared_when_the_page_was_loaded_again(story: Story) -> None:
    story.error("boom")
    story.performance("/cart", load=3200)
    name = await start(story)
    assert "performance_diff" not in await compare(story, name)
    story.performance("/other", load=10, ts=AFTER_WATCH)
    assert "performance_diff" not in await compare(story, name)
    story.performance("/cart", load=1100, ts=AFTER_WATCH)
    assert (await compare(story, name))["performance_diff"] == {
        "load_time_before": "3200ms",
        "load_time_after": "1100ms",
        "change": "-66%",
    }


async def test_a_change_of_route_does_not_stand_in_for_the_load(story: Story) -> None:
    story.error("boom")
    story.performance("/cart", load=3200)
    story.performance("/cart/items")
    name = await start(story)
    story.performance("/cart", load=1600, ts=AFTER_WATCH)
    assert (await compare(story, name))["performance_diff"]["change"] == "-50%"


async def test_a_load_from_before_watch_that_is_told_of_later_is_not_compared(story: Story) -> None:
    """A page's snapshot comes seconds after its load, and grows while the page is open."""
    story.error("boom")
    story.performance("/cart", load=3200)
    name = await start(story)
    story.performance("/cart", load=900, ts="2020-01-31T12:00:00.000Z")
    result = await compare(story, name)
    assert "performance_diff" not in result
    assert result["evidence"]["exercised"] is False


async def test_a_load_of_the_same_path_elsewhere_is_another_page(story: Story) -> None:
    story.error("boom")
    story.performance("/cart", load=3200, pageUrl="http://shop.test:3000/cart")
    name = await start(story, url_filter="/cart")
    story.performance("/cart", load=900, ts=AFTER_WATCH, pageUrl="http://shop.test:4000/cart")
    assert "performance_diff" not in await compare(story, name)


async def test_how_connections_stand_is_kept_and_compared(story: Story) -> None:
    story.socket("open", "w1", "/live?token=1")
    story.socket("open", "w2", "/same")
    story.error("boom")
    answer = await verify(story, "start")
    assert sorted(answer["baseline"]["websockets"], key=lambda each: each["url"]) == [
        {"url": "ws://shop.test/live", "state": "open"},
        {"url": "ws://shop.test/same", "state": "open"},
    ]
    await verify(story, "watch", session_id=answer["session_id"])
    story.socket("close", "w1", "/live?token=1", code=1006)
    result = await compare(story, answer["session_id"])
    assert result["websockets"]["connection_changes"] == [
        {"url": "ws://shop.test/live", "before": "open", "after": "closed"}
    ]
    filtered = await compare(story, answer["session_id"], url_filter="/same")
    assert filtered["websockets"]["connection_changes"] == []


async def test_secrets_in_messages_are_masked(story: Story) -> None:
    story.console("token Bearer abcdefghijklmnopqrstuvwxyz0123456789")
    reply = await story.parts.call("verify_fix", action="start")
    assert "abcdefghijklmnopqrstuvwxyz0123456789" not in reply.texts[0]


async def test_a_clean_start_says_so(story: Story) -> None:
    reply = await story.parts.call("verify_fix", action="start")
    assert "gasoline doctor" in reply.texts[1]
    story.console("fine", level="log")
    reply = await story.parts.call("verify_fix", action="start")
    assert "No errors so far." in reply.texts[1]


# --- identity -----------------------------------------------------------------------------------------------------


OTHER = "http://api.other.test"


async def test_success_on_another_origin_does_not_resolve_a_failure(story: Story) -> None:
    story.call("GET", "/api/user", 500)
    name = await start(story)
    story.call("GET", "/api/user", 200, origin=OTHER)
    result = await compare(story, name)
    assert result["verdict"] == "unchanged"
    assert result["evidence"]["endpoints_not_called_again"] == ["GET /api/user"]
    assert result["evidence"]["endpoints"] == [f"GET {OTHER}/api/user"]


async def test_a_failure_on_another_origin_is_new(story: Story) -> None:
    story.call("GET", "/api/user", 500)
    name = await start(story)
    story.call("GET", "/api/user", 200)
    story.call("GET", "/api/user", 500, origin=OTHER)
    result = await compare(story, name)
    assert result["verdict"] == "different_issue"
    assert [issue["after"] for issue in result["new_issues"]] == [f"GET {OTHER}/api/user → 500"]


async def test_the_baseline_names_the_origin_of_a_request_to_another_site(story: Story) -> None:
    story.call("GET", "/api/user", 500, origin=OTHER)
    story.call("GET", "/api/user", 503)
    details = (await verify(story, "start"))["baseline"]["error_details"]
    assert [(each["url"], each["status"], each.get("origin")) for each in details] == [
        ("/api/user", 503, None),
        ("/api/user", 500, OTHER),
    ]


# FIX-04
@pytest.mark.parametrize("status", [302, 304])
async def test_only_a_success_resolves_a_failed_request(story: Story, status: int) -> None:
    story.call("GET", "/api/user", 500)
    name = await start(story)
    story.call("GET", "/api/user", status)
    result = await compare(story, name)
    assert result["verdict"] == "unchanged"
    assert [(row["type"], row["after"]) for row in result["changes"]] == [("changed", f"GET /api/user → {status}")]


async def test_a_success_counts_although_a_304_followed_it(story: Story) -> None:
    story.call("GET", "/api/user", 500)
    name = await start(story)
    story.call("GET", "/api/user", 200)
    story.call("GET", "/api/user", 304)
    result = await compare(story, name)
    assert result["verdict"] == "fixed"
    assert result["changes"][0]["after"] == "GET /api/user → 200"


# FIX-07
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "Minified React error #418; visit https://react.dev/errors/418 for the full message",
            "Minified React error #185; visit https://react.dev/errors/185 for the full message",
        ),
        ("Minified Redux error #13", "Minified Redux error #14"),
        ("[MobX] minified error nr: 18", "[MobX] minified error nr: 35"),
        ("Invariant Violation: 54 (see https://example.com)", "Invariant Violation: 17 (see https://example.com)"),
        ("https://vuejs.org/error-reference/#runtime-1", "https://vuejs.org/error-reference/#runtime-13"),
        ("NG0100: changed after it was checked", "NG0200: changed after it was checked"),
        ("error TS2322: not assignable", "error TS2345: not assignable"),
        ("MongoServerError: E11000 duplicate key", "MongoServerError: E11001 duplicate key"),
        ("socket closed (code 1006)", "socket closed (code 1011)"),
        ("connect failed, errno: -111", "connect failed, errno: -2"),
        ("Request failed with status code 401", "Request failed with status code 500"),
        ("RPC error code: -32601", "RPC error code: -32602"),
        ("ORA-00942: table does not exist", "ORA-01017: table does not exist"),
        ("SQLSTATE[42000]: failed", "SQLSTATE[23000]: failed"),
    ],
)
async def test_error_codes_tell_errors_apart(story: Story, before: str, after: str) -> None:
    story.error(before)
    name = await start(story)
    story.error(after)
    result = await compare(story, name)
    assert result["verdict"] == "different_issue"
    assert [issue["after"] for issue in result["new_issues"]] == [after]


# FIX-07
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Item #42 not found", "Item #43 not found"),
        ("Order 1001 of 2000 failed", "Order 1002 of 2000 failed"),
        ("Error: 12 rows were rejected", "Error: 13 rows were rejected"),
        ("timeout after 3000 ms", "timeout after 3001 ms"),
    ],
)
async def test_ids_and_counters_do_not_tell_errors_apart(story: Story, before: str, after: str) -> None:
    story.error(before)
    name = await start(story)
    story.error(after)
    assert (await compare(story, name))["verdict"] == "unchanged"
