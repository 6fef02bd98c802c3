"""check_performance in a real browser: what is measured, what counts as worse and what is blamed for it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser

LABEL = "Performance Snapshots"
EMPTY = "<!doctype html><title>Empty</title><link rel='icon' href='data:,'>"
BANNER = "<div id='banner' style='height: 300px; background: gold'>Sale</div>"
# What a busy machine makes worse by itself.
SPEED_OF_THE_MACHINE = {"load", "fcp", "lcp", "ttfb", "inp", "long_tasks", "total_blocking_time"}
BUSY = "const end = performance.now() + 600; while (performance.now() < end);"


def html(body: str) -> str:
    return f"{EMPTY}<body><h1>Shop</h1>{body}"


def snapshot(daemon: Daemon, path: str, *, until: Callable[[Any], bool] = lambda _: True) -> Any:
    """The answer about a page, as soon as there is one that will do."""

    def ask() -> Any:
        answer = latest(daemon, path)
        return answer if answer and until(answer) else None

    return wait_until(ask, f"a snapshot of {path}")


def latest(daemon: Daemon, path: str) -> Any:
    """None while there is no snapshot."""
    reply = daemon.reply("check_performance", url=path)
    return None if reply["isError"] else json.loads(reply["content"][0]["text"])


def visit(page: Page, daemon: Daemon, url: str, path: str) -> Any:
    """Loads a page; what is answered is about this load."""
    before = latest(daemon, path)
    samples = before["baseline"]["samples"] if before else -1
    page.goto(url)
    return snapshot(daemon, path, until=lambda answer: answer["baseline"]["samples"] > samples)


def worse(answer: Any) -> set[str]:
    return {regression["metric"] for regression in answer["regressions"]}


@pytest.fixture
def quiet(page: Page, captured: Daemon) -> Page:
    return page


# PERF-01
def test_a_load_is_measured_with_what_the_browser_knows(quiet: Page, site: Site, captured: Daemon) -> None:
    site.script("/small.js", "/* small */ window.small = 1;" + " " * 5000)
    url = site.page("/measured", html("<script src='/small.js'></script><p id='big'>Words that are painted</p>"))
    answer = visit(quiet, captured, url, "/measured")
    timing = answer["snapshot"]["timing"]
    for name in ("domContentLoaded", "load", "firstContentfulPaint", "timeToFirstByte", "domInteractive"):
        assert timing[name] is not None and timing[name] >= 0, name
    assert timing["load"] >= timing["domInteractive"]
    network = answer["snapshot"]["network"]
    assert network["byType"]["script"]["count"] == 1
    assert network["byType"]["script"]["size"] > 5000
    assert network["requestCount"] == 2
    assert answer["url"] == "/measured"
    assert answer["snapshot"]["pageUrl"] == url
    assert answer["baseline"] == {"samples": 0}


def test_what_happens_after_the_snapshot_is_in_the_next_answer(quiet: Page, site: Site, captured: Daemon) -> None:
    visit(quiet, captured, site.page("/later", html("<button>Slow</button>")), "/later")
    quiet.evaluate(f"setTimeout(() => {{ {BUSY} }})")
    answer = snapshot(captured, "/later", until=lambda answer: answer["snapshot"]["longTasks"]["longest"] >= 500)
    assert answer["baseline"]["samples"] == 0


# PERF-09
def test_a_page_with_a_new_large_script_is_a_regression_with_its_cause(
    quiet: Page, site: Site, captured: Daemon
) -> None:
    url = site.page("/shop-page", html("<p>fine</p>"))
    visit(quiet, captured, url, "/shop-page")
    site.script("/analytics.js", BUSY + "/*" + "x" * 300_000 + "*/")
    site.page("/shop-page", html("<script src='/analytics.js'></script><p>slow</p>"))
    visit(quiet, captured, url, "/shop-page")
    answer = snapshot(
        captured, "/shop-page", until=lambda answer: "longTaskScript" in answer["snapshot"]["attribution"]
    )
    worse = {regression["metric"] for regression in answer["regressions"]}
    assert {"transfer_size", "total_blocking_time"} <= worse
    blamed = {(cause["kind"], cause["what"]): cause["metrics"] for cause in answer["causes"]}
    assert "transfer_size" in blamed["new_resource", f"{site.url}/analytics.js"]
    assert "total_blocking_time" in blamed["long_task_script", f"{site.url}/analytics.js"]
    assert "REGRESSION" in answer["report"]


def test_a_page_that_waits_for_a_slow_script_is_a_regression_with_its_cause(
    quiet: Page, site: Site, captured: Daemon
) -> None:
    url = site.page("/waiting", html("<p>fine</p>"))
    visit(quiet, captured, url, "/waiting")
    site.page(
        "/waiting", html("<script src='/stream/1?type=text/javascript&piece=/**/&pause=1.5'></script><p>slow</p>")
    )
    answer = visit(quiet, captured, url, "/waiting")
    assert "load" in worse(answer)
    (cause,) = (cause for cause in answer["causes"] if cause["kind"] == "slower_resource")
    assert (cause["what"], "load" in cause["metrics"]) == (f"{site.url}/stream/1", True)
    assert cause["after"] >= 1500
    assert f'slow request "{site.url}/stream/1"' in answer["report"]


def test_many_more_requests_and_bytes_are_a_regression_but_a_few_are_not(
    quiet: Page, site: Site, captured: Daemon
) -> None:
    def load(scripts: int) -> Any:
        tags = "".join(f"<script src='/few{number}.js'></script>" for number in range(scripts))
        return visit(quiet, captured, site.page("/few", html(tags)), "/few")

    for number in range(12):
        site.script(f"/few{number}.js", "/*" + "x" * 15_000 + "*/")
    load(0)
    noise = load(5)
    assert (noise["snapshot"]["network"]["requestCount"], noise["baseline"]["requests"]) == (6, 1)
    assert not worse(noise) - SPEED_OF_THE_MACHINE
    many = load(12)
    assert "requests" in worse(many)
    assert "new_resource" in {cause["kind"] for cause in many["causes"] if "requests" in cause["metrics"]}


def test_an_element_that_is_pushed_aside_is_blamed_for_the_shift(quiet: Page, site: Site, captured: Daemon) -> None:
    url = site.page("/shifting", html("<p id='text'>Words</p>"))
    visit(quiet, captured, url, "/shifting")
    late = f"<script>setTimeout(() => document.body.insertAdjacentHTML('afterbegin', `{BANNER}`), 300)</script>"
    site.page("/shifting", html(f"<p id='text'>Words</p>{late}"))
    visit(quiet, captured, url, "/shifting")
    answer = snapshot(captured, "/shifting", until=lambda answer: "cls" in worse(answer))
    assert "shifted_element" in {cause["kind"] for cause in answer["causes"] if "cls" in cause["metrics"]}


def test_noise_below_the_thresholds_is_not_a_regression(quiet: Page, site: Site, captured: Daemon) -> None:
    url = site.page("/same", html("<p>same</p>"))
    visit(quiet, captured, url, "/same")
    site.page("/same", html("<p>same, with a few more words</p>"))
    assert not worse(visit(quiet, captured, url, "/same")) - SPEED_OF_THE_MACHINE


def test_a_route_change_has_its_own_snapshot(quiet: Page, site: Site, captured: Daemon) -> None:
    visit(quiet, captured, site.page("/spa", html("<p>home</p>")), "/spa")
    quiet.evaluate("history.pushState({}, '', '/spa/cart'); void fetch('/echo')")
    answer = snapshot(captured, "/spa/cart")
    assert answer["snapshot"]["softNavigation"] is True
    assert answer["snapshot"]["timing"]["load"] is None
    assert answer["snapshot"]["network"]["byType"]["fetch"]["count"] == 1
    assert answer["baseline"] == {"samples": 0}


# PERF-11
def test_with_the_switch_off_there_is_no_snapshot(browser: Browser, quiet: Page, site: Site, captured: Daemon) -> None:
    browser.set_switch(LABEL, on=False)
    try:
        quiet.goto(site.page("/unwatched", html("<p>nobody looks</p>")))
        other = browser.context.new_page()
        assert latest(captured, "/unwatched") is None
        browser.set_switch(LABEL, on=True)
        # The page that was open all along is measured from now on; nothing of it was before.
        snapshot(captured, "/unwatched")
        other.close()
    finally:
        browser.set_switch(LABEL, on=True)
