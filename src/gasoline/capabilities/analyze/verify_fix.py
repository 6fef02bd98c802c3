"""analyze what=verify_fix: compares the errors before a change with what happened since."""

import secrets
from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from gasoline.analysis.verification.issue_baseline import baseline_of
from gasoline.analysis.verification.result import verification_result
from gasoline.capsule.load import OpenedCapsule
from gasoline.capsule.open_for import open_for
from gasoline.model.bounds import NAME_CHARS, URL_CHARS
from gasoline.model.tool_error import ToolError
from gasoline.model.verdict_record import VerdictRecord
from gasoline.model.verification import Baseline, Session, Watch
from gasoline.rendering.document import Document, View
from gasoline.rendering.outline import outline
from gasoline.rendering.quote import inline
from gasoline.rendering.size import count_of
from gasoline.store.store import Store
from gasoline.toolkit.activity import activity_since, repeatable
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import UrlFilter, why_nothing_captured
from gasoline.toolkit.site import newest_site, others_note

TEXT_CHARS = 160
Entry = dict[str, Any]

MAX_SESSIONS = 3  # FIX-02
SESSION_LABEL_CHARS = 100

Action = Literal["start", "watch", "compare", "status", "cancel"]
ID_BYTES = 3
READ_CAUTION = "The verdict is based on missing evidence: read `caution`."


class Params(BaseParams, frozen=True, kw_only=True):
    """Did the fix work? start, change the code, watch, repeat the steps, compare. The verdict has its evidence."""

    action: Annotated[Action, Meta(description="start → watch → compare; status and cancel at any time.")]
    session_id: Annotated[str, Meta(max_length=NAME_CHARS, description="Session id from start.")] | None = None
    label: Annotated[str, Meta(max_length=SESSION_LABEL_CHARS, description="Name for the session.")] = ""
    url_filter: UrlFilter | None = None
    capsule: Annotated[str, Meta(max_length=URL_CHARS, description="Start from this capsule file.")] = ""


async def run(ctx: Context, params: Params) -> Answer:
    if params.action == "start":
        return _start(ctx, params, await open_for(ctx, params.capsule) if params.capsule else None)
    return STEPS[params.action](ctx, params, _session(ctx, params))


def _start(ctx: Context, params: Params, capsule: OpenedCapsule | None) -> Answer:
    """The errors to fix are those of now, or those of a saved session."""
    _make_room(ctx.store)
    before = capsule.store if capsule else ctx.store
    site = "" if params.url_filter else newest_site(before)
    activity = activity_since(before, url_filter=params.url_filter or "", site=site)
    session = Session(
        session_id=f"verify-{secrets.token_hex(ID_BYTES)}",
        label=params.label,
        url_filter=params.url_filter or "",
        created_at=ctx.server.now_iso(),
        status="baseline_captured",
        baseline=baseline_of(activity, capsule.manifest.saved_at if capsule else ctx.server.now_iso()),
        site=site,
    )
    ctx.store.verifications.put(session.session_id, session)
    baseline = _shown(session.baseline)
    shown = {"session_id": session.session_id, "status": session.status, "baseline": baseline}
    why_clean = "" if baseline["error_details"] or capsule else _why_clean(ctx)
    return Answer(shown, " ".join(filter(None, (why_clean, others_note(ctx.store, site)))))


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
    watch = Watch(started_at=ctx.server.now_iso(), cursor=ctx.store.cursor, counts=repeatable(ctx.store))
    ctx.store.verifications.replace(session.session_id, replace(session, status="watching", watch=watch))
    message = "Monitoring started. Ask the user to reproduce the scenario."
    return Answer({"session_id": session.session_id, "status": "watching", "message": message})


def _compare(ctx: Context, params: Params, session: Session) -> Answer:
    watch, store = session.watch, ctx.store
    if watch is None:
        raise ToolError("not_watching", "There is nothing to compare yet.", "Call action=watch after the change.")
    url_filter = params.url_filter or session.url_filter
    site = "" if params.url_filter else session.site
    since = activity_since(store, watch.cursor, url_filter, watch.counts, site)
    result = verification_result(session.baseline, watch, since, url_filter=url_filter, now=ctx.server.now_iso())
    store.verifications.replace(session.session_id, replace(session, status="compared"))
    store.verdicts.add(_verdict_record(ctx, session, result))
    return Answer(
        {"session_id": session.session_id, "status": "compared", "label": session.label, "result": result},
        " ".join(filter(None, (READ_CAUTION if "caution" in result else "", others_note(store, site)))),
    )


