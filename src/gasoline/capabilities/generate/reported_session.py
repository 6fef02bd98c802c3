"""What a report says of a session: the answers of other capabilities, as lines and blocks."""

import asyncio
from dataclasses import dataclass, replace
from typing import Any

from gasoline.analysis.errors.show_server_entry import show_server_entry
from gasoline.capabilities.observe import (
    actions,
    errors,
    logs,
    network,
    network_bodies,
    server_logs,
    timeline,
    websocket_events,
)
from gasoline.capsule.server_lines import server_lines_of_requests
from gasoline.capsule.window import Window
from gasoline.kernel.secrets.redaction import redact, redact_json
from gasoline.kernel.text import truncate_text
from gasoline.model.events import LEVEL_ORDER
from gasoline.model.http import CLIENT_ERROR
from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import inline
from gasoline.rendering.report.moments import moment_of
from gasoline.rendering.report.numbered_steps import steps_in_words
from gasoline.rendering.report.report import Moment, Part
from gasoline.rendering.request import HOW_TO_LIST_FILES
from gasoline.rendering.server_log import entry_line
from gasoline.rendering.size import count_of
from gasoline.rendering.timeline import timeline_lines
from gasoline.toolkit.capability import Answer, Params
from gasoline.toolkit.context import Context
from gasoline.toolkit.masked_view import masked_view

MAX_ERRORS = 5
MAX_STEPS = 30
MAX_REQUESTS = 50
MAX_BODIES = 5
MAX_SERVER_ENTRIES = 10
SERVER_WIDTH = 300
DETAIL_CHARS = 4_000
"""A complete event in the timeline; the capsule has the rest."""
LISTS: dict[str, Any] = {
    "e": errors,
    "l": logs,
    "r": network,
    "b": network_bodies,
    "w": websocket_events,
    "a": actions,
    "s": server_logs,
}
"""What lists the events, by the letter of their ids."""


@dataclass(frozen=True)
class Session:
    """The lists that a report is made of, and how many of each it has."""

    errors: View
    actions: View
    requests: View
    bodies: View
    timeline: View
    server: list[str]
    server_matching: int


async def read_session(ctx: Context, part: str | None) -> Session:
    server = _server_entries(ctx, part)
    return Session(
        errors=await _view(ctx, errors, errors.Params(limit=MAX_ERRORS, url_filter=part)),
        actions=await _view(ctx, actions, actions.Params(limit=MAX_STEPS, url_filter=part)),
        requests=await _view(ctx, network, network.Params(limit=MAX_REQUESTS, url_filter=part)),
        bodies=await _view(
            ctx, network_bodies, network_bodies.Params(limit=MAX_BODIES, status_min=CLIENT_ERROR, url_filter=part)
        ),
        timeline=await _view(ctx, timeline, timeline.Params(url_filter=part)),
        server=[_server_block(seq, entry) for seq, entry in server[:MAX_SERVER_ENTRIES]],
        server_matching=len(server),
    )


async def _view(ctx: Context, capability: Any, params: Params) -> View:
    answer: Answer = await capability.run(replace(ctx, as_text=True), params)
    view = masked_view(answer, params, redact_json)
    if capability is errors:
        for entry in view.data:
            entry.pop("_screenshot", None)  # a path that only this machine has; the report has the picture
    return view


def part_of(capability: Any, view: View) -> Part:
    """The entries as the text answer shows them. An empty answer is omitted; the summary explains it."""
    document: Document = capability.CAPABILITY.render(view)
    blocks = [redact(entry.removesuffix(HOW_TO_LIST_FILES)) for entry in document.entries]
    return Part(redact(document.first_line(len(blocks))), blocks) if blocks else Part()


def steps(session: Session) -> list[str]:
    return steps_in_words(session.actions.data[::-1])


def _server_entries(ctx: Context, part: str | None) -> list[tuple[int, Any]]:
    """Warnings and errors, newest first; of some URLs, those that were printed during their requests."""
    if part:
        found = [(saved.seq, saved.event) for saved in server_lines_of_requests(ctx.store, Window(url_filter=part))]
    else:
        found = [(slot.seq, slot.event) for slot in ctx.store.server_logs.newest_first()]
    grave = [(seq, event) for seq, event in found if LEVEL_ORDER[event.level] >= LEVEL_ORDER["warn"]]
    return sorted(grave, key=lambda entry: entry[0], reverse=True)


def _server_block(seq: int, event: Any) -> str:
    entry = masked_view(Answer(show_server_entry(event)), Params(), redact_json).data
    text = [f"  | {inline(line)}" for line in truncate_text(entry["text"], DETAIL_CHARS).split("\n")]
    has_more = len(text) > 1 or "exception" in entry
    return "\n".join([entry_line(seq, entry, SERVER_WIDTH, has_name=True), *(text if has_more else [])])


async def moments(ctx: Context, session: Session) -> list[Moment]:
    """The timeline, each event with its complete form."""
    lines = timeline_lines(session.timeline) if session.timeline.data["timeline"] else []
    wanted = {name for line in lines for name in (*line.ids[:1], line.entry.get("body") or "") if name}
    details = {name: await _complete(ctx, name) for name in sorted(wanted)}
    return [moment_of(line, details) for line in lines]


async def _complete(ctx: Context, name: str) -> str:
    await asyncio.sleep(0)  # others are answered meanwhile
    capability = LISTS[name[0]]
    view = await _view(ctx, capability, capability.Params(id=name))
    return truncate_text("\n".join(part_of(capability, view).blocks), DETAIL_CHARS)


def summary(ctx: Context, session: Session) -> list[str]:
    """How much there is, how much of it is shown, and what is missing."""
    counted = [(session.errors, "error"), (session.requests, "request"), (session.actions, "action")]
    found = [count_of(view.matching, name) for view, name in counted]
    if session.server_matching:
        found.append(f"{count_of(session.server_matching, 'warning or error', 'warnings and errors')} of servers")
    parts = [
        *((len(view.data), view.matching, f"{name}s") for view, name in counted),
        (len(session.bodies.data), session.bodies.matching, "bodies of failed requests"),
        (len(session.server), session.server_matching, "warnings and errors of servers"),
    ]
    shown = [f"the newest {count} of {matching} {names}" for count, matching, names in parts if count < matching]
    if session.timeline.note and session.timeline.data["timeline"]:
        shown.append(f"{_first_lower(session.timeline.note.partition(';')[0])} events in the timeline")
    return [
        f"Captured: {', '.join(found)}.",
        *([f"Shown here: {'; '.join(shown)}."] if shown else []),
        *_missing(ctx),
    ]


def _missing(ctx: Context) -> list[str]:
    evicted = sum(buffer["evicted"] for buffer in ctx.buffers().values())
    extension = ctx.store.extension
    lost = sum(extension.dropped.values())
    off = [*(["Capture Network Bodies"] if network_bodies.is_off(ctx) else []), *extension.switched_off]
    return [
        *([f"Not captured, because it was switched off: {', '.join(off)}."] if off else []),
        *(
            [f"Evicted by newer ones, so neither here nor in the capsule: {count_of(evicted, 'event')}."]
            if evicted
            else []
        ),
        *([f"Dropped in the browser under load: {count_of(lost, 'event')}."] if lost else []),
    ]


def _first_lower(text: str) -> str:
    return text[:1].lower() + text[1:]
