"""The dashboard's view of performance: trends, what is usual, budgets."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.dashboard.view import Query
from gasoline.dashboard.views import performance
from gasoline.kernel.performance.regressions import SLOWER_SHARE
from gasoline.kernel.performance.trend import MAX_TREND_LOADS
from gasoline.store.performance_store import MAX_PERFORMANCE_SNAPSHOTS
from gasoline.toolkit.context import Client


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def visit(parts: Parts, url: str = "/shop", load: float = 1000, **more: Any) -> None:
    timing = {"load": load, "largestContentfulPaint": 800}
    parts.send("performance", {"url": url, "timing": timing, "network": {"transferSize": 2048}, **more})


async def look(parts: Parts, wanted: str = "", *clients: Client) -> Any:
    ctx = parts.dispatcher.context(parts.client)
    around = replace(ctx, server=replace(ctx.server, present=lambda: list(clients)))
    return await performance.read(around, Query(wanted))


async def view(parts: Parts, *clients: Client) -> list[Any]:
    """Every page with its details, the newest first."""
    return [await look(parts, page["id"], *clients) for page in (await look(parts))["pages"]]


async def test_without_snapshots_it_says_why_there_are_no_pages(parts: Parts) -> None:
    shown = await look(parts)
    assert shown["pages"] == []
    assert "gasoline doctor" in shown["note"]


async def test_a_trend_has_each_load_with_what_was_usual_before_it(parts: Parts) -> None:
    for load in (1000, 1200, 5000):
        visit(parts, load=load)
    [page] = await view(parts)
    column = page["trend"]["metrics"]["load"]
    assert column["values"] == [1000, 1200, 5000]
    assert column["usual"] == [None, 1000, 1100]
    assert column["bound"] == [None, 1000 * (1 + SLOWER_SHARE), 1100 * (1 + SLOWER_SHARE)]
    assert [regression["metric"] for regression in page["regressions"]] == ["load"]


async def test_what_the_browser_never_reported_has_no_column(parts: Parts) -> None:
    visit(parts)
    assert "inp" not in (await view(parts))[0]["trend"]["metrics"]


async def test_a_load_that_becomes_better_known_is_one_point(parts: Parts) -> None:
    visit(parts, load=900)
    visit(parts, load=1000, id="s")
    visit(parts, load=1500, id="s")
    assert (await view(parts))[0]["trend"]["metrics"]["load"]["values"] == [900, 1500]


async def test_a_trend_keeps_the_latest_loads_and_what_was_usual_before_them(parts: Parts) -> None:
    for number in range(MAX_TREND_LOADS + 1):
        visit(parts, load=1000 if number else 2000)
    [page] = await view(parts)
    column = page["trend"]["metrics"]["load"]
    assert len(page["trend"]["times"]) == len(column["values"]) == MAX_TREND_LOADS
    assert column["usual"][0] == 2000
    assert column["usual"][-1] == page["baseline"]["load"]


async def test_clearing_the_buffers_forgets_the_loads_and_keeps_what_is_usual(parts: Parts) -> None:
    visit(parts)
    parts.store.performance.clear()
    assert (await view(parts)) == []
    visit(parts, load=1100)
    assert (await view(parts))[0]["trend"]["metrics"]["load"]["usual"] == [1000]


async def test_a_route_change_is_a_separate_page_and_marked(parts: Parts) -> None:
    visit(parts)
    visit(parts, softNavigation=True)
    assert [(page["url"], page["soft_navigation"]) for page in (await view(parts))] == [
        ("/shop", True),
        ("/shop", False),
    ]


async def test_budgets_are_those_of_the_project_that_a_client_works_in(parts: Parts, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    budgets = {"budgets": {"default": {"load_ms": 900, "total_transfer_kb": 1}}}
    (project / ".gasoline.json").write_text(json.dumps(budgets))
    visit(parts)
    [page] = await view(parts, Client("ide", 0, directory=str(project)))
    assert page["budget"] == {"load": 900, "transfer_size": 1024}
    assert [row["metric"] for row in page["over_budget"]] == ["load_ms", "total_transfer_kb"]


async def test_looking_does_not_save_a_page_from_leaving(parts: Parts) -> None:
    for number in range(MAX_PERFORMANCE_SNAPSHOTS):
        visit(parts, f"/page/{number}")
    await view(parts)
    visit(parts, "/one/more")
    assert "/page/0" not in [page["url"] for page in (await view(parts))]
