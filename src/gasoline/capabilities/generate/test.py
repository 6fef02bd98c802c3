"""generate what=test: the captured session as a regression test."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from gasoline.analysis.export.har import Exchange
from gasoline.capabilities.observe.network_bodies import HOW_TO_SWITCH_ON
from gasoline.kernel.urls import origin_of
from gasoline.model.units import KIB
from gasoline.rendering.script import script_document
from gasoline.scripting.calls import Call
from gasoline.scripting.dialect import json_chars, render
from gasoline.scripting.fixtures import FixtureFile, fixture_file
from gasoline.scripting.frameworks import Framework, dialect_for
from gasoline.scripting.recorded_error import RecordedError, failed_socket, recorded
from gasoline.scripting.regression_plan import (
    MAX_DOM_CHECKS,
    Session,
    Style,
    TestOptions,
    mocked,
    regression_plan,
)
from gasoline.scripting.script_urls import ScriptUrls, read_base_url
from gasoline.scripting.socket_fixtures import with_sockets
from gasoline.scripting.step_builder import StepBuilder
from gasoline.scripting.test_header import header_of, slug_of, title_of
from gasoline.scripting.typing_rhythm import with_rhythm
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.fit_items import SCRIPT_ANSWER_CHARS
from gasoline.toolkit.listing import FILTER_CHARS, UrlFilter
from gasoline.toolkit.progress import Progress, run_in_thread
from gasoline.toolkit.recording import (
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
from gasoline.toolkit.regression_warnings import (
    asserted_failures,
    nothing_at_the_end,
    recording_warnings,
    socket_warnings,
    when_to_use,
)
from gasoline.toolkit.script_warnings import script_warnings, trust_warnings

TEST_SCRIPT_BYTES = 100 * KIB  # SCR-07
CLOCK_SLACK_MS = 1  # clocks are coarse, and the browser's may have ticked a little earlier than ours

AssertionName = Literal["network", "response_shape", "no_errors", "dom_state", "visual"]
STEPS = 4
Legacy = Annotated[bool | None, Meta(description="The same as in assertions.", extra_json_schema={"deprecated": True})]


class Params(BaseParams, frozen=True, kw_only=True):
    """The session as a regression test."""

    test_name: Annotated[Annotated[str, Meta(max_length=FILTER_CHARS)] | None, Meta(description="Test title.")] = None
    framework: Annotated[Framework, Meta(description="Test framework.")] = "playwright"
    style: Annotated[Style, Meta(description="How much to assert.")] = "comprehensive"
    last_n_actions: LastNActions = None
    base_url: BaseUrl | None = None
    url_filter: UrlFilter | None = None
    fixtures: Annotated[bool, Meta(description="Add a variant with mocked responses.")] = False
    assertions: Annotated[
        dict[AssertionName, bool] | None,
        Meta(description="Asserts network, response_shape, no_errors, dom_state, visual (default off)."),
    ] = None
    assert_network: Legacy = None
    assert_no_errors: Legacy = None
    assert_response_shape: Legacy = None


async def run(ctx: Context, params: Params) -> Answer:
    base_url = read_base_url(params.base_url)
    found = read_recording(ctx, params.last_n_actions, params.url_filter)
    exchanges = read_exchanges(ctx, params.url_filter, one_site=True)
    ctx.progress(0, STEPS, "masking secrets")
    recording = await run_in_thread(ctx.progress, lambda _: mask_recording(found))
    require_actions(ctx, recording, params.url_filter)
    data = await run_in_thread(ctx.progress, lambda progress: _write(params, base_url, recording, exchanges, progress))
    return Answer(data, is_masked=True)


def _write(
    params: Params, base_url: str, recording: Recording, exchanges: list[Exchange], progress: Progress
) -> dict[str, Any]:
    progress(1, STEPS, "reading the steps")
    builder = StepBuilder(ScriptUrls(base_url, origin_of(recording.actions[0].to_url or recording.actions[0].url)))
    calls = calls_of(exchanges)
    steps = with_rhythm(require_steps(builder.build(recording.actions)), calls)
    session = Session(steps, calls, _errors(recording), recording.snapshots, builder.addresses)
    title = params.test_name or title_of(steps)
    wanted = _wanted(params)
    progress(2, STEPS, "choosing what to assert")
    plan = regression_plan(session, title, header_of(session, len(recording.actions)), wanted)
    during = [mask_call(call) for call in calls if call.at_ms >= recording.start_ms]
    files = fixture_file(during, plan.awaited, title, SCRIPT_ANSWER_CHARS // 2) if params.fixtures else None
    if files and params.framework == "playwright":
        files = with_sockets(files, recording.socket_events)
    progress(3, STEPS, "writing the test")
    plans = [plan, mocked(plan, f"./fixtures/{slug_of(title)}.fixtures.js", files)] if files else [plan]
    room = SCRIPT_ANSWER_CHARS - (json_chars(files.text) if files else 0)
    script = render(dialect_for(params.framework), plans, TEST_SCRIPT_BYTES, room)
    warnings = [
        *when_to_use(session),
        *script_warnings(builder, calls, script.left_out),
        *recording_warnings(recording),
        *trust_warnings([*recording.actions, *recording.errors, *(exchange.event for exchange in exchanges)]),
        *_body_warnings(calls, files, wanted),
        *socket_warnings(recording, files),
        *asserted_failures(plan),
        *(nothing_at_the_end(plan) if params.style != "minimal" else ()),
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
    """The errors of the session; errors of an earlier visit do not exempt new ones."""
    errors = [*map(recorded, recording.errors), *map(failed_socket, recording.failed_sockets)]
    return [error for error in errors if error.at_ms >= recording.start_ms - CLOCK_SLACK_MS]


def _wanted(params: Params) -> TestOptions:
    if params.style == "minimal":
        return TestOptions(False, False, False, 0, False)
    asked: dict[AssertionName, bool] = {
        "network": params.assert_network is not False,
        "response_shape": params.assert_response_shape is not False,
        "no_errors": params.assert_no_errors is not False,
        **(params.assertions or {}),
    }
    dom_state = asked.get("dom_state", True)
    visual = asked.get("visual", False)
    if params.style == "smoke":
        return TestOptions(False, False, False, int(dom_state), dom_state, visual)
    checks = MAX_DOM_CHECKS if dom_state else 0
    return TestOptions(asked["network"], asked["response_shape"], asked["no_errors"], checks, True, visual)


def _body_warnings(calls: list[Call], files: FixtureFile | None, wanted: TestOptions) -> list[str]:
    has_bodies = any(call.text is not None for call in calls)
    if calls and not has_bodies and (wanted.response_shape or files):
        return [f"No response bodies were captured, so none are asserted or mocked. {HOW_TO_SWITCH_ON}"]
    if files and files.left_out:
        return [f"{files.left_out} responses are not in the fixture file: they are too long or have no body."]
    return []


CAPABILITY = Capability(
    "generate_test",
    (Mode("generate", "test"),),
    Params,
    run,
    script_document,
    reads_captures=True,
    shows_page_text=True,
)
