"""What the extension costs while nothing happens: processor time of the browser with an idle page open."""

import time

from page_turns import NONE, OURS, PageTurns, paired_ratio, times
from row import Row
from spread import spread
from workbench import Workbench

WINDOWS = 7
WINDOW_S = 10.0
STARTED_S = 8.0  # by then a browser has done what it does once after its start


def run(bench: Workbench) -> list[Row]:
    pages = PageTurns(bench, "idle")
    time.sleep(STARTED_S)
    windows = [_window(pages) for _ in range(WINDOWS)]
    ours, none = ([window[who] for window in windows] for who in (OURS, NONE))
    what = f"browser's processor time, page idle {WINDOW_S:.0f} s"
    return [Row(what, spread(ours), f"without: {spread(none)}", paired_ratio(ours, none), times(1.1))]


def _window(pages: PageTurns) -> dict[str, float]:
    """Processor time of both browsers in the same seconds."""
    before = {who: pages.browsers[who].cpu_ms() for who in (OURS, NONE)}
    time.sleep(WINDOW_S)
    return {who: pages.browsers[who].cpu_ms() - before[who] for who in (OURS, NONE)}
