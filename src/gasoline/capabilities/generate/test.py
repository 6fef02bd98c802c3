"""generate what=test: the captured session as a regression test."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from gasoline.analysis.har import Exchange
from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.generate.test_header import header_of, slug_of, title_of
from gasoline.capabilities.listing import UrlFilter
from gasoline.capabilities.observe.network_bodies import HOW_TO_SWITCH_ON
from gasoline.capabilities.progress import Progress, off_the_loop
from gasoline.capabilities.recording import (
    OTHER_TABS,
    BaseUrl,
    LastNActions,
    Recording,
    calls_of,
    mask_call,
    mask_recording,
    read_exchanges,
    read_recording,
    require_actions,
    require_steps,
)
from gasoline.capabilities.script_warnings import script_warnings
from gasoline.model import limits
from gasoline.scripting.addresses import Addresses, origin_of, read_base_url
from gasoline.scripting.build import Builder
from gasoline.scripting.calls import Call
from gasoline.scripting.dialect import json_chars, render
from gasoline.scripting.errors import FIRST_ERROR_STATUS, RecordedError, failed_socket, recorded
from gasoline.scripting.fixtures import FixtureFile, fixture_file
from gasoline.scripting.frameworks import Framework, dialect_for
from gasoline.scripting.plan import Plan
from gasoline.scripting.regression import Session, Style, Wanted, mocked, regression_plan

AssertionName = Literal["network", "response_shape", "no_errors", "dom_state", "visual"]
STEPS = 4
Legacy = Annotated[bool | None, Meta(description="As in assertions.", extra_json_schema={"deprecated": True})]


class Params(BaseParams, frozen=True, kw_only=True):
    """The session as a regression test."""

    test_name: Annotated[Annotated[str, Meta(max_length=limits.FILTER_CHARS)] | None, Meta(description="Title.")] = None
    framework: Annotated[Framework, Meta(description="Test runner.")] = "playwright"
    style: Style = "comprehensive"
    last_n_actions: LastNActions = None
    base_url: BaseUrl | None = None
    url_filter: UrlFilter | None = None
    fixtures: Annotated[bool, Meta(description="Also a mocked variant.")] = False
    assertions: Annotated[
        dict[AssertionName, bool] | None,
        Meta(description="network, response_shape, no_errors, dom_state; visual is off unless asked for."),
    ] = None
    assert_network: Legacy = None
    assert_no_errors: Legacy = None
    assert_response_shape: Legacy = None


async def run(ctx: Context, params: Params) -> Answer:
    base_url = read_base_url(params.base_url)
    found = read_recording(ctx, params.last_n_actions, params.url_filter)
    exchanges = read_exchanges(ctx, params.url_filter)
    ctx.progress(0, STEPS, "masking secrets")
    recording = await off_the_loop(ctx.progress, lambda _: mask_recording(found))
    require_actions(ctx, recording)
    data = await off_the_loop(ctx.progress, lambda progress: _write(params, base_url, recording, exchanges, progress))
    return Answer(data, is_masked=True)


def _write(
    params: Params, base_url: str, recording: Recording, exchanges: list[Exchange], progress: Progress
) -> dict[str, Any]:
    progress(1, STEPS, "reading the steps")
    builder = Builder(Addresses(base_url, origin_of(recording.actions[0].to_url or recording.actions[0].url)))
    steps = require_steps(builder.build(recording.actions))
    calls = calls_of(exchanges)
    session = Session(steps, calls, _errors(recording), recording.snapshots, builder.addresses)
    title = params.test_name or title_of(steps)
    wanted = _wanted(params)
    progress(2, STEPS, "choosing what to assert")
    plan = regression_plan(session, title, header_of(session, len(recording.actions)), wanted)
    during = [mask_call(call) for call in calls if call.at_ms >= recording.start_ms]
    files = fixture_file(during, plan.awaited, title, limits.SCRIPT_ANSWER_CHARS // 2) if params.fixtures else None
    progress(3, STEPS, "writing the test")
    plans = [plan, mocked(plan, f"./fixtures/{slug_of(title)}.fixtures.js", files)] if files else [plan]
    room = limits.SCRIPT_ANSWER_CHARS - (json_chars(files.text) if files else 0)
    script = render(dialect_for(params.framework), plans, limits.TEST_SCRIPT_BYTES, room)
    warnings = [
        *script_warnings(builder, script.left_out),
        *_warnings(recording, calls, files, wanted),
        *_asserted_failures(plan),
    ]
    progress(STEPS, STEPS, "done")
    return {
        "test_script": script.text,
        **({"fixture_file": files.text} if files else {}),
        "test_name": title,
        "action_count": len(recording.actions),
        "assertion_count": script.assertions,
        "warnings": warnings,
    }


def _errors(recording: Recording) -> list[RecordedError]:
    """Those of the session: an error of an earlier visit is no excuse for one that comes now."""
    errors = [*map(recorded, recording.errors), *map(failed_socket, recording.failed_sockets)]
    return [error for error in errors if error.at_ms >= recording.start_ms - limits.CLOCK_SLACK_MS]


def _wanted(params: Params) -> Wanted:
    if params.style == "minimal":
        return Wanted(False, False, False, 0, False)
    asked: dict[AssertionName, bool] = {
        "network": params.assert_network is not False,
        "response_shape": params.assert_response_shape is not False,
        "no_errors": params.assert_no_errors is not False,
        **(params.assertions or {}),
    }
    dom_state = asked.get("dom_state", True)
    visual = asked.get("visual", False)
    if params.style == "smoke":
        return Wanted(False, False, False, int(dom_state), dom_state, visual)
    checks = limits.DOM_CHECKS if dom_state else 0
    return Wanted(asked["network"], asked["response_shape"], asked["no_errors"], checks, True, visual)


def _warnings(recording: Recording, calls: list[Call], files: FixtureFile | None, wanted: Wanted) -> list[str]:
    warnings = [OTHER_TABS] if recording.left_out else []
    has_bodies = any(call.text is not None for call in calls)
    if calls and not has_bodies and (wanted.response_shape or files):
        warnings.append(f"No response bodies were captured, so none are checked or mocked. {HOW_TO_SWITCH_ON}")
    elif files and files.left_out:
        warnings.append(f"{files.left_out} responses are not in the fixture file: too long, or without a body.")
    return warnings


def _asserted_failures(plan: Plan) -> list[str]:
    """A status that may be the bug itself: the test would demand that it stays."""
    failed = {
        f"{response.method} {response.path}: the test expects the recorded status {response.status}. "
        "If that is the bug, change the expected status."
        for scene in plan.scenes
        for response in scene.responses
        if response.status is not None and response.status >= FIRST_ERROR_STATUS
    }
    return sorted(failed)[: limits.KNOWN_ERRORS]


CAPABILITY = Capability(
    "generate_test", (Mode("generate", "test"),), Params, run, reads_captures=True, shows_page_text=True
)
