"""The same job in a browser with the extension and in one without, turn by turn, with no debugger attached."""

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from daemon import Daemon, wait_until

from flood_site import FloodSite
from gasoline.launch.own_extension import own_copy_key
from raw_chromium import RawChromium
from row import Must, Row
from spread import median, ms, spread
from workbench import Workbench

OURS, NONE = "ours", "none"
SETTLE_LIMIT_S = 40.0
QUIET_S = 0.3  # longer than any batch on its way
QUIET_AFTER_FLOOD_S = 1.3  # longer than the second that a worker waits after a 429


@dataclass
class Job:
    """`least`: with fewer captured events the comparison is void."""

    what: str
    work: dict[str, Any]
    must: Must
    turns: int
    least: int
    quiet_s: float = QUIET_S
    who: str = OURS
    ours: list["Turn"] = field(default_factory=list)
    none: list["Turn"] = field(default_factory=list)
    lost: int = 0

    def rows(self) -> list[Row]:
        ours, none = ([turn.took_ms for turn in side] for side in (self.ours, self.none))
        # Some work of a turn is done in the next one: the sum over all turns says more than one of them.
        cpu, none_cpu = (sum(turn.cpu_ms for turn in side) for side in (self.ours, self.none))
        each, none_each = ms(cpu / self.turns), ms(none_cpu / self.turns)
        rows = [
            Row(f"page: {self.what}", spread(ours), f"without: {spread(none)}", paired_ratio(ours, none), self.must),
            Row("  processor time of the page", each, f"without: {none_each}", cpu / none_cpu),
        ]
        return [*rows, *self._gap_rows()]

    def _gap_rows(self) -> list[Row]:
        if not self.work.get("watchMs"):
            return []
        gap, none_gap = (median([turn.gap_ms for turn in side]) for side in (self.ours, self.none))
        return [Row("  longest gap after it", ms(gap), f"without: {ms(none_gap)}", must=FREEZE, value=gap)]


@dataclass(frozen=True)
class Turn:
    took_ms: float
    gap_ms: float
    cpu_ms: float


FREEZE = Must(200, "ms", tolerance=0.10, counts=False)


def times(bound: float) -> Must:
    """A ratio to the page without the extension. It is a median of pairs, so it has no tolerance."""
    return Must(bound, "×")


def paired_ratio(ours: list[float], none: list[float]) -> float:
    """Each turn is compared with its neighbor, so that a machine that slows down affects both."""
    return median([mine / theirs for mine, theirs in zip(ours, none, strict=True)])


class PageTurns:
    """One browser for each way to run the page, all of them fetching their jobs from one site."""

    def __init__(self, bench: Workbench, name: str, extra: Iterable[str] = ()) -> None:
        self.daemon, self.site, self._folder = bench.daemon(name), FloodSite(), bench.folder / name
        bench.callback(self.site.close)
        extension = _connected_to(self.daemon, bench.extension)
        self.browsers: dict[str, RawChromium] = {}
        for who in (OURS, *extra, NONE):
            browser = RawChromium(self._folder / who, self.site.address(who), None if who == NONE else extension)
            bench.callback(browser.close)
            self.browsers[who] = browser
        wait_until(lambda: self._health()["extension"]["watched_tabs"], "the extension to watch the page")

    def run(self, jobs: list[Job]) -> list[Row]:
        for who in self.browsers:
            self._warm_up(who, jobs[0].work)
        self.settle(QUIET_AFTER_FLOOD_S)
        for job in jobs:
            for number in range(job.turns):
                for who in (job.who, NONE) if number % 2 else (NONE, job.who):
                    self._turn(job, who)
        return [row for job in jobs for row in job.rows()]

    def _warm_up(self, who: str, work: dict[str, Any]) -> None:
        """The first job in a browser's life is unlike the others; its events show that the extension is connected."""
        before = self._received()
        self.site.ask(who, work)
        if who != NONE:
            wait_until(lambda: self._received() > before, f"the events of the browser '{who}'")

    def settle(self, quiet_s: float) -> int:
        """Waits until nothing arrives any more, so that nothing is left to do during the next turn; how many have."""
        deadline = time.monotonic() + SETTLE_LIMIT_S
        seen, since = -1, time.monotonic()
        while time.monotonic() < deadline and time.monotonic() - since < quiet_s:
            received = self._received()
            if received != seen:
                seen, since = received, time.monotonic()
            time.sleep(0.05)
        return seen

    def _turn(self, job: Job, who: str) -> None:
        before, cpu_before = self._received(), self.browsers[who].page_cpu_ms()
        result = self.site.ask(who, job.work)
        cpu_ms = self.browsers[who].page_cpu_ms() - cpu_before
        (job.none if who == NONE else job.ours).append(Turn(result["tookMs"], result["gapMs"], cpu_ms))
        if who == NONE:
            return
        captured = self.settle(job.quiet_s) - before
        assert captured >= job.least, f"{job.what}: only {captured} captured, the comparison is void"
        if job.work["kind"] == "log":
            job.lost += not self._has_newest(job.work["count"])

    def _has_newest(self, count: int) -> bool:
        [newest] = self.daemon.call("get_browser_logs", limit=1, type="console")
        return bool(newest["args"][1] == count - 1)

    def _received(self) -> int:
        return int(self._health()["rate"]["received"])

    def _health(self) -> Any:
        return self.daemon.get("/health").json


def _connected_to(daemon: Daemon, extension: Path) -> Path:
    """The extension takes its server from this file, as in the copy that `gasoline browser` makes."""
    defaults = {"serverUrl": daemon.url, "key": own_copy_key(str(daemon.state_dir))}
    (extension / "defaults.json").write_text(json.dumps(defaults))
    return extension
