"""Server: what development servers printed, and the commands that are captured."""

from typing import Any, TypedDict

from gasoline.analysis.errors.show_server_entry import show_server_entry
from gasoline.capabilities.observe.server_logs import why_nothing
from gasoline.dashboard.rows import row_of
from gasoline.dashboard.view import DASHBOARD_LIST, Query, View
from gasoline.model.server_logs import ServerLogEntry
from gasoline.model.tool_error import ToolError
from gasoline.store.ring import Slot
from gasoline.store.server_runs import ServerRun
from gasoline.toolkit.context import Context


class ServerLine(TypedDict):
    """One entry in the list."""

    id: str
    ts: str
    name: str
    level: str
    text: str


class RunLine(TypedDict):
    """A captured command."""

    name: str
    running: bool
    lines_dropped: int


class ServerList(TypedDict):
    """The view of server output."""

    entries: list[ServerLine]
    total: int
    runs: list[RunLine]
    note: str


async def read(ctx: Context, query: Query) -> Any:
    ring = ctx.store.server_logs
    if query.id:
        found = next((slot for slot in ring.newest_first() if _id(slot) == query.id), None)
        if found is None:
            raise ToolError("not_found", "This entry was evicted by newer ones.")
        return {"id": query.id, **show_server_entry(found.event)}
    slots = list(ring.newest_first())
    listed: ServerList = {
        "entries": [_summarize(slot) for slot in slots[:DASHBOARD_LIST]],
        "total": len(slots),
        "runs": [_run(run) for run in ctx.store.server_runs.all()],
        "note": "" if slots else why_nothing(ctx),
    }
    return listed


def _run(run: ServerRun) -> RunLine:
    return {"name": run.name, "running": run.is_running, "lines_dropped": run.dropped}


def _summarize(slot: Slot[ServerLogEntry]) -> ServerLine:
    row = row_of(slot.seq, slot.event)
    return {
        "id": _id(slot),
        "ts": slot.event.ts,
        "name": slot.event.name,
        "level": slot.event.level,
        "text": row.text if row else "",
    }


def _id(slot: Slot[ServerLogEntry]) -> str:
    return f"s{slot.seq}"


VIEW = View("server", read, count=lambda ctx: len(ctx.store.server_logs), types=(ServerList,))
