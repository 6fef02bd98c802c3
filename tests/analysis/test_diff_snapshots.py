"""The snapshots that diff_sessions keeps: what is captured, their names and bounds."""

import json
from pathlib import Path

import pytest
from diff_calls import capture, compare, diff, socket
from page_story import Story
from parts import Parts
from screen import Screen

from gasoline.analysis.sessions.take_snapshot import MAX_SNAPSHOT_ERRORS, MAX_SNAPSHOT_REQUESTS, MEASURED_LOADS
from gasoline.capabilities.analyze.sessions import MAX_SNAPSHOTS, SNAPSHOT_NAME_CHARS
from gasoline.kernel.urls import ENDPOINT_CHARS
from gasoline.model.units import KIB
from gasoline.store.store import SNAPSHOT_S
from gasoline.store.websocket_connections import MAX_WEBSOCKET_CONNECTIONS


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


async def names(story: Story) -> list[str]:
    return [snapshot["name"] for snapshot in (await diff(story, "list"))["snapshots"]]


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


async def test_current_is_not_accepted_as_a_snapshot_name(story: Story) -> None:
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
    assert (failure["error"], failure["hint"]) == ("no_such_snapshot", "Captured: a.")


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
