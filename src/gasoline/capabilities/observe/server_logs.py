"""observe what=server_logs: what development servers printed that run under `gasoline run`."""

from functools import partial
from typing import Annotated, Any

from msgspec import Meta

from gasoline.analysis.errors.show_server_entry import show_server_entry
from gasoline.model.events import LEVEL_ORDER, Level
from gasoline.model.server_logs import ServerLogEntry
from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import Wording, entry_document, list_document
from gasoline.rendering.quote import inline
from gasoline.rendering.server_log import ended_server, entry_line
from gasoline.store.ring import Slot
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import FILTER_CHARS, Filter, Limit, PlaceParams, select_newest

SERVER_LOGS_LIMIT = 50  # RUN-07: entries in an answer unless the caller asks for more

HOW_TO_CAPTURE = "Start the server with `gasoline run -- COMMAND`, such as `gasoline run -- npm run dev`."


class Params(PlaceParams, frozen=True, kw_only=True):
    """Output of `gasoline run` servers. Newest first; a stack trace is one entry."""

    limit: Limit = SERVER_LOGS_LIMIT
    name: Annotated[str, Meta(max_length=FILTER_CHARS, description="Only this server.")] | None = None
    level: Annotated[Level | None, Meta(description="Lowest level.")] = None
    contains: Annotated[str, Meta(max_length=FILTER_CHARS, description="Text to find.")] | None = None


async def run(ctx: Context, params: Params) -> Answer:
    ring = ctx.store.server_logs
    selection = select_newest(ctx, ring.newest_first(), params, _filters(params), evicted=ring.evicted)
    note = selection.note if len(ring) else why_nothing(ctx)
    shown = [show_server_entry(slot.event) for slot in selection.slots]
    return Answer(shown, note, selection.listing, facts=_facts(ctx, params.name))


def _filters(params: Params) -> list[Filter[ServerLogEntry]]:
    floor = LEVEL_ORDER[params.level] if params.level else 0
    wanted = (params.contains or "").casefold()

    def keep(slot: Slot[ServerLogEntry]) -> bool:
        entry = slot.event
        if (params.name and entry.name != params.name) or LEVEL_ORDER[entry.level] < floor:
            return False
        return not wanted or wanted in entry.text.casefold()

    return [keep]


def why_nothing(ctx: Context) -> str:
    runs = ctx.store.server_runs
    if ctx.server.capsule is not None:
        return "No server output was recorded."
    if not len(runs):
        return f"No server is captured. {HOW_TO_CAPTURE}"
    if not runs.running:
        return f"No captured server is running, and nothing of earlier ones is left. {HOW_TO_CAPTURE}"
    names = ", ".join(run.name for run in runs.running)
    return f"Nothing was printed yet by {names}, or it was cleared."


def _facts(ctx: Context, name: str | None) -> dict[str, Any]:
    ended = ctx.store.server_runs.ended_last
    is_asked = ended is not None and name in {None, ended.name}
    return {"lost": _lost(ctx, name), "ended": ended.shown() if ended and is_asked else None}


def _lost(ctx: Context, name: str | None) -> dict[str, int]:
    return {run.name: run.dropped for run in ctx.store.server_runs.all() if run.dropped and name in (None, run.name)}


WORDING = Wording("entry", "observe what=server_logs", "s", "all lines", plural="entries")
PREFIX_CHARS = 26


def render(view: View) -> Document:
    if view.params.id:
        return entry_document(view, view.params.id)
    facts = view.facts or {}
    names = sorted({inline(entry["name"]) for entry in view.data})
    lost = [f"{count} lines of {inline(name)} were dropped" for name, count in facts.get("lost", {}).items()]
    ended = [ended_server(facts["ended"])] if facts.get("ended") else []
    shared = " · ".join([*([names[0]] if len(names) == 1 else []), *lost, *ended])
    lines = partial(_lines, view, has_names=len(names) > 1)
    return list_document(view, WORDING, lines, pages=[], prefix_chars=PREFIX_CHARS, shared=shared)


def _lines(view: View, frame: Any, *, has_names: bool) -> list[str]:
    numbered = zip(view.seqs, view.data, strict=True)
    return [entry_line(seq, entry, frame.width, has_name=has_names) for seq, entry in numbered]


CAPABILITY = Capability(
    "get_server_logs",
    (Mode("observe", "server_logs"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
)
