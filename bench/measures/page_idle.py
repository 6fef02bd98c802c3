"""What the extension costs while nothing happens: processor time of the browser with an idle page open."""

import time

from page_turns import NONE, OURS, PageTurns, times
from row import Row
from spread import ms
from workbench import Workbench

TURNS = 6
TURN_S = 10.0
STARTED_S = 8.0  # by then a browser has done what it does once after its start


def run(bench: Workbench) -> list[Row]:
    pages = PageTurns(bench, "idle")
    time.sleep(STARTED_S)
    # Both at once, and all turns in one: in ten seconds an idle browser uses a few of the clock's 10 ms steps.
    before = {who: pages.browsers[who].cpu_ms() for who in (OURS, NONE)}
    time.sleep(TURNS * TURN_S)
    ours, none = (max(pages.browsers[who].cpu_ms() - before[who], 1.0) / TURNS for who in (OURS, NONE))
    what = f"browser's processor time, page idle {TURN_S:.0f} s"
    return [Row(what, f"{ms(ours)} (mean of {TURNS})", f"without: {ms(none)}", ours / none, times(1.1))]
