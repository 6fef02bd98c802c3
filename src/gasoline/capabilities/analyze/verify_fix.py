"""analyze what=verify_fix: compares errors, page and responses before a change with what happened since."""

import secrets
from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from gasoline.analysis.sessions.read_page_state import page_state_of
from gasoline.analysis.verification.expectation import Expectation, Outcome, read_expectation
from gasoline.analysis.verification.issue_baseline import baseline_of
from gasoline.analysis.verification.result import verification_result
from gasoline.capsule.load import OpenedCapsule
from gasoline.capsule.open_for import open_for
from gasoline.model.bounds import NAME_CHARS, SELECTOR_CHARS, URL_CHARS
from gasoline.model.tool_error import ToolError
from gasoline.model.verdict_record import VerdictRecord
from gasoline.model.verification import Baseline, Session, Watch
from gasoline.rendering.page_changes import kept_line
from gasoline.rendering.verification import verification_document
from gasoline.store.store import Store
from gasoline.toolkit.activity_since import activity_since, repeatable
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import UrlFilter, why_nothing_captured
from gasoline.toolkit.live_text import NO_LIVE_PAGE, PROBE, LiveText, has_bodies, live_text
from gasoline.toolkit.site_choice import newest_site, others_note

MAX_SESSIONS = 3  # FIX-02
SESSION_LABEL_CHARS = 100

Action = Literal["start", "watch", "compare", "status", "cancel"]
ID_BYTES = 3
READ_CAUTION = "The verdict is based on missing evidence: read `caution`."


class Params(BaseParams, frozen=True, kw_only=True):
    """Compares before and after a fix. start, change the code, repeat the steps, compare: the verdict has
    its evidence, and says what of the page and of the responses changed."""

    action: Annotated[
        Action, Meta(description="start → fix, repeat the steps → compare; watch starts over; status, cancel.")
    ]
    session_id: Annotated[str, Meta(max_length=NAME_CHARS, description="Id from start.")] | None = None
    label: Annotated[str, Meta(max_length=SESSION_LABEL_CHARS, description="Session name.")] = ""
    url_filter: UrlFilter | None = None
    capsule: Annotated[str, Meta(max_length=URL_CHARS, description="Start from this capsule file.")] = ""
    expect: Annotated[
        str, Meta(max_length=SELECTOR_CHARS, description="Text of the fixed page, or css=SELECTOR; !… if absent.")
    ] = ""


async def run(ctx: Context, params: Params) -> Answer:
    if params.action == "start":
        return await _start(ctx, params, await open_for(ctx, params.capsule) if params.capsule else None)
    if params.action == "compare":
        return await _compare(ctx, params)
    return STEPS[params.action](ctx, params, _session(ctx, params))


async def _start(ctx: Context, params: Params, capsule: OpenedCapsule | None) -> Answer:
    """What is to be fixed is the state of now, or that of a saved session."""
    before = capsule.store if capsule else ctx.store
    site = "" if params.url_filter else newest_site(before)
    expectation = _expectation(params.expect)
    live = LiveText(NO_LIVE_PAGE) if capsule else await _live_text(ctx, site, params.url_filter or "", expectation)
    _make_room(ctx.store)
    activity = activity_since(before, url_filter=params.url_filter or "", site=site)
    state = page_state_of(activity, live.text, has_bodies=has_bodies(before))
    watch = _watch_from_now(ctx, "start")
    session = Session(
        session_id=f"verify-{secrets.token_hex(ID_BYTES)}",
        label=params.label,
        url_filter=params.url_filter or "",
        created_at=watch.started_at,
        status="baseline_captured",
        baseline=baseline_of(activity, capsule.manifest.saved_at if capsule else watch.started_at, state),
        site=site,
        watch=watch,
        expect=params.expect,
        was_expected=expectation.is_met(live.is_there) if expectation else None,
    )
    ctx.store.verifications.put(session.session_id, session)
    baseline = _shown(session.baseline)
    shown = {"session_id": session.session_id, "status": session.status, "baseline": baseline}
    why_clean = "" if baseline["error_details"] or capsule else _why_clean(ctx)
    expected = expectation.describe_at_start(session.was_expected) if expectation else ""
    note = " ".join(filter(None, (expected, why_clean, others_note(ctx.store, site))))
    return Answer(shown, note, facts={"page": kept_line(state)})


def _expectation(written: str) -> Expectation | None:
    expectation = read_expectation(written)
    if written and expectation is None:
        hint = "Pass a text such as Paid or !Failed, or a selector such as css=.receipt."
        raise ToolError("empty_expectation", "'expect' names neither a text nor a selector.", hint)
    return expectation


async def _live_text(ctx: Context, site: str, url_filter: str, expectation: Expectation | None) -> LiveText:
    return await live_text(ctx, site, url_filter, expectation.question if expectation else None)


def _make_room(store: Store) -> None:
    """A new session replaces the oldest one that has been compared."""
    sessions = store.verifications.all()
    if len(sessions) < MAX_SESSIONS:
        return
    compared_sessions = [session for session in sessions.values() if session.status == "compared"]
    if not compared_sessions:
        raise ToolError(
            "too_many_sessions",
            f"There are already {MAX_SESSIONS} sessions, and none of them has been compared yet.",
            f"Compare one, or cancel one with action=cancel: {', '.join(sessions)}.",
        )
    names = [session.session_id for session in compared_sessions]
    store.verifications.remove(min(names, key=store.verifications.seconds_left))


