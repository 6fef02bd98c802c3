"""What a page showed, as checks after a navigation."""

import re
from collections.abc import Sequence

from gasoline.model.actions import DomSnapshot, SnapshotElement
from gasoline.model.events import parse_time
from gasoline.scripting.addresses import Addresses
from gasoline.scripting.plan import DomCheck
from gasoline.scripting.steps import Arrive, Open, Step, Travel

SNAPSHOT_TEXT_CHARS = 100  # supplement B: longer words were cut


def checks_after(
    step: Step, until_ms: float, snapshots: Sequence[DomSnapshot], addresses: Addresses, most: int
) -> tuple[DomCheck, ...]:
    """The last snapshot of the page that the step led to, before the next action changed it."""
    if not isinstance(step.act, Open | Arrive | Travel):
        return ()
    url = step.act.address.url
    shown = [
        snapshot
        for snapshot in snapshots
        if step.at_ms <= _time_of(snapshot) < until_ms and addresses.of(snapshot.url).url == url
    ]
    if not shown:
        return ()
    elements = [element for element in shown[-1].elements if element.visible and element.text.strip()]
    checks = [check for element in elements if (check := _check(element, elements))]
    return tuple(dict.fromkeys(checks))[:most]


def _check(element: SnapshotElement, elements: list[SnapshotElement]) -> DomCheck | None:
    text = " ".join(element.text.split())
    is_cut = len(element.text) >= SNAPSHOT_TEXT_CHARS
    if element.level and element.role == "heading":
        twins = [other for other in elements if other.level == element.level and other.text == element.text]
        return DomCheck(text, element.level, None, is_cut, len(twins) > 1)
    if element.test_id:
        twins = [other for other in elements if other.test_id == element.test_id]
        # Numbers change from run to run: prices, counts, dates.
        return DomCheck("" if re.search(r"\d", text) else text, None, element.test_id, is_cut, len(twins) > 1)
    return None


def _time_of(snapshot: DomSnapshot) -> float:
    return parse_time(snapshot.ts).timestamp() * 1000 if snapshot.ts else 0.0
