"""generate what=reproduction: the user's steps as a test that fails while the bug exists."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from gasoline.kernel.quoted import listed
from gasoline.kernel.urls import origin_of
from gasoline.model.actions import EnhancedAction
from gasoline.model.tool_error import ToolError
from gasoline.model.units import KIB
from gasoline.rendering.script import script_document
from gasoline.scripting.dialect import render
from gasoline.scripting.frameworks import Framework, dialect_for
from gasoline.scripting.recorded_error import RecordedError, choose_error, recorded
from gasoline.scripting.reproduction_plan import reproduction_plan, up_to_error
from gasoline.scripting.script_urls import ScriptUrls, read_base_url
from gasoline.scripting.step_builder import StepBuilder
from gasoline.scripting.steps import Open, Step
from gasoline.scripting.typing_rhythm import with_rhythm
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.fit_items import SCRIPT_ANSWER_CHARS
from gasoline.toolkit.listing import FILTER_CHARS, UrlFilter
from gasoline.toolkit.recording import (
    OTHER_TABS,
    SWITCH_ON,
    BaseUrl,
    LastNActions,
    Recording,
    calls_of,
    mask_recording,
    page_of,
    read_exchanges,
    read_recording,
    require_actions,
    require_steps,
)
from gasoline.toolkit.script_warnings import script_warnings, trust_warnings

REPRODUCTION_BYTES = 50 * KIB  # SCR-06
WHEN = (
    "Use this script before the fix: it fails while the bug exists. After the fix, repeat the steps and use "
    "generate what=test for the regression test."
)
NO_ERROR = (
    "No error was captured that a script can detect; the script fails only on an uncaught exception. Before the fix, "
    "add an assertion of what is wrong. After the fix, repeat the steps and use generate what=test."
)


class Params(BaseParams, frozen=True, kw_only=True):
    """The steps as a test that fails until the bug is fixed."""

    format: Annotated[Framework, Meta(description="Test framework.")] = "playwright"
    include_assertions: Annotated[bool, Meta(description="Assert URLs and texts.")] = True
    base_url: BaseUrl | None = None
    url_filter: UrlFilter | None = None
    last_n_actions: LastNActions = None
    error_message: Annotated[
        Annotated[str, Meta(max_length=FILTER_CHARS)] | None,
        Meta(description="Part of the message."),
    ] = None


async def run(ctx: Context, params: Params) -> Answer:
    base_url = read_base_url(params.base_url)
    recording = mask_recording(read_recording(ctx, params.last_n_actions, params.url_filter))
    calls = calls_of(read_exchanges(ctx, params.url_filter, one_site=True))
    error = _error(recording, params.error_message)
    start = _start_url(recording)
    if not start:
        require_actions(ctx, recording, params.url_filter)
    actions = up_to_error(recording.actions, error)
    builder = StepBuilder(ScriptUrls(base_url, origin_of(start)))
    steps = builder.build(actions) or ([Step(Open(builder.addresses.of(start)), 0.0)] if start else [])
    steps = with_rhythm(require_steps(steps), calls)
    plan = reproduction_plan(
        steps, error, recording.snapshots, builder.addresses, include_assertions=params.include_assertions
    )
    dialect = dialect_for(params.format)
    script = render(dialect, [plan], REPRODUCTION_BYTES, SCRIPT_ANSWER_CHARS)
    warnings = [*script_warnings(builder, calls, script.left_out), *_trust(recording, actions, error)]
    data = {
        "script": script.text,
        "actions_used": len(actions),
        "error_context": error.context if error else None,
        "selectors_used": dialect.used,
        "warnings": [*warnings, *_warnings(recording, error, len(actions))],
    }
    return Answer(data, is_masked=True)


def _error(recording: Recording, text: str | None) -> RecordedError | None:
    error = choose_error(recording.errors, text, recording.start_ms)
    if text and error is None:
        raise ToolError(
            "no_such_error",
            "No captured error contains this text.",
            "observe what=errors lists the errors; pass part of a message, or omit error_message.",
        )
    return error


def _trust(recording: Recording, actions: Sequence[EnhancedAction], error: RecordedError | None) -> list[str]:
    about = [entry for entry in recording.errors if error and error.is_untrusted and recorded(entry) == error]
    return trust_warnings([*actions, *about])


def _start_url(recording: Recording) -> str:
    """The page of the first action; without actions, the page of the newest error."""
    for action in recording.actions:
        if not action.frame:
            return (action.to_url if action.type == "navigate" else "") or action.url
    pages = [page_of(entry) for entry in recording.errors]
    return pages[-1] if pages and not recording.actions else ""


def _other_exceptions(recording: Recording, error: RecordedError | None) -> list[str]:
    errors = [each for each in map(recorded, recording.errors) if each.at_ms >= recording.start_ms]
    known = error.pattern if error else None
    others = [each for each in errors if each.kind == "exception" and each.pattern != known]
    return list({each.pattern: each.message for each in others}.values())


def _warnings(recording: Recording, error: RecordedError | None, used: int) -> list[str]:
    warnings = [WHEN] if error else []
    if not recording.actions:
        warnings.append(f"No user actions were captured; the script only opens the page. {SWITCH_ON}")
    if error is None:
        warnings.append(NO_ERROR)
    if others := _other_exceptions(recording, error):
        warnings.append(f"The script also fails on the session's other uncaught exceptions: {listed(others)}.")
    if later := len(recording.actions) - used:
        warnings.append(f"{later} later actions were left out because the error happened before them.")
    if recording.left_out:
        warnings.append(OTHER_TABS)
    return [*warnings, recording.others_note] if recording.others_note else warnings


CAPABILITY = Capability(
    "get_reproduction_script",
    (Mode("generate", "reproduction"),),
    Params,
    run,
    script_document,
    reads_captures=True,
    shows_page_text=True,
)
