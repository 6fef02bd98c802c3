"""verify_fix: what is compared since the watch began, and how much is kept."""

import json
from pathlib import Path

import msgspec
import pytest
from fake_browser import FakeBrowser, returning
from page_story import Story
from parts import Parts
from verify_calls import compare, start, verify

from gasoline.analysis.sessions.read_page_state import PAGE_STATE_BYTES
from gasoline.analysis.verification.issue_baseline import MAX_BASELINE_ERRORS, MAX_BASELINE_REQUESTS, MAX_STEPS
from gasoline.capabilities.analyze.verify_fix import MAX_SESSIONS, SESSION_LABEL_CHARS
from gasoline.kernel.urls import ENDPOINT_CHARS
from gasoline.model.events import MAX_ERROR_ENTRIES
from gasoline.model.units import KIB
from gasoline.model.wire import MAX_ACTIONS
from gasoline.store.websocket_connections import MAX_WEBSOCKET_CONNECTIONS

AFTER_WATCH = "2099-01-31T12:00:00.000Z"


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


A, B, C = "first thing broke", "second thing broke", "third thing broke"


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


async def test_an_update_that_is_not_a_repeat_does_not_count(story: Story) -> None:
    name_of_error = story.error("boom")
    name = await start(story)
    story.parts.send("logs", {"id": name_of_error, "stack": "Error: boom\n    at app.js:1:1"})
    assert (await compare(story, name))["verdict"] == "fixed"


@pytest.mark.parametrize("later", ["network", "network_bodies"])
async def test_an_update_of_a_request_from_before_watch_is_not_a_new_request(story: Story, later: str) -> None:
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


async def test_an_eviction_before_watch_is_not_a_loss(story: Story) -> None:
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
async def test_repeats_of_evicted_errors_are_not_new_errors(story: Story, distinct: bool) -> None:
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


async def test_a_load_from_before_watch_that_is_reported_later_is_not_compared(story: Story) -> None:
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
