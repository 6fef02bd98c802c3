"""Round trip of execute_javascript with the smallest script: the path of every command to the page and back."""

import time

from pilot import move_pilot
from site_for_tests import Site

from gasoline.launch.connect import ask
from gasoline.launch.runtime_file import Runtime, read_runtime
from row import Must, Row
from spread import median, ms, percentile
from workbench import Workbench

COMMANDS = 300
WARM_UP = 20
MUST_P50 = Must(15, "ms p50", tolerance=0.10, counts=False)
MUST_P99 = Must(50, "ms p99", tolerance=0.10, counts=False)
HTML = "<!doctype html><title>bench</title><h1>Bench</h1>"


def run(bench: Workbench) -> list[Row]:
    daemon, site = bench.daemon("execute"), Site()
    browser = bench.browser(bench.folder / "execute" / "profile", daemon)
    try:
        move_pilot(browser, daemon, on=True)
        browser.open(site.page("/", HTML)).bring_to_front()
        runtime = read_runtime(str(daemon.state_dir))
        assert runtime is not None
        took = [_execute(runtime) for _ in range(COMMANDS + WARM_UP)][WARM_UP:]
    finally:
        browser.close()
        site.close()
    name = "round trip, interact action=execute, 1 + 1"
    half, most = median(took), percentile(took, 0.99)
    return [
        Row(f"{name}, p50", f"{ms(half)} (n={len(took)})", must=MUST_P50, value=half),
        Row(f"{name}, p99", f"{ms(most)} (n={len(took)})", must=MUST_P99, value=most),
    ]


def _execute(runtime: Runtime) -> float:
    start = time.perf_counter()
    answer = ask(runtime, "call", wait_s=30, tool="execute_javascript", arguments={"script": "1 + 1"})
    took = (time.perf_counter() - start) * 1000
    assert not answer.get("isError"), answer
    return took
