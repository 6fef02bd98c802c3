"""Round trip of a question on demand: client → daemon → worker → page and back."""

import time

from site_for_tests import Site

from gasoline.launch.connect import ask
from gasoline.launch.runtime_file import read_runtime
from row import Must, Row
from spread import median, ms, percentile
from workbench import Workbench

QUESTIONS = 300
WARM_UP = 20
POLLING_MS = 1_000.0  # how often an extension without a channel would ask
MUST = Must(10, "ms p50", tolerance=0.10, counts=False)
HTML = "<!doctype html><title>bench</title><h1>A page</h1>" + "<a href='#'>link</a>" * 20


def run(bench: Workbench) -> list[Row]:
    daemon, site = bench.daemon("round-trip"), Site()
    browser = bench.browser(bench.folder / "round-trip" / "profile", daemon)
    try:
        browser.open(site.page("/", HTML)).bring_to_front()
        runtime = read_runtime(str(daemon.state_dir))
        assert runtime is not None
        took = [_ask_page(runtime) for _ in range(QUESTIONS + WARM_UP)][WARM_UP:]
    finally:
        browser.close()
        site.close()
    return [
        Row(
            "round trip, observe what=page",
            f"p50 {ms(median(took))}, p99 {ms(percentile(took, 0.99))} (n={len(took)})",
            f"polling every {POLLING_MS:,.0f} ms",
            ratio=median(took) / POLLING_MS,
            must=MUST,
            value=median(took),
        )
    ]


def _ask_page(runtime) -> float:
    start = time.perf_counter()
    answer = ask(runtime, "call", wait_s=30, tool="observe", arguments={"what": "page"})
    took = (time.perf_counter() - start) * 1000
    assert not answer.get("isError"), answer
    return took
