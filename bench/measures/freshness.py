"""Freshness: from an event in the page to the answer that contains it, and whether an answer ever lacks it."""

import json
import time
from typing import Any

from playwright.sync_api import Page
from site_for_tests import Site

from gasoline.launch.connect import ask
from gasoline.launch.runtime_file import Runtime, read_runtime
from row import Must, Row
from spread import median, ms, percentile
from workbench import Workbench

EVENTS = 200
WARM_UP = 10
TRIES = 200
PAUSES_MS = (0, 0, 10, 30, 70)  # below and above the 50 ms within which a page collects
LOG = "number => { const at = performance.timeOrigin + performance.now(); console.error('event', number); return at }"
DELAY = Must(15, "ms p50", tolerance=0.10, counts=False)
NONE_MISSING = Must(0, "missing")


def run(bench: Workbench) -> list[Row]:
    daemon, site = bench.daemon("freshness"), Site()
    browser = bench.browser(bench.folder / "freshness" / "profile", daemon)
    try:
        page = browser.open(site.page("/", "<!doctype html><title>bench</title>"))
        runtime = read_runtime(str(daemon.state_dir))
        assert runtime is not None
        tried = [_log_and_ask(page, runtime, number) for number in range(EVENTS + WARM_UP)][WARM_UP:]
    finally:
        browser.close()
        site.close()
    delays = [delay for delay, _ in tried]
    missing = sum(answers - 1 > 0 for _, answers in tried)
    return [
        Row(
            "page event → in an answer",
            f"p50 {ms(median(delays))}, p99 {ms(percentile(delays, 0.99))} (n={len(delays)})",
            "peers 3–120 ms (not run here)",
            must=DELAY,
            value=median(delays),
        ),
        Row("first answers without the event", f"{missing} of {len(tried)}", must=NONE_MISSING, value=missing),
    ]


def _log_and_ask(page: Page, runtime: Runtime, number: int) -> tuple[float, int]:
    """How long it took, in ms, and how many answers."""
    time.sleep(PAUSES_MS[number % len(PAUSES_MS)] / 1000)
    before = time.time()
    at = page.evaluate(LOG, number) / 1000
    at = min(max(at, before), time.time())  # two clocks of one machine; the page's may be a little off
    for answers in range(1, TRIES + 1):
        newest = _newest_error(runtime)
        if newest and newest[0]["args"][1] == number:
            return (time.time() - at) * 1000, answers
    raise AssertionError(f"event {number} never came")


def _newest_error(runtime: Runtime) -> list[Any]:
    answer: Any = ask(
        runtime, "call", wait_s=30, tool="observe", arguments={"what": "errors", "limit": 1, "output": "json"}
    )
    return list(json.loads(answer["content"][0]["text"]))
