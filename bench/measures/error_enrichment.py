"""How long finding out what was around an error holds up the page: a boundary catches it in a large React tree."""

from typing import Any

from playwright.sync_api import Page
from state_switch import switch_state

from apps import Apps
from browser import Browser
from row import Must, Row
from spread import ms, spread
from workbench import Workbench

ERRORS = 9
MUST = Must(20, "ms", tolerance=0.10)
# Ticks as fast as the page can: the longest gap between two is the longest task. Frameworks log what a boundary caught.
MEASURE = """async () => {
    const press = (name) => [...document.querySelectorAll("button")].find((each) => each.textContent === name).click();
    const longestGap = (act) => new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        const end = performance.now() + 400;
        let last = performance.now();
        let gap = 0;
        port1.onmessage = () => {
            const now = performance.now();
            gap = Math.max(gap, now - last);
            last = now;
            if (now < end) port2.postMessage(0);
            else resolve(gap);
        };
        act();
        port2.postMessage(0);
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const gap = await longestGap(() => press("Order"));
    press("Again");
    return gap;
}"""


def run(bench: Workbench) -> list[Row]:
    apps = Apps(bench.folder / "apps")
    bench.callback(apps.close)
    url = apps.url("large-react")
    daemon = bench.daemon("enrichment")
    ours = bench.browser(bench.folder / "enrichment", daemon)
    bench.callback(ours.close)
    switch_state(ours, on=True)
    bare = Browser(bench.playwright, bench.folder / "unenriched", None)
    bench.callback(bare.close)
    pages = [each.open(url) for each in (ours, bare)]
    took = [_gaps(pages) for _ in range(ERRORS + 1)][1:]  # the first one compiles
    _check(daemon.call("observe", what="errors", full=True, limit=ERRORS))
    mine, theirs = ([pair[side] for pair in took] for side in (0, 1))
    ours_alone = max(0.0, min(mine) - min(theirs))  # whatever else the machine does only adds
    return [
        Row("longest task when a boundary catches one of 6,000 components", spread(mine), f"without: {spread(theirs)}"),
        Row("  of which what we find out about the error", ms(ours_alone), must=MUST, value=ours_alone),
    ]


def _gaps(pages: list[Page]) -> list[float]:
    return [float(page.evaluate(MEASURE)) for page in pages]


def _check(entries: list[dict[str, Any]]) -> None:
    """The run is invalid if no context was found."""
    caught = [entry["_aiContext"] for entry in entries if "Order" in str(entry.get("args"))]
    assert caught, "no error came"
    for context in caught:
        names = [component["name"] for component in context["componentAncestry"]["components"]]
        assert names == ["Provider", "Boundary", "Fragile"], names
        assert context["stateSnapshot"]["source"] == "redux"
