"""diff_sessions: snapshots, how they differ, every verdict, and the bounds."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from page_story import Story
from parts import Parts
from screen import Screen

from gasoline.analysis.sessions.take_snapshot import MAX_SNAPSHOT_ERRORS, MAX_SNAPSHOT_REQUESTS, MEASURED_LOADS
from gasoline.capabilities.analyze.sessions import MAX_SNAPSHOTS, SNAPSHOT_NAME_CHARS
from gasoline.kernel.performance.regressions import LARGER_BYTES
from gasoline.kernel.urls import ENDPOINT_CHARS
from gasoline.model.units import KIB
from gasoline.store.store import SNAPSHOT_S
from gasoline.store.websocket_connections import MAX_WEBSOCKET_CONNECTIONS


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


async def diff(story: Story, action: str, **arguments: Any) -> Any:
    return await story.parts.ask("diff_sessions", action=action, **arguments)


async def capture(story: Story, name: str, **arguments: Any) -> Any:
    return (await diff(story, "capture", name=name, **arguments))["snapshot"]


async def next_run(story: Story) -> None:
    """The first run is kept, and the buffers are empty for the next."""
    await capture(story, "a")
    await story.parts.ask("clear_browser_logs")


async def compare(story: Story, one: str = "a", other: str = "current", **arguments: Any) -> Any:
    return await diff(story, "compare", compare_a=one, compare_b=other, **arguments)


async def names(story: Story) -> list[str]:
    return [snapshot["name"] for snapshot in (await diff(story, "list"))["snapshots"]]


def socket(url: str, state: str) -> dict[str, Any]:
    return {"id": f"{url} {state}", "ts": "2026-01-31T12:00:00Z", "url": url, "state": state}


# --- capture ------------------------------------------------------------------------------------------------------


async def test_a_capture_counts_every_buffer(story: Story) -> None:
    for _ in range(2):
        story.error("boom")
    story.console("careful", level="warn")
    story.console("only chatter", level="log")
    story.call("GET", "/api/a/1", 200)
    story.call("GET", "/api/a/2", 200)
    story.call("POST", "/api/b", 500, recorded_by="waterfall bodies log")
    story.parts.send("websocket_status", socket("ws://shop.test/live", "open"), socket("ws://shop.test/old", "closed"))
    story.performance("/cart", load=1100, requests=12, bytes=340_000)
    answer = await diff(story, "capture", name="before-deploy")
    assert answer["snapshot"].pop("captured_at")
    assert answer == {
        "action": "captured",
        "name": "before-deploy",
        "snapshot": {
            "console_errors": 2,
            "console_warnings": 1,
            "network_requests": 3,
            "network_errors": 1,
            "websocket_connections": 1,
            "performance": {"load_time": 1100, "request_count": 12, "transfer_size": 340_000},
            "unique_endpoints": 2,
            "page_url": "http://shop.test/cart",
        },
    }


async def test_an_empty_capture_is_one(story: Story) -> None:
    snapshot = await capture(story, "a")
    assert (snapshot["console_errors"], snapshot["network_requests"], snapshot["page_url"]) == (0, 0, "")
    assert (await compare(story))["summary"]["verdict"] == "unchanged"


async def test_a_filter_chooses_what_is_captured(story: Story) -> None:
    story.error("on the cart")
    story.page = "http://shop.test/other"
    story.error("elsewhere")
    story.call("GET", "/api/a", 200)
    story.performance("/other", load=1)
    snapshot = await capture(story, "a", url_filter="/cart")
    assert (snapshot["console_errors"], snapshot["network_requests"]) == (1, 0)
    assert "performance" not in snapshot


# FIX-10
async def test_every_error_counts_beyond_the_fifty_that_are_listed(story: Story) -> None:
    for number in range(MAX_SNAPSHOT_REQUESTS + 1):
        word = "abcdefghij"[number % 10] * (number // 10 + 1)
        story.call("GET", f"/api/{word}", 200)
        if number <= MAX_SNAPSHOT_ERRORS:
            story.error(f"boom {word}")
            story.console(f"careful {word}", level="warn")
    snapshot = await capture(story, "a")
    assert snapshot["console_errors"] == MAX_SNAPSHOT_ERRORS + 1
    assert snapshot["console_warnings"] == MAX_SNAPSHOT_ERRORS
    assert snapshot["network_requests"] == MAX_SNAPSHOT_REQUESTS


# --- names and bounds ---------------------------------------------------------------------------------------------


async def test_list_and_delete(story: Story) -> None:
    story.error("boom")
    await capture(story, "one")
    await capture(story, "two")
    listed = await diff(story, "list")
    assert listed["action"] == "listed"
    assert [(each["name"], each["page_url"], each["error_count"]) for each in listed["snapshots"]] == [
        ("one", "/cart", 1),
        ("two", "/cart", 1),
    ]
    assert await diff(story, "delete", name="one") == {"action": "deleted", "name": "one"}
    assert await names(story) == ["two"]


async def test_the_same_name_again_replaces(story: Story) -> None:
    await capture(story, "a")
    story.error("boom")
    await capture(story, "a")
    assert [each["error_count"] for each in (await diff(story, "list"))["snapshots"]] == [1]


async def test_current_is_no_name_for_a_snapshot(story: Story) -> None:
    failure = await story.parts.fail("diff_sessions", action="capture", name="current")
    assert failure["error"] == "reserved_name"


# FIX-10
@pytest.mark.parametrize(("length", "accepted"), [(SNAPSHOT_NAME_CHARS, True), (51, False), (0, False)])
async def test_names_have_one_to_fifty_characters(story: Story, length: int, accepted: bool) -> None:
    reply = await story.parts.call("diff_sessions", action="capture", name="n" * length)
    assert reply.is_error is not accepted


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [
        ({"action": "capture"}, "name"),
        ({"action": "delete"}, "name"),
        ({"action": "compare", "compare_b": "current"}, "compare_a"),
        ({"action": "compare", "compare_a": "current"}, "compare_b"),
    ],
)
async def test_what_an_action_needs_is_named(story: Story, arguments: dict[str, str], missing: str) -> None:
    failure = await story.parts.fail("diff_sessions", **arguments)
    assert failure["error"] == f"{missing}_required"
    assert missing in failure["message"]


@pytest.mark.parametrize("action", ["compare", "delete"])
async def test_a_missing_snapshot_is_answered_with_those_there_are(story: Story, action: str) -> None:
    await capture(story, "a")
    arguments = {"compare_a": "nowhere", "compare_b": "a"} if action == "compare" else {"name": "nowhere"}
    failure = await story.parts.fail("diff_sessions", action=action, **arguments)
    assert (failure["error"], failure["hint"]) == ("no_such_snapshot", "There are a.")


# FIX-10
async def test_the_snapshot_used_least_recently_makes_room(story: Story) -> None:
    for number in range(MAX_SNAPSHOTS):
        await capture(story, f"s{number}")
    await compare(story, "s0", "current")
    await capture(story, "one more")
    kept = set(await names(story))
    assert len(kept) == MAX_SNAPSHOTS
    assert "s0" in kept
    assert "s1" not in kept


# FIX-10
async def test_a_snapshot_is_gone_after_two_hours(story: Story) -> None:
    await capture(story, "a")
    story.parts.clock.seconds += SNAPSHOT_S - 1
    assert await names(story) == ["a"]
    story.parts.clock.seconds += 1
    assert await names(story) == []


async def test_clearing_the_buffers_leaves_the_snapshots(story: Story) -> None:
    await capture(story, "a")
    await story.parts.ask("clear_browser_logs")
    assert await names(story) == ["a"]


async def test_ten_full_snapshots_stay_within_their_memory(story: Story) -> None:
    """Everything as long as it may be, and in words of three bytes a letter."""
    story.page = f"http://shop.test/{'long/' * 100}"
    for number in range(MAX_SNAPSHOT_REQUESTS):
        word = "abcdefghijklmnopqrstuvwxyz"[number % 26] * (number // 26 + 1)
        place = f"    at f (http://shop.test/{'long/' * 100}{word}.js:1:1)"
        story.error(f"{word} {'長い' * 600}", stack=f"Error: {word}\n{place}")
        story.console(f"{word} {'長い' * 600}", level="warn")
        story.call("GET", f"/{word.ljust(ENDPOINT_CHARS - 6, '-')}", 500, duration=1234.5)
        story.socket("open", f"w{number}", f"/{number}/{'long/' * 30}")
        fields = json.dumps({f"{word}長い{index}": None for index in range(30)})
        story.socket("message", f"w{number}", f"/{number}/{'long/' * 30}", direction="incoming", data=fields)
    for _ in range(MEASURED_LOADS):
        story.performance("/cart", load=1234.5, firstContentfulPaint=1234.5, largestContentfulPaint=1234.5)
    Screen(story).shows(*(f"{number} {'長い' * 60}" for number in range(1_000)), url=story.page)
    for number in range(MAX_SNAPSHOTS):
        await capture(story, str(number) * SNAPSHOT_NAME_CHARS)
    kept = story.parts.store.snapshots
    assert len(kept) == MAX_SNAPSHOTS
    for snapshot in kept.all().values():
        assert (len(snapshot.errors), len(snapshot.warnings)) == (MAX_SNAPSHOT_ERRORS, MAX_SNAPSHOT_ERRORS)
        assert (len(snapshot.endpoints), len(snapshot.sockets)) == (
            MAX_SNAPSHOT_REQUESTS,
            MAX_WEBSOCKET_CONNECTIONS,
        )
        assert all(len(endpoint.name) > ENDPOINT_CHARS - 10 for endpoint in snapshot.endpoints)
    assert kept.bytes < 500 * KIB  # ten snapshots of about 50 KB


# --- compare ------------------------------------------------------------------------------------------------------


# FIX-09
async def test_a_comparison_has_the_documented_form(story: Story) -> None:
    story.call("GET", "/api/dashboard", 200, duration=100)
    story.performance("/cart", load=1100, requests=12, bytes=340_000)
    await next_run(story)
    for _ in range(3):
        story.error("React hydration mismatch")
    story.call("GET", "/api/notifications", 502)
    story.call("GET", "/api/dashboard", 200, duration=440)
    story.call("GET", "/api/feature-flags", 200)
    story.performance("/cart", load=3200, requests=47, bytes=2_400_000)
    await capture(story, "b")
    answer = await compare(story, "a", "b")
    performance = answer["diff"].pop("performance")
    assert answer == {
        "action": "compared",
        "a": "a",
        "b": "b",
        "diff": {
            "errors": {
                "new": [{"type": "console", "message": "React hydration mismatch", "count": 3}],
                "resolved": [],
                "unchanged": [],
            },
            "network": {
                "new_errors": [{"method": "GET", "url": "/api/notifications", "status": 502}],
                "status_changes": [
                    {
                        "method": "GET",
                        "url": "/api/dashboard",
                        "before": 200,
                        "after": 200,
                        "duration_change": "+340ms",
                    }
                ],
                "new_endpoints": [{"method": "GET", "url": "/api/feature-flags", "status": 200}],
                "missing_endpoints": [],
            },
            "websockets": {"connection_changes": []},
        },
        "summary": {
            "verdict": "regressed",
            "new_errors": 3,
            "resolved_errors": 0,
            "performance_regressions": 3,
            "new_network_errors": 1,
            "resolved_network_errors": 0,
        },
    }
    assert {name: performance[name] for name in ("load_time", "request_count", "transfer_size")} == {
        "load_time": {"before": 1100, "after": 3200, "change": "+191%", "regression": True},
        "request_count": {"before": 12, "after": 47, "change": "+292%", "regression": True},
        "transfer_size": {"before": 340_000, "after": 2_400_000, "change": "+606%", "regression": True},
    }


async def test_errors_are_told_apart_by_their_normalized_message(story: Story) -> None:
    story.error("failed for 1 item")
    story.error("gone")
    await next_run(story)
    story.error("failed for 2 item")
    story.error("new")
    errors = (await compare(story))["diff"]["errors"]
    assert {kind: [error["message"] for error in errors[kind]] for kind in errors} == {
        "new": ["new"],
        "resolved": ["gone"],
        "unchanged": ["failed for 2 item"],
    }


async def test_endpoints_are_compared_by_method_and_path(story: Story) -> None:
    story.call("GET", "/api/users/1?page=1", 200)
    story.call("GET", "/api/gone", 200)
    await next_run(story)
    story.call("GET", "/api/users/2", 404)
    network = (await compare(story))["diff"]["network"]
    assert network == {
        "new_errors": [{"method": "GET", "url": "/api/users/:id", "status": 404}],
        "status_changes": [{"method": "GET", "url": "/api/users/:id", "before": 200, "after": 404}],
        "new_endpoints": [],
        "missing_endpoints": [{"method": "GET", "url": "/api/gone", "status": 200}],
    }


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (100, 300, None),
        (100, 301, "+201ms"),
        (1_000, 1_500, None),
        (1_000, 1_501, "+501ms"),
        (301, 100, "-201ms"),
        (300, 100, None),
    ],
)
async def test_a_duration_is_worth_telling_above_half_and_200_ms(
    story: Story, before: int, after: int, change: str | None
) -> None:
    story.call("GET", "/api/a", 200, duration=before)
    await next_run(story)
    story.call("GET", "/api/a", 200, duration=after)
    changes = (await compare(story))["diff"]["network"]["status_changes"]
    assert [each["duration_change"] for each in changes] == ([change] if change else [])


async def test_a_filter_for_kept_snapshots_is_answered_honestly(story: Story) -> None:
    await capture(story, "a")
    reply = await story.parts.call("diff_sessions", action="compare", compare_a="a", compare_b="a", url_filter="/cart")
    assert "saved snapshots were compared unfiltered" in reply.texts[1]


async def test_snapshots_with_different_filters_are_said_to_cover_different_events(story: Story) -> None:
    await capture(story, "a", url_filter="/cart")
    await capture(story, "b")
    reply = await story.parts.call("diff_sessions", action="compare", compare_a="a", compare_b="b")
    assert reply.texts[1].startswith("The url_filters differ ('/cart' and none): events that only one snapshot covers")
    reply = await story.parts.call("diff_sessions", action="compare", compare_a="a", compare_b="current")
    assert not any("url_filters differ" in text for text in reply.texts)


async def test_connections_are_compared_by_address(story: Story) -> None:
    send = story.parts.send
    send("websocket_status", socket("ws://shop.test/live?t=1", "open"), socket("ws://shop.test/same", "open"))
    await capture(story, "a")
    send("websocket_status", {"id": "ws://shop.test/live?t=1 open", "state": "closed"})
    send("websocket_status", socket("ws://shop.test/new", "open"))
    changes = (await compare(story))["diff"]["websockets"]["connection_changes"]
    assert sorted(changes, key=lambda change: change["url"]) == [
        {"url": "ws://shop.test/live", "before": "open", "after": "closed"},
        {"url": "ws://shop.test/new", "before": None, "after": "open"},
    ]


async def test_current_is_the_live_state(story: Story) -> None:
    await capture(story, "a")
    story.error("boom")
    assert (await compare(story, "a", "current"))["summary"]["new_errors"] == 1
    assert (await compare(story, "current", "a"))["summary"]["resolved_errors"] == 1


async def test_a_snapshot_does_not_differ_from_itself(story: Story) -> None:
    story.error("boom")
    story.call("GET", "/api/a", 500)
    story.performance("/cart", load=100)
    await capture(story, "a")
    answer = await compare(story, "a", "a")
    assert answer["summary"]["verdict"] == "unchanged"
    assert answer["diff"]["network"]["status_changes"] == []


async def test_the_filter_of_a_stored_snapshot_applies_to_the_current_state(story: Story) -> None:
    await capture(story, "a", url_filter="/cart")
    story.page = "http://shop.test/other"
    story.error("an error of another page")
    story.call("GET", "/api/other", 500)
    assert (await compare(story, "a", "current"))["summary"]["verdict"] == "unchanged"
    assert (await compare(story, "current", "a"))["summary"]["verdict"] == "unchanged"
    assert (await compare(story, "a", "current", url_filter="/other"))["summary"]["verdict"] == "regressed"


async def test_the_same_errors_in_another_order_are_unchanged(story: Story) -> None:
    words = [f"failure number {chr(97 + index // 26)}{chr(97 + index % 26)}" for index in range(60)]
    for word in words:
        story.error(word)
    await next_run(story)
    for word in reversed(words):
        story.error(word)
    answer = await compare(story)
    assert answer["summary"]["verdict"] == "unchanged"
    assert (answer["diff"]["errors"]["new"], answer["diff"]["errors"]["resolved"]) == ([], [])


async def test_more_endpoints_than_are_kept_are_neither_new_nor_missing(story: Story) -> None:
    paths = [f"/api/{chr(97 + index // 26)}{chr(97 + index % 26)}" for index in range(MAX_SNAPSHOT_REQUESTS + 20)]
    for path in paths:
        story.call("GET", path, 200)
    await next_run(story)
    for path in reversed(paths):
        story.call("GET", path, 200)
    network = (await compare(story))["diff"]["network"]
    assert (network["new_endpoints"], network["missing_endpoints"]) == ([], [])


async def test_errors_beyond_those_listed_count_as_new_and_resolved(story: Story) -> None:
    await capture(story, "empty")
    for index in range(60):
        story.error(f"failure number {chr(97 + index // 26)}{chr(97 + index % 26)}")
    assert (await compare(story, "empty", "current"))["summary"]["new_errors"] == 60
    assert (await compare(story, "current", "empty"))["summary"]["resolved_errors"] == 60


async def test_endpoints_of_two_origins_are_two(story: Story) -> None:
    story.call("GET", "/api/user", 500)
    await next_run(story)
    story.call("GET", "/api/user", 200, origin="http://api.other.test")
    network = (await compare(story))["diff"]["network"]
    assert network["missing_endpoints"] == [{"method": "GET", "url": "/api/user", "status": 500}]
    assert network["new_endpoints"] == [
        {"method": "GET", "url": "/api/user", "status": 200, "origin": "http://api.other.test"}
    ]


async def test_new_and_resolved_errors_are_counted_alike(story: Story) -> None:
    for _ in range(3):
        story.error("boom")
    for _ in range(2):
        story.call("GET", "/api/user", 500)
    await next_run(story)
    story.call("GET", "/api/user", 200)
    backwards = {"new_errors": "resolved_errors", "new_network_errors": "resolved_network_errors"}
    one, other = (await compare(story))["summary"], (await compare(story, "current", "a"))["summary"]
    assert (one["resolved_errors"], one["resolved_network_errors"]) == (3, 1)
    assert [other[new] for new in backwards] == [one[resolved] for resolved in backwards.values()]


@pytest.mark.parametrize("status", [302, 304])
async def test_a_redirect_does_not_resolve_a_failed_request(story: Story, status: int) -> None:
    story.call("GET", "/api/user", 500)
    await next_run(story)
    story.call("GET", "/api/user", status)
    answer = await compare(story)
    assert answer["summary"]["verdict"] == "unchanged"
    assert [row["after"] for row in answer["diff"]["network"]["status_changes"]] == [status]


async def test_performance_of_different_pages_is_not_compared(story: Story) -> None:
    story.performance("/cart", load=100)
    await capture(story, "a")
    story.performance("/other", load=5_000)
    reply = await story.parts.call("diff_sessions", action="compare", compare_a="a", compare_b="current")
    assert msgspec.json.decode(reply.texts[0])["diff"]["performance"] == {}
    assert "different pages" in reply.texts[1]


THRESHOLDS = [
    ({"load": 1000}, {"load": 1500}, "load_time", False),
    ({"load": 1000}, {"load": 1501}, "load_time", True),
    ({"load": 100}, {"load": 300}, "load_time", False),
    ({"load": 100}, {"load": 301}, "load_time", True),
    ({"firstContentfulPaint": 1000}, {"firstContentfulPaint": 1500}, "fcp", False),
    ({"firstContentfulPaint": 1000}, {"firstContentfulPaint": 1501}, "fcp", True),
    ({"largestContentfulPaint": 1000}, {"largestContentfulPaint": 1500}, "lcp", False),
    ({"largestContentfulPaint": 1000}, {"largestContentfulPaint": 1501}, "lcp", True),
    ({"requests": 20}, {"requests": 30}, "request_count", False),
    ({"requests": 20}, {"requests": 31}, "request_count", True),
    ({"requests": 2}, {"requests": 7}, "request_count", False),
    ({"requests": 2}, {"requests": 8}, "request_count", True),
    ({"bytes": 200_000}, {"bytes": 400_000}, "transfer_size", False),
    ({"bytes": 200_000}, {"bytes": 400_001}, "transfer_size", True),
    ({"bytes": 1_000}, {"bytes": 1_000 + int(LARGER_BYTES)}, "transfer_size", False),
    ({"bytes": 1_000}, {"bytes": 1_001 + int(LARGER_BYTES)}, "transfer_size", True),
    ({"long_tasks": 0}, {"long_tasks": 0}, "long_tasks", False),
    ({"long_tasks": 0}, {"long_tasks": 1}, "long_tasks", True),
    ({"long_tasks": 2}, {"long_tasks": 4}, "long_tasks", False),
    ({"long_tasks": 2}, {"long_tasks": 5}, "long_tasks", True),
    ({"blocking": 10}, {"blocking": 110}, "total_blocking_time", False),
    ({"blocking": 10}, {"blocking": 111}, "total_blocking_time", True),
    ({"cls": 0.1}, {"cls": 0.15}, "cls", False),
    ({"cls": 0.1}, {"cls": 0.151}, "cls", True),
]


@pytest.mark.parametrize(("before", "after", "metric", "is_worse"), THRESHOLDS)
async def test_performance_gets_worse_just_above_the_budget_s_thresholds(
    story: Story, before: dict[str, float], after: dict[str, float], metric: str, is_worse: bool
) -> None:
    for _ in range(MEASURED_LOADS):
        story.performance("/cart", **before)
    await capture(story, "a")
    for _ in range(MEASURED_LOADS):
        story.performance("/cart", **after)
    answer = await compare(story)
    assert answer["diff"]["performance"][metric]["regression"] is is_worse
    assert answer["summary"]["verdict"] == ("regressed" if is_worse else "unchanged")


# FIX-15
@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        ([100], [1_000], "unchanged"),
        ([100, 100, 100], [1_000], "unchanged"),
        ([100], [1_000, 1_000, 1_000], "unchanged"),
        ([100, 100, 100], [1_000, 100, 1_000], "regressed"),
        ([100, 100, 100], [100, 100, 1_000], "unchanged"),
        ([1_000, 100, 100], [1_000, 100, 100], "unchanged"),
    ],
)
@pytest.mark.parametrize("is_cleared", [True, False])
async def test_a_slow_load_is_no_regression_unless_several_are(
    story: Story, before: list[int], after: list[int], verdict: str, is_cleared: bool
) -> None:
    for load in before:
        story.performance("/cart", load=load)
    await capture(story, "a")
    if is_cleared:
        await story.parts.ask("clear_browser_logs")
    for load in after:
        story.performance("/cart", load=load)
    answer = await compare(story)
    assert answer["summary"]["verdict"] == verdict
    assert (await compare(story, "current", "a"))["summary"]["verdict"] == "unchanged"
    if after[-1] > before[-1] and verdict == "unchanged":
        assert answer["diff"]["performance"]["load_time"]["regression"] is True
        text = await story.parts.read("diff_sessions", action="compare", compare_a="a", compare_b="current")
        assert text.startswith("unchanged: no differences · a → current\n")
        assert "Worse in the latest load, but no verdict without 3 loads on each side: load_time." in text


VERDICTS = {
    "nothing": ([], [], "unchanged"),
    "the same": (["error a"], ["error a"], "unchanged"),
    "only a new endpoint": ([], ["call /new 200"], "unchanged"),
    "resolved": (["error a"], [], "improved"),
    "a request fixed": (["call /x 500"], ["call /x 200"], "improved"),
    "a failing request not made again": (["call /x 500"], [], "unchanged"),
    "new": ([], ["error a"], "regressed"),
    "a new network error alone": (["call /x 200"], ["call /x 500"], "regressed"),
    "slower": (["load 100"], ["load 1000"], "regressed"),
    "resolved and new": (["error a"], ["error b"], "mixed"),
    "resolved and a new network error": (["error a"], ["call /x 500"], "mixed"),
    "resolved and slower": (["error a", "load 100"], ["load 1000"], "mixed"),
}


def tell(story: Story, what: str) -> None:
    kind, *words = what.split()
    if kind == "error":
        story.error(words[0])
    elif kind == "call":
        story.call("GET", words[0], int(words[1]))
    else:
        for _ in range(MEASURED_LOADS):
            story.performance("/cart", load=int(words[0]))


@pytest.mark.parametrize("case", VERDICTS)
async def test_each_verdict(story: Story, case: str) -> None:
    before, after, verdict = VERDICTS[case]
    for what in before:
        tell(story, what)
    await next_run(story)
    for what in after:
        tell(story, what)
    assert (await compare(story))["summary"]["verdict"] == verdict
