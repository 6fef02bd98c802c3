"""diff_sessions: what differs between two snapshots."""

from pathlib import Path

import pytest
from diff_calls import capture, compare, next_run, socket
from page_story import Story
from parts import Parts

from gasoline.analysis.sessions.take_snapshot import MAX_SNAPSHOT_REQUESTS


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


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


async def test_errors_are_distinguished_by_their_normalized_message(story: Story) -> None:
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


@pytest.mark.parametrize("timing", [{"status": 502}, {"initiator": "fetch"}], ids=["no initiator", "no status"])
async def test_a_response_counts_although_its_timing_says_too_little(story: Story, timing: dict[str, object]) -> None:
    await next_run(story)
    request = {"id": "r9", "method": "GET", "url": "http://localhost:3000/api/orders"}
    story.parts.send("network", {**request, **timing})
    story.parts.send("network_bodies", {**request, "status": 502, "responseBody": "no"})
    assert [each["status"] for each in (await compare(story))["diff"]["network"]["new_errors"]] == [502]


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
