"""The dashboard's performance: a real page that becomes slow, with its trend and what is blamed for it."""

from typing import Literal

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page, expect
from site_for_tests import Site

from browser import violations
from dashboard import Dashboard

HTML = "<!doctype html><title>Shop</title><link rel='icon' href='data:,'><h1>Words that are painted</h1>"
BUSY = "<script>const end = performance.now() + 700; while (performance.now() < end);</script>"


def visit(page: Page, site: Site, daemon: Daemon, path: str, html: str) -> None:
    """Loads the page and waits until it was measured."""

    def samples() -> int:
        reply = daemon.reply("check_performance", url=path)
        return -1 if reply["isError"] else int(daemon.call("check_performance", url=path)["baseline"]["samples"])

    before = samples()
    page.goto(site.page(path, html))
    wait_until(lambda: samples() > before, "the snapshot")


@pytest.fixture
def slower(request: pytest.FixtureRequest, page: Page, site: Site, captured: Daemon) -> str:
    """The path of a page that was loaded three times, the last time slowly."""
    path = f"/{request.node.name}"
    for html in (HTML, HTML, HTML + BUSY):
        visit(page, site, captured, path, html)
    return path


def test_a_page_that_got_slower_shows_its_cause_and_a_trend_to_point_at(dashboard: Dashboard, slower: str) -> None:
    dashboard.show("performance")
    row = dashboard.rows.filter(has_text=slower)
    expect(row).to_contain_text("regression")
    row.click()
    dashboard.detail.get_by_role("button", name="Load").click()
    expect(dashboard.detail.get_by_role("img", name="Load over 3 loads")).to_be_visible()
    expect(dashboard.detail.locator("canvas")).to_be_visible()
    load = dashboard.detail.get_by_role("row", name="Load ")
    expect(load).to_contain_text("worse")
    expect(dashboard.detail.get_by_role("heading", name="Likely causes")).to_be_visible()
    expect(dashboard.detail).to_contain_text("compared with 2 earlier loads")
    expect(dashboard.detail).to_contain_text("Latest load,")
    box = dashboard.detail.locator(".u-over").bounding_box()
    assert box is not None
    dashboard.page.mouse.move(box["x"] + box["width"] * 0.1, box["y"] + box["height"] / 2)
    expect(dashboard.detail).to_contain_text("Load 1,")


def test_the_ratings_of_a_page_that_got_slower_are_not_cut(dashboard: Dashboard, captured: Daemon) -> None:
    for number, paint in enumerate((260, 264, 2710)):
        timing = {"load": paint, "firstContentfulPaint": paint, "largestContentfulPaint": paint}
        load = {"id": f"load-{number}", "url": "/rated", "pageUrl": "http://localhost:3000/rated", "timing": timing}
        captured.post("/performance-snapshot", {"snapshots": [{**load, "ts": f"2026-11-16T08:0{number}:00.000Z"}]})
    dashboard.page.set_viewport_size({"width": 1280, "height": 800})
    dashboard.show("performance")
    dashboard.rows.filter(has_text="/rated").click()
    table = dashboard.detail.get_by_role("region", name="Metrics of the latest load")
    expect(table).to_contain_text("needs improvement")
    assert table.evaluate("(box) => box.scrollWidth <= box.clientWidth")


def test_a_change_of_route_is_marked(dashboard: Dashboard, page: Page, site: Site, captured: Daemon) -> None:
    visit(page, site, captured, "/app-with-routes", HTML)
    page.evaluate("history.pushState({}, '', '/app-with-routes/cart')")
    dashboard.show("performance")
    row = dashboard.rows.filter(has_text="/app-with-routes/cart")
    expect(row).to_contain_text("route", timeout=10_000)
    row.click()
    expect(dashboard.detail).to_contain_text("route change")


def test_the_trend_has_no_accessibility_violations(dashboard: Dashboard, slower: str) -> None:
    schemes: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
    dashboard.show("performance")
    dashboard.rows.filter(has_text=slower).click()
    expect(dashboard.detail.locator("canvas")).to_be_visible()
    for scheme in schemes:
        dashboard.page.emulate_media(color_scheme=scheme)
        assert violations(dashboard.page) == [], scheme
