"""The plan of a reproduction: the person's steps up to the error, which must not come again."""

from collections.abc import Sequence

from gasoline.model import limits
from gasoline.model.actions import DomSnapshot, EnhancedAction
from gasoline.scripting.addresses import Addresses
from gasoline.scripting.calls import is_cause
from gasoline.scripting.dom_checks import checks_after
from gasoline.scripting.errors import RecordedError
from gasoline.scripting.plan import NotAgain, Plan, Scene
from gasoline.scripting.read_action import time_of
from gasoline.scripting.steps import Arrive, Step, Travel

FOREVER = float("inf")


def until_the_error(actions: Sequence[EnhancedAction], error: RecordedError | None) -> list[EnhancedAction]:
    """What came after the error is left out: in a page without the bug it may not be possible.

    An input is reported when it is over, so one right after the error may have caused it.
    """
    if error is None:
        return list(actions)
    before = [action for action in actions if time_of(action) <= error.at_ms]
    if not any(action.type not in ("navigate", "scroll") for action in before):
        return list(actions)
    kept = list(before)
    for action in actions[len(before) :]:
        if action.type not in ("input", "dialog") or time_of(action) > error.at_ms + limits.LATE_INPUT_MS:
            break
        kept.append(action)
    return kept


def reproduction_plan(
    steps: Sequence[Step],
    error: RecordedError | None,
    snapshots: Sequence[DomSnapshot],
    addresses: Addresses,
    *,
    include_assertions: bool,
) -> Plan:
    """Steps with their assertions, and the error at the end."""
    scenes: list[Scene] = []
    for place, step in enumerate(steps):
        checks = (
            checks_after(step, _next_at(steps, place, error), snapshots, addresses, 1) if include_assertions else ()
        )
        is_navigation = isinstance(step.act, Arrive | Travel)
        scenes.append(Scene(step, checks_url=include_assertions and is_navigation, dom_checks=checks))
    about = title_text(error.message) if error else "captured user actions"
    return Plan(
        f"reproduction: {about}",
        tuple(scenes),
        NotAgain(error, watch_ms(steps, error.at_ms)) if error else None,
        remarks=_remarks(error),
    )


def title_text(text: str) -> str:
    """Page text in a title: one line, of bounded length."""
    line = " ".join(text.split())
    return line if len(line) <= limits.SCRIPT_TITLE_CHARS else line[: limits.SCRIPT_TITLE_CHARS] + "…"


def watch_ms(steps: Sequence[Step], error_ms: float = 0.0) -> int:
    """How long to watch the page after the last step: longer than the error took when it was recorded."""
    last = max((step.at_ms for step in steps if is_cause(step)), default=error_ms)
    wanted = limits.SCRIPT_WATCH_FACTOR * max(0.0, error_ms - last)
    return int(min(limits.SCRIPT_WATCH_MAX_MS, max(limits.SCRIPT_QUIET_MS, wanted)))


def _next_at(steps: Sequence[Step], place: int, error: RecordedError | None) -> float:
    """When the next step, or the error, may have changed the page."""
    following = next((step.at_ms for step in steps[place + 1 :] if is_cause(step)), FOREVER)
    return min(following, error.at_ms) if error and error.at_ms > steps[place].at_ms else following


def _remarks(error: RecordedError | None) -> tuple[str, ...]:
    if error is None:
        return ("No error was captured: this script only repeats the steps.",)
    return (
        f"Error occurred here: {error.message}",
        "It must not come again: this test fails while the bug is there and passes when it is mended.",
    )
