"""What the extension costs while nothing happens: processor time of the browser with an idle page open."""

import time

from page_turns import NONE, OURS, PageTurns, times
from row import Row
from spread import ms, spread
from workbench import Workbench

WINDOWS = 9
WINDOW_S = 10.0
STARTED_S = 8.0  # by then a browser has done what it does once after its start
# 0.05 % of one processor. A tenth of some 20 ms is less than what two browsers without an extension differ by.
FLOOR_MS = 5.0


def run(bench: Workbench) -> list[Row]:
    pages = PageTurns(bench, "idle")
    time.sleep(STARTED_S)
    windows = [_window(pages) for _ in range(WINDOWS)]
    ours, none = ([window[who] for window in windows] for who in (OURS, NONE))
    # A heartbeat, or what a browser does every half a minute, falls into some windows only: the sum counts.
    ratio, more = sum(ours) / sum(none), (sum(ours) - sum(none)) / WINDOWS
    what = f"browser's processor time, page idle {WINDOW_S:.0f} s"
    rows = [Row(what, spread(ours), f"without: {spread(none)}", ratio, times(1.1), _judged(ratio, more))]
    return [*rows, Row("  more than without, on average", ms(more), f"counts from {ms(FLOOR_MS)}")]


def _judged(ratio: float, more: float) -> float:
    return min(ratio, 1.0) if more < FLOOR_MS else ratio


def _window(pages: PageTurns) -> dict[str, float]:
    """Processor time of both browsers in the same seconds."""
    before = {who: pages.browsers[who].cpu_ms() for who in (OURS, NONE)}
    time.sleep(WINDOW_S)
    return {who: pages.browsers[who].cpu_ms() - before[who] for who in (OURS, NONE)}