def _why_clean(ctx: Context) -> str:
    return "No errors so far." if ctx.store.cursor else why_nothing_captured(ctx)


def _shown(baseline: Baseline) -> dict[str, Any]:
    failed = [endpoint for endpoint in baseline.endpoints if endpoint.failures]
    return {
        "captured_at": baseline.captured_at,
        "console_errors": sum(issue.count for issue in baseline.issues if issue.source == "console"),
        "network_errors": sum(endpoint.failures for endpoint in failed),
        "error_details": [
            *({"type": issue.source, "message": issue.message, "count": issue.count} for issue in baseline.issues),
            *(
                {
                    "type": "network",
                    "method": each.method,
                    "url": each.path,
                    "status": each.status,
                    "count": each.failures,
                    **({"origin": each.origin} if each.is_cross_origin else {}),
                }
                for each in failed
            ),
        ],
        **({"causes": [cause.text for cause in baseline.causes]} if baseline.causes else {}),
        "websockets": [{"url": socket.url, "state": socket.state} for socket in baseline.sockets],
    }


def _session(ctx: Context, params: Params) -> Session:
    known = ctx.store.verifications
    if params.session_id is None:
        raise ToolError("session_id_required", f"action={params.action} needs 'session_id'.", _open_sessions(ctx))
    session = known.get(params.session_id)
    if session is None:
        message = f"There is no session {params.session_id!r}: it was canceled, or its 30 minutes are over."
        raise ToolError("no_such_session", message, _open_sessions(ctx))
    return session


def _open_sessions(ctx: Context) -> str:
    names = list(ctx.store.verifications.all())
    return f"Open sessions: {', '.join(names)}." if names else "Start one with action=start."


def _watch(ctx: Context, _: Params, session: Session) -> Answer:
    watched = replace(session, status="watching", watch=_watch_from_now(ctx, "watch"))
    ctx.store.verifications.replace(session.session_id, watched)
    message = "Monitoring started. Ask the user to reproduce the scenario."
    return Answer({"session_id": session.session_id, "status": "watching", "message": message})


def _watch_from_now(ctx: Context, action: Literal["start", "watch"]) -> Watch:
    now, store = ctx.server.now_iso(), ctx.store
    return Watch(action=action, started_at=now, cursor=store.cursor, counts=repeatable(store))


async def _compare(ctx: Context, params: Params) -> Answer:
    session, store = _session(ctx, params), ctx.store
    url_filter = params.url_filter or session.url_filter
    site = "" if params.url_filter else session.site
    expect = params.expect or session.expect
    expectation = _expectation(expect)
    live = await _live_text(ctx, site, url_filter, expectation)
    session = _session(ctx, params)  # another client may have watched again or canceled it meanwhile
    watch = session.watch
    since = activity_since(store, watch.cursor, url_filter, watch.counts, site)
    result = verification_result(
        session,
        since,
        page_state_of(since, live.text, has_bodies=has_bodies(store)),
        _outcome(session, expectation, expect, live) if expectation else None,
        url_filter=url_filter,
        now=ctx.server.now_iso(),
    )
    store.verifications.replace(session.session_id, replace(session, status="compared"))
    store.verdicts.add(_verdict_record(ctx, session, result))
    sites = others_note(store, site)
    return Answer(
        {"session_id": session.session_id, "status": "compared", "label": session.label, "result": result},
        " ".join(filter(None, (READ_CAUTION if "caution" in result else "", sites))),
        facts={"sites": sites},
    )


def _outcome(session: Session, expectation: Expectation, expect: str, live: LiveText) -> Outcome:
    is_same = expect == session.expect
    was_met = session.was_expected if is_same else expectation.known_from(session.baseline.state.text)
    return Outcome(expectation, expect, was_met, expectation.is_met(live.is_there))


def _verdict_record(ctx: Context, session: Session, result: dict[str, Any]) -> VerdictRecord:
    return VerdictRecord(
        ts=ctx.server.now_iso(),
        client=ctx.client.name,
        tool="verify_fix",
        name=session.session_id,
        label=session.label,
        verdict=result["verdict"],
        is_proved="why_unproved" not in result,
        details=result,
    )


def _status(ctx: Context, _: Params, session: Session) -> Answer:
    return Answer(status_of(ctx.store, session))


def status_of(store: Store, session: Session) -> dict[str, Any]:
    """The status of a session; reading it changes nothing."""
    return {
        "session_id": session.session_id,
        "status": session.status,
        "label": session.label,
        **({"url_filter": session.url_filter} if session.url_filter else {}),
        "created_at": session.created_at,
        "watch_started_at": session.watch.started_at,
        "expires_in_s": round(store.verifications.seconds_left(session.session_id)),
        "baseline": _shown(session.baseline),
    }


def _cancel(ctx: Context, _: Params, session: Session) -> Answer:
    ctx.store.verifications.remove(session.session_id)
    return Answer({"session_id": session.session_id, "status": "cancelled"})


STEPS: dict[str, Callable[[Context, Params, Session], Answer]] = {
    "watch": _watch,
    "status": _status,
    "cancel": _cancel,
}


CAPABILITY = Capability(
    "verify_fix",
    (Mode("analyze", "verify_fix"),),
    Params,
    run,
    verification_document,
    probe=PROBE,
    reads_captures=True,
    shows_page_text=True,
)
