"""verify_fix: which errors and requests are the same before and after."""

from pathlib import Path

import pytest
from page_story import Story
from parts import Parts
from verify_calls import compare, start, verify


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


A, B, C = "first thing broke", "second thing broke", "third thing broke"


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


async def test_an_aborted_request_is_not_an_issue(story: Story) -> None:
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
async def test_error_codes_distinguish_errors(story: Story, before: str, after: str) -> None:
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
async def test_ids_and_counters_do_not_distinguish_errors(story: Story, before: str, after: str) -> None:
    story.error(before)
    name = await start(story)
    story.error(after)
    assert (await compare(story, name))["verdict"] == "unchanged"