def _verdict_record(ctx: Context, session: Session, result: dict[str, Any]) -> VerdictRecord:
    return VerdictRecord(
        ts=ctx.server.now_iso(),
        client=ctx.client.name,
        tool="verify_fix",
        name=session.session_id,
        label=session.label,
        verdict=result["verdict"],
        details=result,
    )


def _status(ctx: Context, _: Params, session: Session) -> Answer:
    return Answer(status_of(ctx.store, session))


def status_of(store: Store, session: Session) -> dict[str, Any]:
    """The status of a session; reading it changes nothing."""
    watch = {"watch_started_at": session.watch.started_at} if session.watch else {}
    return {
        "session_id": session.session_id,
        "status": session.status,
        "label": session.label,
        **({"url_filter": session.url_filter} if session.url_filter else {}),
        "created_at": session.created_at,
        **watch,
        "expires_in_s": round(store.verifications.seconds_left(session.session_id)),
        "baseline": _shown(session.baseline),
    }


def _cancel(ctx: Context, _: Params, session: Session) -> Answer:
    ctx.store.verifications.remove(session.session_id)
    return Answer({"session_id": session.session_id, "status": "cancelled"})


STEPS: dict[str, Callable[[Context, Params, Session], Answer]] = {
    "watch": _watch,
    "compare": _compare,
    "status": _status,
    "cancel": _cancel,
}


def render(view: View) -> Document:
    data: Entry = view.data
    name = inline(data["session_id"])
    if "result" in data:
        return _comparison(name, data["result"])
    if "baseline" in data:
        baseline = data["baseline"]
        headline = (
            f"{name} {data['status']}: {count_of(baseline['console_errors'], 'error')},"
            f" {count_of(baseline['network_errors'], 'failed request')} before the fix"
        )
        next_step = f"next: change the code, then analyze what=verify_fix action=watch session_id={name}"
        sockets = [f"  socket {inline(each['url'])} {inline(each['state'])}" for each in baseline["websockets"]]
        return Document(headline, [*map(_issue, baseline["error_details"]), *sockets, view.note, next_step])
    message = f": {data['message']}" if data.get("message") else ""
    return Document(f"{name} {data['status']}{message}", [view.note])


def _issue(issue: Entry) -> str:
    times = f" ×{issue['count']}" if issue.get("count", 1) > 1 else ""
    if issue["type"] == "network":
        origin = inline(issue.get("origin") or "")
        return f"  {inline(issue['method'])} {origin}{inline(issue['url'])} → {issue['status'] or 'no answer'}{times}"
    return f"  {inline(issue['message'], TEXT_CHARS)}{times}"


def _comparison(name: str, result: Entry) -> Document:
    before, after = result["before"]["total_issues"], result["after"]["total_issues"]
    lines = [
        *([f"caution: {inline(result['caution'])}"] if result.get("caution") else []),
        *(f"  {_change(change)}" for change in result["changes"]),
        *(f"  new: {_change(change)}" for change in result["new_issues"]),
        *_performance(result.get("performance_diff")),
        *(f"  socket {line}" for line in outline(result["websockets"]["connection_changes"])),
        "evidence:",
        *outline(result["evidence"], "  "),
    ]
    return Document(f"{result['verdict']}: {count_of(before, 'issue')} before, {after} after · {name}", lines)


def _change(change: Entry) -> str:
    """`resolved network: POST /api/orders → 500, now POST /api/orders → 201`."""
    sides = [inline(change[side], TEXT_CHARS) for side in ("before", "after") if change.get(side)]
    return f"{change['type']} {change['category']}: {', now '.join(sides)}"


def _performance(diff: Entry | None) -> list[str]:
    return [f"  load {diff['load_time_before']} → {diff['load_time_after']} ({diff['change']})"] if diff else []


CAPABILITY = Capability(
    "verify_fix",
    (Mode("analyze", "verify_fix"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
)
