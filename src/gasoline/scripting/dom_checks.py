"""Checks of visible page content after a navigation."""

import re
from collections.abc import Sequence

from gasoline.kernel.time import event_ms
from gasoline.model.actions import DomSnapshot, SnapshotElement
from gasoline.scripting.plan import DomCheck
from gasoline.scripting.script_urls import ScriptUrls
from gasoline.scripting.steps import Arrive, Open, Step, Travel

TRANSIENT = re.compile(
    r"(?:please )?wait\b|one moment\b|(?:still )?(?:(?:re|up|down)?loading|(?:re)?connecting|initiali[sz]ing)\b|"
    r".*(?:\.\.\.|…)\Z",
    re.IGNORECASE | re.DOTALL,
)
"""Placeholder texts that a page shows while it loads."""
SNAPSHOT_TEXT_CHARS = 100  # longer texts were truncated by the recorder


def checks_after(
    step: Step, until_ms: float, snapshots: Sequence[DomSnapshot], addresses: ScriptUrls, most: int
) -> tuple[DomCheck, ...]:
    """The last snapshot of the resulting page before the next action changed it."""
    if not isinstance(step.act, Open | Arrive | Travel):
        return ()
    url = step.act.address.url
    shown = [
        snapshot
        for snapshot in snapshots
        if step.at_ms <= event_ms(snapshot) < until_ms and addresses.of(snapshot.url).url == url
    ]
    if not shown:
        return ()
    last = shown[-1]
    later = [snapshot for snapshot in snapshots if event_ms(snapshot) > event_ms(last) and snapshot.url == last.url]
    elements = [element for element in last.elements if element.visible and element.text.strip()]
    stable = [element for element in elements if _is_stable(element, later) and _is_unique(element, elements)]
    checks = [check for element in stable if (check := _check(element))]
    return tuple(dict.fromkeys(checks))[:most]


def _is_stable(element: SnapshotElement, later: Sequence[DomSnapshot]) -> bool:
    """Whether the element was seen again, and is not a placeholder text."""
    if TRANSIENT.match(element.text.strip()):
        return False
    if isinstance(element.stable, bool):
        return element.stable
    return any(_is_same(element, other) for snapshot in later[:1] for other in snapshot.elements)


def _is_unique(element: SnapshotElement, elements: Sequence[SnapshotElement]) -> bool:
    if element.unique is False:
        return False
    if element.level and element.role == "heading":
        return sum(other.level == element.level and other.text == element.text for other in elements) == 1
    return sum(other.test_id == element.test_id for other in elements) == 1


def _is_same(one: SnapshotElement, other: SnapshotElement) -> bool:
    return (one.level, one.test_id, one.text) == (other.level, other.test_id, other.text)


def _check(element: SnapshotElement) -> DomCheck | None:
    text = " ".join(element.text.split())
    is_truncated = len(element.text) >= SNAPSHOT_TEXT_CHARS
    is_composed = element.composed is True
    if element.level and element.role == "heading":
        return None if is_composed else DomCheck(text, element.level, None, is_truncated)
    if element.test_id:
        # Numbers such as prices, counts and dates change between runs.
        return DomCheck("" if is_composed or re.search(r"\d", text) else text, None, element.test_id, is_truncated)
    return None
