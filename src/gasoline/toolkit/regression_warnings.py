"""Warnings about a generated test: when to use it, and what it does not assert or mock."""

from gasoline.kernel.quoted import quoted
from gasoline.kernel.urls import raw_path
from gasoline.model.http import CLIENT_ERROR
from gasoline.scripting.calls import is_cause
from gasoline.scripting.fixtures import FixtureFile
from gasoline.scripting.plan import NoBody, Plan, PlannedStep
from gasoline.scripting.regression_plan import MAX_KNOWN_ERRORS, Session
from gasoline.toolkit.recording import OTHER_TABS, Recording

WHEN = (
    "Use this test after the fix: it asserts what the session did and showed. While the bug exists, use "
    "generate what=reproduction."
)


def when_to_use(session: Session) -> list[str]:
    if not session.errors:
        return [WHEN]
    return [
        f"The session had errors ({len(session.errors)}), which this test lists and allows. While the bug exists, use "
        "generate what=reproduction. After the fix, repeat the steps and generate this test again."
    ]


def recording_warnings(recording: Recording) -> list[str]:
    warnings = [OTHER_TABS] if recording.left_out else []
    return [*warnings, recording.others_note] if recording.others_note else warnings


def socket_warnings(recording: Recording, files: FixtureFile | None) -> list[str]:
    if not files:
        return []
    missing = {event.id for event in recording.socket_events if raw_path(event.url) not in files.sockets}
    mocked = [
        "The mocked test answers WebSockets with the first recorded messages, in their order, whatever the page sends."
    ]
    return [
        *(mocked if files.sockets else []),
        *(
            [
                f"The page used {len(missing)} WebSocket connections, which are not in the fixture file: the mocked "
                "test needs their server."
            ]
            if missing
            else []
        ),
    ]


def asserted_failures(plan: Plan) -> list[str]:
    """A failing status that may be the bug itself, which the test would then require."""
    failed = {
        f"{quoted(f'{response.method} {response.path}')}: the test expects the recorded status {response.status}. "
        "If that is the bug, change the expected status."
        for scene in plan.scenes
        for response in scene.responses
        if response.status is not None and response.status >= CLIENT_ERROR
    }
    return sorted(failed)[:MAX_KNOWN_ERRORS]


def nothing_at_the_end(plan: Plan) -> list[str]:
    """The last step is the one whose result matters most."""
    last = max((place for place, scene in enumerate(plan.scenes) if is_cause(scene.step)), default=0)
    scenes = plan.scenes[last:]
    has_changed = any(scene.step.changes_page for scene in scenes)
    if any(map(_asserts_page, scenes)) or (not has_changed and any(map(_asserts_response, scenes))):
        return []
    what = quoted(scenes[0].step.comment or "opening the page")
    changed = ", although it changed the page" if has_changed else ""
    return [f"Nothing that the page shows is asserted after the last step ({what}){changed}: add what it must show."]


def _asserts_page(scene: PlannedStep) -> bool:
    return scene.checks_url or bool(scene.dom_checks or scene.text_checks) or scene.screenshot


def _asserts_response(scene: PlannedStep) -> bool:
    return any(response.status is not None or not isinstance(response.body, NoBody) for response in scene.responses)
