"""generate what=reproduction: the person's steps as a test that fails while the bug is there."""

from typing import Annotated

from msgspec import Meta

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.recording import (
    OTHER_TABS,
    SWITCH_ON,
    BaseUrl,
    LastNActions,
    Recording,
    mask_recording,
    page_of,
    read_recording,
    require_actions,
    require_steps,
)
from gasoline.capabilities.script_warnings import script_warnings
from gasoline.model import limits
from gasoline.model.errors import ToolError
from gasoline.scripting.addresses import Addresses, origin_of, read_base_url
from gasoline.scripting.build import Builder
from gasoline.scripting.dialect import render
from gasoline.scripting.errors import RecordedError, choose_error
from gasoline.scripting.frameworks import Framework, dialect_for
from gasoline.scripting.reproduction import reproduction_plan, until_the_error
from gasoline.scripting.steps import Open, Step


class Params(BaseParams, frozen=True, kw_only=True):
    """The user's steps as a test that fails until the error is fixed."""

    format: Annotated[Framework, Meta(description="Test runner.")] = "playwright"
    include_assertions: Annotated[bool, Meta(description="Check URLs and texts.")] = True
    base_url: BaseUrl | None = None
    last_n_actions: LastNActions = None
    error_message: Annotated[
        Annotated[str, Meta(max_length=limits.FILTER_CHARS)] | None, Meta(description="Part of the error's message.")
    ] = None


async def run(ctx: Context, params: Params) -> Answer:
    base_url = read_base_url(params.base_url)
    recording = mask_recording(read_recording(ctx, params.last_n_actions))
    error = _error(recording, params.error_message)
    start = _start_url(recording)
    if not start:
        require_actions(ctx, recording)
    actions = until_the_error(recording.actions, error)
    builder = Builder(Addresses(base_url, origin_of(start)))
    steps = builder.build(actions) or ([Step(Open(builder.addresses.of(start)), 0.0)] if start else [])
    require_steps(steps)
    plan = reproduction_plan(
        steps, error, recording.snapshots, builder.addresses, include_assertions=params.include_assertions
    )
    dialect = dialect_for(params.format)
    script = render(dialect, [plan], limits.REPRODUCTION_BYTES, limits.SCRIPT_ANSWER_CHARS)
    warnings = script_warnings(builder, script.left_out)
    data = {
        "script": script.text,
        "actions_used": len(actions),
        "error_context": error.context if error else None,
        "selectors_used": dialect.used,
        "warnings": [*warnings, *_warnings(recording, error, len(actions))],
    }
    return Answer(data, is_masked=True)


def _error(recording: Recording, words: str | None) -> RecordedError | None:
    error = choose_error(recording.errors, words, recording.start_ms)
    if words and error is None:
        raise ToolError(
            "no_such_error",
            "No captured error has these words.",
            "observe what=errors lists them; pass a part of a message, or leave error_message out.",
        )
    return error


def _start_url(recording: Recording) -> str:
    """The page of the first action; without actions that of the newest error."""
    for action in recording.actions:
        if not action.frame:
            return (action.to_url if action.type == "navigate" else "") or action.url
    pages = [page_of(entry) for entry in recording.errors]
    return pages[-1] if pages and not recording.actions else ""


def _warnings(recording: Recording, error: RecordedError | None, used: int) -> list[str]:
    warnings: list[str] = []
    if not recording.actions:
        warnings.append(f"No user actions were captured: the script only opens the page. {SWITCH_ON}")
    if error is None:
        warnings.append("No error that a script can check was captured: the script has nothing to fail with.")
    if later := len(recording.actions) - used:
        warnings.append(f"{later} later actions left out: the error had happened before them.")
    return [*warnings, OTHER_TABS] if recording.left_out else warnings


CAPABILITY = Capability(
    "get_reproduction_script",
    (Mode("generate", "reproduction"),),
    Params,
    run,
    reads_captures=True,
    shows_page_text=True,
)
