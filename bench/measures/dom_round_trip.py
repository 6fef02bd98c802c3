"""Round trip of query_dom on a page of ordinary size: a selector with ten matches, and one with the most."""

import time

from site_for_tests import Site

from gasoline.launch.connect import ask
from gasoline.launch.runtime_file import Runtime, read_runtime
from row import Must, Row
from spread import median, ms, percentile
from workbench import Workbench

QUESTIONS = 200
WARM_UP = 20
MUST = Must(15, "ms p50", tolerance=0.10, counts=False)
HTML = "<!doctype html><title>bench</title>" + "".join(
    f"<section id=s{at}><h2>Section {at}</h2>" + "<p class=text>A paragraph of text</p>" * 20 + "</section>"
    for at in range(10)
)
SELECTORS = {"10 matches": "h2", "50 of 200 matches": "p.text"}


def run(bench: Workbench) -> list[Row]:
    daemon, site = bench.daemon("dom"), Site()
    browser = bench.browser(bench.folder / "dom" / "profile", daemon)
    try:
        browser.open(site.page("/", HTML)).bring_to_front()
        runtime = read_runtime(str(daemon.state_dir))
        assert runtime is not None
        return [_row(runtime, what, selector) for what, selector in SELECTORS.items()]
    finally:
        browser.close()
        site.close()


def _row(runtime: Runtime, what: str, selector: str) -> Row:
    took = [_ask_dom(runtime, selector) for _ in range(QUESTIONS + WARM_UP)][WARM_UP:]
    return Row(
        f"round trip, observe what=dom, {what}",
        f"p50 {ms(median(took))}, p99 {ms(percentile(took, 0.99))} (n={len(took)})",
        must=MUST,
        value=median(took),
    )


def _ask_dom(runtime: Runtime, selector: str) -> float:
    start = time.perf_counter()
    answer = ask(runtime, "call", wait_s=30, tool="observe", arguments={"what": "dom", "selector": selector})
    took = (time.perf_counter() - start) * 1000
    assert not answer.get("isError"), answer
    return took
