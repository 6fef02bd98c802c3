"""From the click on the AI Web Pilot switch in the popup until the server knows, on one clock of one machine."""

import threading
import time

from daemon import Daemon
from pilot import LABEL, enabled
from playwright.sync_api import Locator

from row import Must, Row
from spread import median, ms, percentile
from workbench import Workbench

MOVES = 40  # sync takes 120 writes a minute
MUST = Must(50, "ms p50", tolerance=0.10, counts=False)
CLICK = "(element) => { const at = Date.now(); element.click(); return at; }"


def run(bench: Workbench) -> list[Row]:
    daemon = bench.daemon("switch")
    browser = bench.browser(bench.folder / "switch" / "profile", daemon)
    try:
        switch = browser.extension_page("popup.html").get_by_label(LABEL)
        took = [_move(switch, daemon, on=number % 2 == 0) for number in range(MOVES)]
    finally:
        browser.close()
    half, most = median(took), percentile(took, 0.99)
    figure = f"{ms(half)}, p99 {ms(most)} (n={len(took)})"
    return [Row("AI Web Pilot switch, click → server knows", figure, must=MUST, value=half)]


def _move(switch: Locator, daemon: Daemon, *, on: bool) -> float:
    known: list[float] = []
    watcher = threading.Thread(target=_await, args=(daemon, known), kwargs={"on": on})
    watcher.start()
    clicked = switch.evaluate(CLICK)
    watcher.join(10)
    return known[0] * 1000 - float(clicked)


def _await(daemon: Daemon, known: list[float], *, on: bool) -> None:
    while enabled(daemon) is not on:
        pass
    known.append(time.time())
