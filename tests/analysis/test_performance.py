"""check_performance: baselines, regressions at their edges, ratings, budgets, causes."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from parts import Parts

from gasoline.kernel.performance.regressions import regressions
from gasoline.model.metrics import Metric
from gasoline.model.performance import MAX_SNAPSHOT_RESOURCES
from gasoline.model.units import KIB
from gasoline.store.performance_store import MAX_PERFORMANCE_SNAPSHOTS

USUAL: dict[str, Any] = {
    "timing": {"load": 1000, "firstContentfulPaint": 500, "largestContentfulPaint": 800, "timeToFirstByte": 100},
    "network": {"requestCount": 10, "transferSize": 200_000, "byType": {"script": {"count": 2, "size": 150_000}}},
    "longTasks": {"count": 1, "totalBlockingTime": 20, "longest": 70},
    "cumulativeLayoutShift": 0.01,
}


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def visit(parts: Parts, url: str = "/shop", **more: Any) -> None:
    received = parts.send("performance", {**USUAL, "url": url, **more})
    assert received.received == 1, received


def timing(**more: float) -> dict[str, Any]:
    return {**USUAL["timing"], **more}


async def test_the_first_visit_has_no_baseline_and_says_so(parts: Parts) -> None:
    visit(parts)
    reply = await parts.call("check_performance")
    answer = json.loads(reply.texts[0])
    assert answer["url"] == "/shop"
    assert answer["baseline"] == {"samples": 0}
    assert answer["regressions"] == []
    assert "no baseline yet" in answer["report"]
    assert "First visit" in reply.texts[1]


# PERF-05
async def test_a_snapshot_is_compared_with_the_baseline_before_it_was_folded_in(parts: Parts) -> None:
    visit(parts)
    visit(parts, timing=timing(load=1600))
    answer = await parts.ask("check_performance")
    assert answer["baseline"]["samples"] == 1
    assert answer["baseline"]["load"] == 1000
    assert answer["regressions"] == [{"metric": "load", "before": 1000, "after": 1600, "change": "+60%"}]
    visit(parts, timing=timing(load=1600))
    assert (await parts.ask("check_performance"))["baseline"]["load"] == 1300


# PERF-04
async def test_after_five_samples_a_new_one_counts_a_fifth(parts: Parts) -> None:
    for load in (1000, 1100, 1200, 1300, 1400):
        visit(parts, timing=timing(load=load))
    visit(parts, timing=timing(load=2200))
    assert (await parts.ask("check_performance"))["baseline"]["load"] == 1200
    visit(parts, timing=timing(load=2200))
    answer = await parts.ask("check_performance")
    assert answer["baseline"]["load"] == pytest.approx(1200 * 0.8 + 2200 * 0.2)
    assert answer["baseline"]["samples"] == 6


async def test_an_update_of_a_snapshot_is_one_sample(parts: Parts) -> None:
    visit(parts)
    visit(parts, id="s2", timing=timing(load=2000))
    visit(parts, id="s2", timing=timing(load=1000))
    answer = await parts.ask("check_performance")
    assert answer["baseline"]["samples"] == 1
    assert answer["regressions"] == []
    visit(parts)
    assert (await parts.ask("check_performance"))["baseline"] == answer["baseline"] | {"samples": 2}


async def test_a_page_that_is_open_in_two_tabs_is_two_samples(parts: Parts) -> None:
    for _ in range(3):
        visit(parts, id="one")
        visit(parts, id="two", timing=timing(load=2000))
    answer = await parts.ask("check_performance")
    assert (answer["snapshot"]["timing"]["load"], answer["baseline"]["samples"]) == (2000, 1)
    visit(parts, id="three")
    assert (await parts.ask("check_performance"))["baseline"]["samples"] == 2


async def test_a_page_that_stays_open_over_a_clearing_is_not_compared_with_itself(parts: Parts) -> None:
    visit(parts, id="one")
    visit(parts, id="two", timing=timing(load=2000))
    before = (await parts.ask("check_performance"))["baseline"]
    await parts.ask("clear_browser_logs")
    visit(parts, id="two", timing=timing(load=2000))
    assert (await parts.ask("check_performance"))["baseline"] == before


EDGES: list[tuple[Metric, float, float, float]] = [
    # metric, usual, no regression yet, a regression
    ("load", 1000, 1500, 1500.1),
    ("load", 200, 400, 400.1),
    ("fcp", 1000, 1500, 1501),
    ("lcp", 300, 500, 501),
    ("requests", 20, 30, 31),
    ("requests", 4, 9, 10),
    ("transfer_size", 200 * 1024, 400 * 1024, 400 * 1024 + 1),
    ("transfer_size", 50 * 1024, 150 * 1024, 150 * 1024 + 1),
    ("long_tasks", 0, 0, 1),
    ("long_tasks", 2, 4, 5),
    ("total_blocking_time", 50, 150, 150.1),
    ("cls", 0.1, 0.15, 0.151),
]


# PERF-06
@pytest.mark.parametrize(("metric", "usual", "still_fine", "worse"), EDGES)
def test_a_regression_begins_right_above_its_threshold(
    metric: Metric, usual: float, still_fine: float, worse: float
) -> None:
    assert regressions({metric: usual}, {metric: still_fine}) == []
    assert [found.metric for found in regressions({metric: usual}, {metric: worse})] == [metric]


def test_a_metric_that_one_side_lacks_is_not_a_regression() -> None:
    assert regressions({"load": None}, {"load": 9000}) == []
    assert regressions({}, {"load": 9000}) == []
    assert regressions({"load": 100}, {"load": None}) == []


# PERF-08
@pytest.mark.parametrize(
    ("name", "field", "good", "poor"),
    [
        ("fcp", "firstContentfulPaint", 1800, 3000),
        ("lcp", "largestContentfulPaint", 2500, 4000),
        ("inp", "interactionToNextPaint", 200, 500),
        ("ttfb", "timeToFirstByte", 800, 1800),
    ],
)
async def test_vitals_are_rated_at_the_published_limits(
    parts: Parts, name: str, field: str, good: float, poor: float
) -> None:
    for value, rating in (
        (good, "good"),
        (good + 1, "needs-improvement"),
        (poor, "needs-improvement"),
        (poor + 1, "poor"),
    ):
        visit(parts, timing=timing(**{field: value}))
        assert (await parts.ask("check_performance"))["ratings"][name] == rating


async def test_layout_shift_is_rated_and_what_was_not_reported_has_no_rating(parts: Parts) -> None:
    visit(parts, cumulativeLayoutShift=0.26)
    assert (await parts.ask("check_performance"))["ratings"]["cls"] == "poor"
    visit(parts, cumulativeLayoutShift=None)
    answer = await parts.ask("check_performance")
    assert "cls" not in answer["ratings"]
    assert answer["snapshot"]["cumulativeLayoutShift"] is None


async def test_a_new_resource_is_named_as_the_cause(parts: Parts) -> None:
    old = {"url": "http://shop.test/app.js", "type": "script", "size": 150_000}
    new = {"url": "http://shop.test/analytics.js?v=2", "type": "script", "size": 400_000, "duration": 900}
    visit(parts, resources=[old])
    visit(
        parts,
        timing=timing(load=3000),
        network={"requestCount": 11, "transferSize": 600_000, "slowestRequests": [new]},
        resources=[old, new],
    )
    answer = await parts.ask("check_performance")
    assert {regression["metric"] for regression in answer["regressions"]} == {"load", "transfer_size"}
    blamed = {(cause["kind"], cause["what"]): cause["metrics"] for cause in answer["causes"]}
    assert blamed["new_resource", "http://shop.test/analytics.js"] == ["load", "transfer_size"]
    assert blamed["slower_resource", "http://shop.test/analytics.js"] == ["load"]
    assert "analytics.js" in answer["report"]


async def test_the_verdict_names_each_metric_once_for_what_it_has_in_common(parts: Parts) -> None:
    visit(parts, timing=timing(load=400, firstContentfulPaint=200, largestContentfulPaint=300))
    visit(parts, timing=timing(load=1400, firstContentfulPaint=1200, largestContentfulPaint=4200))
    text = await parts.read("analyze", what="performance")
    assert text.startswith("load, fcp, lcp got worse; lcp poor · Performance of ")


async def test_the_cause_is_still_named_when_the_slow_page_was_loaded_again(parts: Parts) -> None:
    old = {"url": "http://shop.test/app.js", "type": "script", "size": 150_000}
    new = {"url": "http://shop.test/analytics.js", "type": "script", "size": 400_000}
    for _ in range(5):
        visit(parts, resources=[old])
    for _ in range(3):
        visit(parts, timing=timing(load=3000), resources=[old, new])
    answer = await parts.ask("check_performance")
    assert [regression["metric"] for regression in answer["regressions"]] == ["load"]
    assert [(cause["kind"], cause["what"]) for cause in answer["causes"]] == [("new_resource", new["url"])]


async def test_the_request_that_got_slower_is_blamed_and_not_one_that_always_was_slow(parts: Parts) -> None:
    def load(load_ms: float, feed_ms: float, menu_ms: float) -> None:
        slowest = [{"url": "/api/feed", "duration": feed_ms}, {"url": "/api/menu", "duration": menu_ms}]
        visit(parts, timing=timing(load=load_ms), network={**USUAL["network"], "slowestRequests": slowest})

    load(1000, 2000, 100)
    load(1700, 2050, 900)
    (cause,) = (await parts.ask("check_performance"))["causes"]
    assert (cause["kind"], cause["what"]) == ("slower_resource", "/api/menu")
    assert (cause["before"], cause["after"]) == (100, 900)


# PERF-09
async def test_a_grown_resource_a_long_task_and_a_shifted_element_are_named(parts: Parts) -> None:
    visit(parts, resources=[{"url": "/app.js?hash=1", "size": 100_000}])
    visit(
        parts,
        network={"requestCount": 10, "transferSize": 900_000},
        longTasks={"count": 9, "totalBlockingTime": 800, "longest": 300},
        cumulativeLayoutShift=0.4,
        resources=[{"url": "/app.js?hash=2", "size": 800_000}],
        attribution={"longTaskScript": "http://shop.test/app.js", "shiftedElement": "#banner"},
    )
    causes = (await parts.ask("check_performance"))["causes"]
    grown = {"kind": "grown_resource", "what": "/app.js", "before": 100_000, "after": 800_000, "unit": "bytes"}
    busy = {"kind": "long_task_script", "what": "http://shop.test/app.js"}
    assert {**grown, "metrics": ["transfer_size"]} in causes
    assert {**busy, "metrics": ["long_tasks", "total_blocking_time"]} in causes
    assert {"kind": "shifted_element", "what": "#banner", "metrics": ["cls"]} in causes


async def test_a_change_of_route_does_not_compare_with_a_load_of_the_same_path(parts: Parts) -> None:
    visit(parts)
    visit(parts, softNavigation=True, timing={}, network={"requestCount": 1, "transferSize": 10})
    answer = await parts.ask("check_performance")
    assert answer["snapshot"]["softNavigation"] is True
    assert answer["baseline"]["samples"] == 0
    assert "route change" in answer["report"]


async def test_applications_on_other_ports_have_separate_baselines(parts: Parts) -> None:
    visit(parts, pageUrl="http://localhost:3000/shop")
    visit(parts, pageUrl="http://localhost:5173/shop", timing=timing(load=9000))
    assert (await parts.ask("check_performance"))["regressions"] == []


# PERF-07
async def test_the_page_used_least_recently_goes_first(parts: Parts) -> None:
    for number in range(MAX_PERFORMANCE_SNAPSHOTS):
        visit(parts, f"/page/{number}")
    await parts.ask("check_performance", url="/page/0")
    visit(parts, "/one/more")
    assert (await parts.ask("check_performance", url="/page/0"))["url"] == "/page/0"
    gone = await parts.fail("check_performance", url="/page/1")
    assert gone["error"] == "no_snapshot"
    assert "/page/2" in gone["hint"]


# SRV-16
async def test_clearing_forgets_snapshots_and_keeps_baselines(parts: Parts) -> None:
    visit(parts)
    cleared = await parts.ask("clear_browser_logs", what="performance")
    assert cleared == {"cleared": {"performance": 1}}
    assert (await parts.fail("check_performance"))["error"] == "no_snapshot"
    visit(parts)
    assert (await parts.ask("check_performance"))["baseline"]["samples"] == 1


async def test_a_whole_address_is_taken_as_its_path(parts: Parts) -> None:
    visit(parts, pageUrl="http://localhost:3000/shop")
    visit(parts, pageUrl="http://localhost:4000/shop", timing=timing(load=7))
    for url in ("http://localhost:3000/shop?page=2#top", "http://localhost:3000/shop"):
        assert (await parts.ask("check_performance", url=url))["snapshot"]["timing"]["load"] == 1000
    for url in ("/shop", "/shop?page=1"):
        assert (await parts.ask("check_performance", url=url))["snapshot"]["timing"]["load"] == 7
    visit(parts, "/", pageUrl="http://localhost:3000/")
    assert (await parts.ask("check_performance", url="http://localhost:3000"))["url"] == "/"


def budgets(folder: Path, content: str) -> None:
    (folder / ".gasoline.json").write_text(content)


# PERF-10
async def test_budgets_are_found_above_the_clients_directory_and_a_route_overrides_key_by_key(parts: Parts) -> None:
    below = parts.folder / "packages" / "web"
    below.mkdir(parents=True)
    parts.client.directory = str(below)
    rules = {
        "default": {"load_ms": 900, "total_transfer_kb": 100},
        "routes": {"/shop": {"load_ms": 1000}, "/shop/cart": {"load_ms": 10}, "/sho": {"load_ms": 1}},
    }
    budgets(parts.folder, json.dumps({"budgets": rules, "other": 1}))
    visit(parts)
    answer = await parts.ask("check_performance")
    assert answer["over_budget"] == [{"metric": "total_transfer_kb", "budget": 100, "value": 195.3125}]
    visit(parts, "/shop/cart/pay")
    over = (await parts.ask("check_performance"))["over_budget"]
    assert {row["metric"]: row["budget"] for row in over} == {"load_ms": 10, "total_transfer_kb": 100}


async def test_a_budget_is_broken_only_above_it(parts: Parts) -> None:
    parts.client.directory = str(parts.folder)
    budgets(parts.folder, json.dumps({"budgets": {"default": {"load_ms": 1000, "cls": 0.01, "inp_ms": 1}}}))
    visit(parts)
    assert (await parts.ask("check_performance"))["over_budget"] == []
    visit(parts, timing=timing(load=1000.5))
    assert [row["metric"] for row in (await parts.ask("check_performance"))["over_budget"]] == ["load_ms"]


@pytest.mark.parametrize(
    "content",
    [
        "{",
        '{"budgets": {"default": {"lod_ms": 3}}}',
        '{"budgets": {"routes": {"shop": {"load_ms": 3}}}}',
        "[]",
        '{"budgets": 3}',
    ],
)
async def test_a_damaged_project_file_is_said_and_costs_only_the_budgets(parts: Parts, content: str) -> None:
    parts.client.directory = str(parts.folder)
    budgets(parts.folder, content)
    visit(parts)
    visit(parts)
    reply = await parts.call("check_performance")
    assert not reply.is_error
    assert "budgets in .gasoline.json were not used" in reply.texts[1]


async def test_a_bare_snapshot_and_a_batch_are_both_taken(parts: Parts) -> None:
    intake = parts.intakes["performance"]
    assert intake.accept(json.dumps({**USUAL, "url": "/bare"}).encode()).received == 1
    assert (await parts.ask("check_performance"))["url"] == "/bare"


async def test_without_any_snapshot_the_error_says_what_to_do(parts: Parts) -> None:
    failure = await parts.fail("check_performance")
    assert failure["error"] == "no_snapshot"
    assert "2 s after the load" in failure["hint"]


async def test_an_update_that_names_another_page_is_a_snapshot_of_that_page(parts: Parts) -> None:
    visit(parts, "/one", id="s")
    visit(parts, "/two", id="s")
    for url in ("/one", "/two"):
        assert (await parts.ask("check_performance", url=url))["url"] == url


# PERF-07
async def test_full_snapshots_stay_within_their_memory(parts: Parts) -> None:
    """Everything as long as the wire takes it."""
    resources = [
        {"url": f"http://localhost:3000/{'long/' * 100}{number}.js?{'x' * 500}", "size": 1_000_000, "duration": 1234.5}
        for number in range(MAX_SNAPSHOT_RESOURCES)
    ]
    named = ("lcpElement", "lcpResource", "shiftedElement", "inpElement", "longTaskScript")
    kinds = ("script", "style", "image", "font", "fetch", "other")
    more = {
        "network": {
            **USUAL["network"],
            "slowestRequests": resources[:3],
            "byType": {kind: {"count": 100, "size": 1_000_000} for kind in kinds},
        },
        "resources": resources,
        "attribution": dict.fromkeys(named, "div > " * 300 + "#x"),
    }
    for number in range(MAX_PERFORMANCE_SNAPSHOTS):
        path = f"/page/{number}/{'long/' * 380}"
        for _ in range(2):
            visit(parts, path, pageUrl=f"http://localhost:3000{path}", **more)
    kept = parts.store.performance.newest_first()
    assert len(kept) == MAX_PERFORMANCE_SNAPSHOTS
    assert all(record.previous for record in kept)
    size = sum(len(msgspec.json.encode([record.snapshot, record.previous, record.before])) for record in kept)
    assert size < 120 * KIB, size  # PERF-07: 80 KB of snapshots and 40 KB of baselines


async def test_a_page_with_a_long_path_is_found_by_it(parts: Parts) -> None:
    path = f"/page/{'long/' * 100}"
    visit(parts, path)
    visit(parts, path)
    answer = await parts.ask("check_performance", url=path)
    assert answer["baseline"]["samples"] == 1
