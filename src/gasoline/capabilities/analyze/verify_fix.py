"""analyze what=verify_fix: did the change mend it? How the page was before, against what happened since."""

import secrets
from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from gasoline.analysis.verification.baseline import baseline_of
from gasoline.analysis.verification.result import compared
from gasoline.capabilities.activity import activity_since, repeatable
from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import UrlFilter, why_nothing_captured
from gasoline.model import limits
from gasoline.model.clock import now_iso
from gasoline.model.errors import ToolError
from gasoline.model.judgement import Judgement
from gasoline.model.verification import Baseline, Session, Watch
from gasoline.store.store import Store

Action = Literal["start", "watch", "compare", "status", "cancel"]
ID_BYTES = 3


class Params(BaseParams, frozen=True, kw_only=True):
    """Did the fix work? start, change the code, watch, repeat the steps, compare. start keeps what is wrong now, watch
    begins after the change, compare gives the verdict with its evidence."""

    action: Annotated[Action, Meta(description="What to do; in this order.")]
    session_id: Annotated[str, Meta(max_length=limits.NAME_CHARS, description="From start.")] | None = None
    label: Annotated[str, Meta(max_length=limits.SESSION_LABEL_CHARS)] = ""
    url_filter: UrlFilter | None = None


async def run(ctx: Context, params: Params) -> Answer:
    if params.action == "start":
        return _start(ctx, params)
    return STEPS[params.action](ctx, params, _session(ctx, params))


def _start(ctx: Context, params: Params) -> Answer:
    _make_room(ctx.store)
    session = Session(
        session_id=f"verify-{secrets.token_hex(ID_BYTES)}",
        label=params.label,
        url_filter=params.url_filter or "",
        created_at=now_iso(),
        status="baseline_captured",
        baseline=baseline_of(activity_since(ctx.store, url_filter=params.url_filter or ""), now_iso()),
    )
    ctx.store.verifications.put(session.session_id, session)
    baseline = _shown(session.baseline)
    shown = {"session_id": session.session_id, "status": session.status, "baseline": baseline}
    return Answer(shown, "" if baseline["error_details"] else _why_clean(ctx))


def _make_room(store: Store) -> None:
    """The oldest session that has been compared gives way to a new one."""
    sessions = store.verifications.all()
    if len(sessions) < limits.SESSIONS:
        return
    compared_sessions = [session for session in sessions.values() if session.status == "compared"]
    if not compared_sessions:
        raise ToolError(
            "too_many_sessions",
            f"There are {limits.SESSIONS} sessions already, and none of them has been compared yet.",
            f"Compare one, or cancel one with action=cancel: {', '.join(sessions)}.",
        )
    names = [session.session_id for session in compared_sessions]
    store.verifications.remove(min(names, key=store.verifications.seconds_left))


def _why_clean(ctx: Context) -> str:
    return "Nothing is wrong so far." if ctx.store.cursor else why_nothing_captured(ctx)


def _shown(baseline: Baseline) -> dict[str, Any]:
    failed = [endpoint for endpoint in baseline.endpoints if endpoint.failures]
    return {
        "captured_at": baseline.captured_at,
        "console_errors": sum(issue.count for issue in baseline.issues),
        "network_errors": sum(endpoint.failures for endpoint in failed),
        "error_details": [
            *({"type": "console", "message": issue.message, "count": issue.count} for issue in baseline.issues),
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
        message = f"There is no session {params.session_id!r}: it was cancelled, or its 30 minutes are up."
        raise ToolError("no_such_session", message, _open_sessions(ctx))
    return session


def _open_sessions(ctx: Context) -> str:
    names = list(ctx.store.verifications.all())
    return f"Open sessions: {', '.join(names)}." if names else "Begin one with action=start."


def _watch(ctx: Context, _: Params, session: Session) -> Answer:
    watch = Watch(started_at=now_iso(), cursor=ctx.store.cursor, counts=repeatable(ctx.store))
    ctx.store.verifications.replace(session.session_id, replace(session, status="watching", watch=watch))
    message = "Monitoring started. Ask the user to reproduce the scenario."
    return Answer({"session_id": session.session_id, "status": "watching", "message": message})


def _compare(ctx: Context, params: Params, session: Session) -> Answer:
    watch, store = session.watch, ctx.store
    if watch is None:
        raise ToolError("not_watching", "There is nothing to compare with yet.", "Call action=watch after the change.")
    url_filter = params.url_filter or session.url_filter
    since = activity_since(store, watch.cursor, url_filter, watch.counts)
    result = compared(session.baseline, watch, since, url_filter=url_filter, now=now_iso())
    store.verifications.replace(session.session_id, replace(session, status="compared"))
    store.judgements.add(_judgement(ctx, session, result))
    return Answer(
        {"session_id": session.session_id, "status": "compared", "label": session.label, "result": result},
        "The verdict rests on what was not seen: read `caution`." if "caution" in result else "",
    )


def _judgement(ctx: Context, session: Session, result: dict[str, Any]) -> Judgement:
    return Judgement(
        ts=now_iso(),
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
    """Where a session stands; to say so leaves it as it is."""
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

CAPABILITY = Capability(
    "verify_fix", (Mode("analyze", "verify_fix"),), Params, run, reads_captures=True, shows_page_text=True
)
