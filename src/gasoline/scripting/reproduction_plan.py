"""The plan of a reproduction: the user's steps up to the error, which must not occur again."""

from collections.abc import Sequence

from gasoline.kernel.text import shorten
from gasoline.kernel.time import event_ms
from gasoline.model.actions import DomSnapshot, EnhancedAction
from gasoline.scripting.calls import is_cause
from gasoline.scripting.dom_checks import checks_after
from gasoline.scripting.plan import NoRecurrence, Plan, PlannedStep
from gasoline.scripting.recorded_error import RecordedError
from gasoline.scripting.script_urls import ScriptUrls
from gasoline.scripting.steps import Arrive, Step, Travel

LATE_INPUT_MS = 1_000  # an input is reported at its end, so that its error may come before it
SCRIPT_QUIET_MS = 1_000  # how long a script watches for errors after its last step, at least
SCRIPT_WATCH_MAX_MS = 10_000  # and at most
SCRIPT_WATCH_FACTOR = 2  # the recorded delay of an error, times this
SCRIPT_TITLE_CHARS = 100  # page text in a test's title

FOREVER = float("inf")


def up_to_error(actions: Sequence[EnhancedAction], error: RecordedError | None) -> list[EnhancedAction]:
    """Omits the steps after the error: without the bug they may not be possible.

    An input is reported when it ends, so an input right after the error may have caused it.
    """
    if error is None:
        return list(actions)
    before = [action for action in actions if event_ms(action) <= error.at_ms]
    if not any(action.type not in ("navigate", "scroll") for action in before):
        return list(actions)
    kept = list(before)
    for action in actions[len(before) :]:
        if action.type not in ("input", "dialog") or event_ms(action) > error.at_ms + LATE_INPUT_MS:
            break
        kept.append(action)
    return kept


def reproduction_plan(
    steps: Sequence[Step],
    error: RecordedError | None,
    snapshots: Sequence[DomSnapshot],
    addresses: ScriptUrls,
    *,
    include_assertions: bool,
) -> Plan:
    """Steps with their assertions, and the error at the end."""
    scenes: list[PlannedStep] = []
    for place, step in enumerate(steps):
        checks = (
            checks_after(step, _next_at(steps, place, error), snapshots, addresses, 1) if include_assertions else ()
        )
        is_navigation = isinstance(step.act, Arrive | Travel)
        scenes.append(PlannedStep(step, checks_url=include_assertions and is_navigation, dom_checks=checks))
    about = title_text(error.message) if error else "captured user actions"
    return Plan(
        f"reproduction: {about}",
        tuple(scenes),
        NoRecurrence(error, watch_ms(steps, error.at_ms if error else 0.0)),
        remarks=_remarks(error),
    )


def title_text(text: str) -> str:
    """Page text for a title: on one line, with bounded length."""
    line = " ".join(text.split())
    return shorten(line, SCRIPT_TITLE_CHARS)


def watch_ms(steps: Sequence[Step], error_ms: float = 0.0) -> int:
    """How long to wait after the last step: longer than the recorded error took."""
    last = max((step.at_ms for step in steps if is_cause(step)), default=error_ms)
    wanted = SCRIPT_WATCH_FACTOR * max(0.0, error_ms - last)
    return int(min(SCRIPT_WATCH_MAX_MS, max(SCRIPT_QUIET_MS, wanted)))


def _next_at(steps: Sequence[Step], place: int, error: RecordedError | None) -> float:
    """The time when the next step or the error may have changed the page."""
    following = next((step.at_ms for step in steps[place + 1 :] if is_cause(step)), FOREVER)
    return min(following, error.at_ms) if error and error.at_ms > steps[place].at_ms else following


def _remarks(error: RecordedError | None) -> tuple[str, ...]:
    if error is None:
        return ("No error was captured; this script repeats the steps and fails only on an uncaught exception.",)
    return (
        f"Error occurred here: {error.message}",
        "Fails while the bug exists; passes once it is fixed.",
    )
