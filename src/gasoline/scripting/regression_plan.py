"""The plan of a regression test: the user's steps, with their effects as assertions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from gasoline.model.actions import DomSnapshot
from gasoline.scripting.calls import Call, calls_by_step, distinct_calls, expected_responses, is_cause
from gasoline.scripting.dom_checks import checks_after
from gasoline.scripting.fixtures import FixtureFile
from gasoline.scripting.plan import NO_BODY, NoNewErrors, Plan, PlannedStep
from gasoline.scripting.recorded_error import ANYTHING, RecordedError
from gasoline.scripting.reproduction_plan import FOREVER, watch_ms
from gasoline.scripting.script_urls import ScriptUrls, path_pattern
from gasoline.scripting.step_builder import SCRIPT_PAUSE_MS
from gasoline.scripting.steps import Arrive, Open, Reload, Step, Travel
from gasoline.scripting.text_checks import text_checks

MAX_DOM_CHECKS = 3  # SCR-09: after a navigation, and of the texts after a step
MAX_KNOWN_ERRORS = 20  # errors of the session that a test lists and does not enforce

Style = Literal["comprehensive", "smoke", "minimal"]


@dataclass(frozen=True)
class TestOptions:
    """The assertions that a test contains."""

    network: bool = True
    response_shape: bool = True
    no_errors: bool = True
    dom_checks: int = MAX_DOM_CHECKS
    urls: bool = True
    visual: bool = False


@dataclass(frozen=True)
class Session:
    """The input of the test."""

    steps: Sequence[Step]
    calls: Sequence[Call]
    errors: Sequence[RecordedError]
    snapshots: Sequence[DomSnapshot]
    addresses: ScriptUrls


def regression_plan(session: Session, title: str, header: tuple[str, ...], wanted: TestOptions) -> Plan:
    scenes: list[PlannedStep] = []
    by_step = calls_by_step(session.steps, session.calls)
    numbers = 0
    for place, step in enumerate(session.steps):
        calls = by_step.get(place, []) if wanted.network or wanted.response_shape else []
        shape = wanted.response_shape and not _leaves_the_document(session.steps, place)
        responses = expected_responses(distinct_calls(step, calls), numbers + 1, status=wanted.network, shape=shape)
        numbers += len(responses)
        scenes.append(replace(_scene(session, place, step, wanted), responses=responses))
    return Plan(
        title, tuple(_numbered(scenes)), _ending(session, scenes, wanted), header, _known_remarks(session, wanted)
    )


def mocked(plan: Plan, fixtures_path: str, files: FixtureFile) -> Plan:
    """The same test without a server: each request gets its recorded responses."""
    last = {call.key: call for call in files.calls}
    by_status: dict[tuple[str, int | None], Call] = {(call.key, call.status): call for call in files.calls}
    scenes = tuple(
        replace(
            scene,
            responses=tuple(
                replace(
                    response,
                    status=None if response.status is None else call.status,
                    body=NO_BODY if response.body is NO_BODY or call.body is None else call.body,
                )
                for response in scene.responses
                if (call := by_status.get((response.key, response.status)) or last.get(response.key))
            ),
        )
        for scene in plan.scenes
    )
    return replace(
        plan,
        title=f"{plan.title} (mocked)",
        scenes=scenes,
        fixtures=fixtures_path,
        has_earlier=files.has_earlier,
        has_sockets=bool(files.sockets),
    )


def _scene(session: Session, place: int, step: Step, wanted: TestOptions) -> PlannedStep:
    following = next((later.at_ms for later in session.steps[place + 1 :] if is_cause(later)), FOREVER)
    last_before = max((later.at_ms for later in session.steps[place:] if later.at_ms < following), default=step.at_ms)
    is_last_before_a_pause = (
        following < FOREVER and following - step.at_ms > SCRIPT_PAUSE_MS and step.at_ms >= last_before
    )
    is_navigation = isinstance(step.act, Open | Arrive | Travel | Reload)
    return PlannedStep(
        step,
        checks_url=wanted.urls and isinstance(step.act, Arrive | Travel),
        dom_checks=checks_after(step, following, session.snapshots, session.addresses, wanted.dom_checks),
        text_checks=()
        if _leaves_the_document(session.steps, place)
        else text_checks(step, following, session.errors, wanted.dom_checks),
        screenshot=wanted.visual and is_navigation,
        waits_for_quiet=is_last_before_a_pause,
    )


def _numbered(scenes: list[PlannedStep]) -> list[PlannedStep]:
    number = 0
    numbered: list[PlannedStep] = []
    for scene in scenes:
        counts = bool(scene.step.comment) and is_cause(scene.step)
        number += counts
        numbered.append(replace(scene, number=number if counts else 0))
    return numbered


def _leaves_the_document(steps: Sequence[Step], place: int) -> bool:
    """The body of a response is lost when its document is replaced."""
    following = steps[place + 1 : place + 2]
    return bool(following) and isinstance(following[0].act, Arrive) and following[0].act.leaves_document


def _ending(session: Session, scenes: Sequence[PlannedStep], wanted: TestOptions) -> NoNewErrors | None:
    if not wanted.no_errors:
        return None
    last = scenes[-1] if scenes else None
    still = last.text_checks if last and last.responses and not last.awaits_late_responses else ()
    return NoNewErrors(tuple(_known(session)), watch_ms(session.steps), still)


def _known(session: Session) -> list[RecordedError]:
    """The errors of the session, without duplicates, including Chromium's own messages for its failed requests."""
    known: dict[str, RecordedError] = {}
    for error in session.errors:
        shown = error
        if error.kind == "request":
            path = path_pattern(error.message.split(" ")[1])
            shown = replace(error, kind="console", pattern=f"Failed to load resource: {ANYTHING}\\({path}\\)")
        known.setdefault(shown.pattern, shown)
    return list(known.values())[-MAX_KNOWN_ERRORS:]


def _known_remarks(session: Session, wanted: TestOptions) -> tuple[str, ...]:
    known = _known(session) if wanted.no_errors else []
    if not known:
        return ()
    return ("Errors known from the recorded session, not asserted:", *(f"- {error.message}" for error in known))
