"""What the extension costs while nothing happens: processor time of the browser with an idle page open."""

import time

from page_turns import NONE, OURS, PageTurns, paired_ratio, times
from row import Row
from spread import spread
from workbench import Workbench

WINDOWS = 5
WINDOW_S = 20.0  # in less, an idle browser uses only a few of the clock's steps
SHOWN_S = 10.0
STARTED_S = 8.0  # by then a browser has done what it does once after its start
CLOCK_STEP_MS = 10.0


def run(bench: Workbench) -> list[Row]:
    pages = PageTurns(bench, "idle")
    time.sleep(STARTED_S)
    windows = [_window(pages) for _ in range(WINDOWS)]
    ours, none = ([window[who] for window in windows] for who in (OURS, NONE))
    what = f"browser's processor time, page idle {SHOWN_S:.0f} s"
    return [Row(what, spread(ours), f"without: {spread(none)}", paired_ratio(ours, none), times(1.1))]


def _window(pages: PageTurns) -> dict[str, float]:
    """Processor time of both browsers in the same seconds, of `SHOWN_S` on average."""
    before = {who: pages.browsers[who].cpu_ms() for who in (OURS, NONE)}
    time.sleep(WINDOW_S)
    used = {who: pages.browsers[who].cpu_ms() - before[who] for who in (OURS, NONE)}
    return {who: max(ms, CLOCK_STEP_MS) * SHOWN_S / WINDOW_S for who, ms in used.items()}
