"""What the extension costs a page that fetches, with and without the capture of bodies."""

from page_turns import Job, PageTurns, times
from row import Must, Row
from workbench import Workbench

BODIES = "bodies"
COUNT = 1_000


def jobs() -> list[Job]:
    one, ten = ({"kind": "fetch", "count": COUNT, "together": together} for together in (1, 10))
    with_bodies = Must(1.5, "×", tolerance=0.10, counts=False)
    return [
        Job("1,000 fetches, one at a time", one, times(1.05), turns=9, least=COUNT),
        Job("1,000 fetches, ten at a time", ten, times(1.05), turns=9, least=COUNT),
        Job("1,000 fetches with their bodies captured", one, with_bodies, turns=5, least=COUNT, who=BODIES),
    ]


def run(bench: Workbench) -> list[Row]:
    # The popup needs a driver; the measurement must not have one: the profile remembers the switch.
    profile = bench.folder / "fetch" / BODIES
    browser = bench.browser(profile, bench.shared_daemon)
    browser.set_switch("Capture Network Bodies", on=True)
    browser.close()
    return PageTurns(bench, "fetch", extra=[BODIES]).run(jobs())
