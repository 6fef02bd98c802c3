"""What the extension costs a page: the same jobs with and without it, in turns, with no debugger attached."""

import time
from dataclasses import dataclass, field
from typing import Any

from daemon import Daemon, wait_until

from flood_site import FloodSite
from raw_chromium import RawChromium
from row import Must, Row
from spread import median, ms, spread
from workbench import Workbench, resident_mb

SETTLED_S = 0.6  # longer than any batch on its way
FLOOD_SETTLED_S = 1.6  # longer than the second that a worker waits after a 429
SETTLE_LIMIT_S = 40.0
FREEZE = Must(200, "ms", tolerance=0.10, counts=False)
NONE_LOST = Must(0, "lost")
MEMORY = Must(90, "MB", tolerance=0.05)


@dataclass
class Job:
    what: str
    work: dict[str, Any]
    must: Must
    rounds: int
    settled_s: float = SETTLED_S
    least: int = 0
    """Fewer captured events than these, and the comparison is void; without it a tenth of the work."""
    who: str = "ours"
    ours: list[dict[str, Any]] = field(default_factory=list)
    bare: list[dict[str, Any]] = field(default_factory=list)
    lost: int = 0

    def rows(self) -> list[Row]:
        ours, bare = ([result["tookMs"] for result in side] for side in (self.ours, self.bare))
        ratios = [mine / theirs for mine, theirs in zip(ours, bare, strict=True)]
        gaps, bare_gaps = (median([result["gapMs"] for result in side]) for side in (self.ours, self.bare))
        return [
            Row(f"page: {self.what}", spread(ours), f"without: {spread(bare)}", ratio=median(ratios), must=self.must),
            Row("  longest gap after it", ms(gaps), f"without: {ms(bare_gaps)}", must=FREEZE, value=gaps),
        ]


def jobs() -> list[Job]:
    return [
        Job("10,000 console.log", {"kind": "log", "count": 10_000}, times(2.3), 7),
        Job("1,000 fetches, one at a time", {"kind": "fetch", "count": 1_000, "together": 1}, times(1.05), 5),
        Job("1,000 fetches, ten at a time", {"kind": "fetch", "count": 1_000, "together": 10}, times(1.05), 5),
        Job(
            "1,000 fetches with their bodies captured",
            {"kind": "fetch", "count": 1_000, "together": 1},
            Must(1.5, "×", tolerance=0.10, counts=False),
            3,
            who="bodies",
        ),
        Job("100,000 console.log", {"kind": "log", "count": 100_000}, times(2.6), 3, FLOOD_SETTLED_S),
    ]


def times(bound: float) -> Must:
    """A ratio to the page without us."""
    return Must(bound, "×", tolerance=0.10)


def run(bench: Workbench) -> list[Row]:
    daemon, site = open_both(bench, "page")
    return _run_jobs(daemon, site, jobs())


def open_both(bench: Workbench, name: str) -> tuple[Daemon, FloodSite]:
    """Two browsers that fetch their jobs from the site, one of them ours."""
    daemon, site, folder = bench.daemon(name), FloodSite(), bench.folder / name
    bench.callback(site.close)
    # The options page needs a driver; the measurement must not have one: the profile remembers.
    bench.browser(folder / "ours", daemon).close()
    with_bodies = bench.browser(folder / "bodies", daemon)
    with_bodies.set_switch("Capture Network Bodies", on=True)
    with_bodies.close()
    for who, extension in (("ours", bench.extension), ("bodies", bench.extension), ("bare", None)):
        bench.callback(RawChromium(folder / who, site.address(who), extension).close)
    wait_until(lambda: daemon.get("/health").json["extension"]["watched_tabs"], "the extension to watch the page")
    return daemon, site


def measure(daemon: Daemon, site: FloodSite, planned: list[Job]) -> None:
    for who in sorted({"ours", "bare", *(job.who for job in planned)}):
        site.ask(who, planned[0].work)  # the first one in a browser's life is never like the others
    _settle(daemon, FLOOD_SETTLED_S)
    for job in planned:
        for number in range(job.rounds):
            _one_round(daemon, site, job, order=(job.who, "bare") if number % 2 else ("bare", job.who))


def _run_jobs(daemon: Daemon, site: FloodSite, planned: list[Job]) -> list[Row]:
    measure(daemon, site, planned)
    flood = planned[-1]
    memory = resident_mb(daemon.process.pid)
    return [
        *(row for job in planned for row in job.rows()),
        Row("  newest of them kept", f"lost {flood.lost} of {flood.rounds} times", must=NONE_LOST, value=flood.lost),
        Row("  daemon after all of it", f"{memory:.0f} MB", must=MEMORY, value=memory),
    ]


def _one_round(daemon: Daemon, site: FloodSite, job: Job, order: tuple[str, str]) -> None:
    for who in order:
        before = _received(daemon)
        result = site.ask(who, job.work)
        (job.bare if who == "bare" else job.ours).append(result)
        if who != "bare":
            captured = _settle(daemon, job.settled_s) - before
            # 100,000 at once pass the bounds on purpose; a tenth of them shows that capture was on.
            assert captured >= (job.least or job.work["count"] / 10), (
                f"{job.what}: only {captured} captured, the comparison is void"
            )
            if job.work["kind"] == "log":
                job.lost += not _has_newest(daemon, job.work["count"])


def _has_newest(daemon: Daemon, count: int) -> bool:
    [newest] = daemon.call("observe", what="logs", limit=1, type="console")
    return bool(newest["args"][1] == count - 1)


def _received(daemon: Daemon) -> int:
    return int(daemon.get("/health").json["rate"]["received"])


def _settle(daemon: Daemon, quiet_s: float) -> int:
    """Waits until nothing has arrived for a while, so that nothing is left to do during the next job; how many have."""
    deadline = time.monotonic() + SETTLE_LIMIT_S
    seen, since = -1, time.monotonic()
    while time.monotonic() < deadline and time.monotonic() - since < quiet_s:
        received = _received(daemon)
        if received != seen:
            seen, since = received, time.monotonic()
        time.sleep(0.1)
    return seen
