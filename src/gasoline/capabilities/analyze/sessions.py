"""analyze what=sessions: two stretches of browsing compared."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from gasoline.analysis.endpoints import raw_path
from gasoline.analysis.sessions.diff import compared
from gasoline.analysis.sessions.snapshot import error_count, snapshot_of, summary_of
from gasoline.capabilities.activity import activity_since
from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import UrlFilter
from gasoline.model import limits
from gasoline.model.clock import now_iso
from gasoline.model.errors import ToolError
from gasoline.model.judgement import Judgement
from gasoline.model.snapshot import Snapshot
from gasoline.store.store import Store

Action = Literal["capture", "compare", "list", "delete"]
Name = Annotated[str, Meta(min_length=1, max_length=limits.SNAPSHOT_NAME_CHARS)]
CURRENT = "current"


class Params(BaseParams, frozen=True, kw_only=True):
    """Compares two runs: capture each under a name, then compare. Clear the buffers between runs."""

    action: Annotated[Action, Meta(description="What to do.")]
    name: Name | None = None
    compare_a: Name | None = None
    compare_b: Annotated[Name | None, Meta(description="Or current.")] = None
    url_filter: UrlFilter | None = None


async def run(ctx: Context, params: Params) -> Answer:
    return ACTIONS[params.action](ctx, params)


def _capture(ctx: Context, params: Params) -> Answer:
    name = _required(params, "name")
    if name == CURRENT:
        raise ToolError("reserved_name", "“current” means the live state.", "Choose another name.")
    kept, snapshot = ctx.store.snapshots, _snapshot_now(ctx, name, params.url_filter or "")
    kept.put(name, snapshot)
    while len(kept) > limits.SNAPSHOTS:
        kept.remove_least_recent()
    return Answer({"action": "captured", "name": name, "snapshot": summary_of(snapshot)})


def _snapshot_now(ctx: Context, name: str, url_filter: str) -> Snapshot:
    return snapshot_of(activity_since(ctx.store, url_filter=url_filter), name, now_iso(), url_filter)


def _compare(ctx: Context, params: Params) -> Answer:
    names = _required(params, "compare_a"), _required(params, "compare_b")
    one, other = _both(ctx, names, params.url_filter)
    found = compared(one, other)
    ctx.store.judgements.add(_judgement(ctx, " → ".join(names), found))
    answer = {"action": "compared", "a": names[0], "b": names[1], **found}
    return Answer(answer, " ".join(_remarks(one, other, params)))


def _judgement(ctx: Context, name: str, found: dict[str, Any]) -> Judgement:
    return Judgement(
        ts=now_iso(),
        client=ctx.client.name,
        tool="diff_sessions",
        name=name,
        verdict=found["summary"]["verdict"],
        details=found,
    )


def _remarks(one: Snapshot, other: Snapshot, params: Params) -> Iterator[str]:
    if one.performance and other.performance and one.performance.page != other.performance.page:
        yield "Performance was not compared: the snapshots are of different pages."
    if params.url_filter and CURRENT not in (one.name, other.name):
        yield "url_filter chooses what is captured; kept snapshots were compared as they are."


def _both(ctx: Context, names: tuple[str, str], url_filter: str | None) -> list[Snapshot]:
    """The current state is taken with the filter of what it is compared with, unless another one is given."""
    stored = {name: _stored(ctx, name) for name in names if name != CURRENT}
    if url_filter is None:
        url_filter = next((snapshot.url_filter for snapshot in stored.values()), "")
    return [stored[name] if name in stored else _snapshot_now(ctx, CURRENT, url_filter) for name in names]


def _stored(ctx: Context, name: str) -> Snapshot:
    snapshot = ctx.store.snapshots.get(name)
    if snapshot is None:
        raise _no_such_snapshot(ctx, name)
    return snapshot


def _list(ctx: Context, _: Params) -> Answer:
    listed = list_snapshots(ctx.store)
    return Answer({"action": "listed", "snapshots": listed}, "" if listed else "Keep one with action=capture.")


def list_snapshots(store: Store) -> list[dict[str, Any]]:
    """Those that are kept, oldest first."""
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
    hint = f"There are {', '.join(names)}." if names else "Keep one with action=capture."
    return ToolError("no_such_snapshot", f"There is no snapshot {name!r}: deleted, or older than two hours.", hint)


ACTIONS: dict[str, Callable[[Context, Params], Answer]] = {
    "capture": _capture,
    "compare": _compare,
    "list": _list,
    "delete": _delete,
}

CAPABILITY = Capability(
    "diff_sessions", (Mode("analyze", "sessions"),), Params, run, reads_captures=True, shows_page_text=True
)
