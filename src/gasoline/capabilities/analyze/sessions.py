"""analyze what=sessions: compares two runs, and what the page showed and received at their ends."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from gasoline.analysis.sessions.called_endpoints import failed_endpoints
from gasoline.analysis.sessions.diff import compare_snapshots, undecided_regressions
from gasoline.analysis.sessions.page_changes import page_changes
from gasoline.analysis.sessions.take_snapshot import MEASURED_LOADS, error_count, snapshot_of, summary_of
from gasoline.capsule.load import OpenedCapsule
from gasoline.capsule.open_for import is_capsule_name, open_for
from gasoline.kernel.urls import raw_path
from gasoline.model.bounds import URL_CHARS
from gasoline.model.snapshot import Snapshot
from gasoline.model.tool_error import ToolError
from gasoline.model.verdict_record import VerdictRecord
from gasoline.rendering.session_diff import CURRENT, sessions_document
from gasoline.store.store import Store
from gasoline.toolkit.activity_since import activity_since
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import UrlFilter
from gasoline.toolkit.live_text import NO_LIVE_PAGE, PROBE, has_bodies, live_text

MAX_SNAPSHOTS = 10  # FIX-10
SNAPSHOT_NAME_CHARS = 50  # FIX-10

Action = Literal["capture", "compare", "list", "delete"]
Name = Annotated[str, Meta(min_length=1, max_length=SNAPSHOT_NAME_CHARS)]
Side = Annotated[str, Meta(min_length=1, max_length=URL_CHARS)]
"""A snapshot, `current`, or a capsule file."""


class Params(BaseParams, frozen=True, kw_only=True):
    """Compares two runs. Clear the buffers between runs."""

    action: Annotated[Action, Meta(description="capture each run → compare; list, delete.")]
    name: Annotated[Name | None, Meta(description="Snapshot name for capture and delete.")] = None
    compare_a: Annotated[Side | None, Meta(description="First snapshot or capsule file.")] = None
    compare_b: Annotated[Side | None, Meta(description="The second, or `current`.")] = None
    url_filter: UrlFilter | None = None


async def run(ctx: Context, params: Params) -> Answer:
    if params.action == "compare":
        return await _compare(ctx, params)
    if params.action == "capture":
        return await _capture(ctx, params)
    return ACTIONS[params.action](ctx, params)


async def _capture(ctx: Context, params: Params) -> Answer:
    name = _required(params, "name")
    if name == CURRENT:
        raise ToolError("reserved_name", "“current” means the live state.", "Choose another name.")
    kept, snapshot = ctx.store.snapshots, await _snapshot_now(ctx, name, params.url_filter or "")
    kept.put(name, snapshot)
    while len(kept) > MAX_SNAPSHOTS:
        kept.remove_least_recent()
    why = snapshot.state.why_no_text
    note = f"What the page shows is not part of it: {why}." if why else ""
    return Answer({"action": "captured", "name": name, "snapshot": summary_of(snapshot)}, note)


async def _snapshot_now(ctx: Context, name: str, url_filter: str) -> Snapshot:
    live = await live_text(ctx, "", url_filter)
    activity, now = activity_since(ctx.store, url_filter=url_filter), ctx.server.now_iso()
    endpoints = (endpoint for snapshot in ctx.store.snapshots.all().values() for endpoint in snapshot.endpoints)
    return snapshot_of(
        activity,
        name,
        now,
        url_filter,
        live.text,
        has_bodies=has_bodies(ctx.store),
        failed_before=failed_endpoints(endpoints),
    )


async def _compare(ctx: Context, params: Params) -> Answer:
    names = _required(params, "compare_a"), _required(params, "compare_b")
    opened = {name: await open_for(ctx, name) for name in names if is_capsule_name(name)}
    one, other = await _both(ctx, names, params.url_filter, opened)
    found = compare_snapshots(one, other)
    ctx.store.verdicts.add(_verdict_record(ctx, " → ".join(names), found))
    answer = {"action": "compared", "a": names[0], "b": names[1], **found}
    undecided = undecided_regressions(one, other)
    return Answer(answer, " ".join(_remarks(one, other, params, undecided)), facts={"undecided": undecided})


def _verdict_record(ctx: Context, name: str, found: dict[str, Any]) -> VerdictRecord:
    return VerdictRecord(
        ts=ctx.server.now_iso(),
        client=ctx.client.name,
        tool="diff_sessions",
        name=name,
        verdict=found["summary"]["verdict"],
        details=found,
    )


def _remarks(one: Snapshot, other: Snapshot, params: Params, undecided: list[str]) -> Iterator[str]:
    if one.performance and other.performance and one.performance.page != other.performance.page:
        yield "Performance was not compared: the snapshots are of different pages."
    if params.url_filter and CURRENT not in (one.name, other.name):
        yield "url_filter applies when capturing; the saved snapshots were compared unfiltered."
    if one.url_filter != other.url_filter:
        filters = " and ".join(repr(each.url_filter) if each.url_filter else "none" for each in (one, other))
        yield f"The url_filters differ ({filters}): events that only one snapshot covers look new or resolved."
    if undecided:
        loads = f"{MEASURED_LOADS} loads on each side"
        yield f"Worse in the latest load, but no verdict without {loads}: {', '.join(undecided)}."
    yield from page_changes(one.state, other.state).not_compared


async def _both(
    ctx: Context, names: tuple[str, str], url_filter: str | None, opened: dict[str, OpenedCapsule]
) -> list[Snapshot]:
    """The current state uses the filter of the snapshot it is compared with, unless another one is given."""
    stored = {name: _stored(ctx, name) for name in names if name != CURRENT and name not in opened}
    stored |= {name: _snapshot_in(capsule, name, url_filter or "") for name, capsule in opened.items()}
    if url_filter is None:
        url_filter = next((snapshot.url_filter for snapshot in stored.values()), "")
    return [stored[name] if name in stored else await _snapshot_now(ctx, CURRENT, url_filter) for name in names]


def _snapshot_in(capsule: OpenedCapsule, name: str, url_filter: str) -> Snapshot:
    activity = activity_since(capsule.store, url_filter=url_filter)
    at, bodies = capsule.manifest.saved_at, has_bodies(capsule.store)
    return snapshot_of(activity, name, at, url_filter, NO_LIVE_PAGE, has_bodies=bodies)


def _stored(ctx: Context, name: str) -> Snapshot:
    snapshot = ctx.store.snapshots.get(name)
    if snapshot is None:
        raise _no_such_snapshot(ctx, name)
    return snapshot


def _list(ctx: Context, _: Params) -> Answer:
    listed = list_snapshots(ctx.store)
    return Answer({"action": "listed", "snapshots": listed}, "" if listed else "Save one with action=capture.")


def list_snapshots(store: Store) -> list[dict[str, Any]]:
    """The saved snapshots, oldest first."""
    snapshots = sorted(store.snapshots.all().values(), key=lambda snapshot: snapshot.captured_at)
    return [
        {
            "name": snapshot.name,
            "captured_at": snapshot.captured_at,
            "page_url": raw_path(snapshot.page_url) if snapshot.page_url else "",
            "error_count": error_count(snapshot),
        }
        for snapshot in snapshots
    ]


def _delete(ctx: Context, params: Params) -> Answer:
    name = _required(params, "name")
    if not ctx.store.snapshots.remove(name):
        raise _no_such_snapshot(ctx, name)
    return Answer({"action": "deleted", "name": name})


def _required(params: Params, field: Literal["name", "compare_a", "compare_b"]) -> str:
    value: str | None = getattr(params, field)
    if value is None:
        raise ToolError(f"{field}_required", f"action={params.action} needs {field!r}.", "action=list shows the names.")
    return value


def _no_such_snapshot(ctx: Context, name: str) -> ToolError:
    names = list(ctx.store.snapshots.all())
    hint = f"Captured: {', '.join(names)}." if names else "Save one with action=capture."
    return ToolError(
        "no_such_snapshot", f"There is no snapshot {name!r}: it was deleted or is older than two hours.", hint
    )


ACTIONS: dict[str, Callable[[Context, Params], Answer]] = {
    "list": _list,
    "delete": _delete,
}


CAPABILITY = Capability(
    "diff_sessions",
    (Mode("analyze", "sessions"),),
    Params,
    run,
    sessions_document,
    probe=PROBE,
    reads_captures=True,
    shows_page_text=True,
)
