"""observe what=timeline: actions, requests, errors and hot updates in chronological order."""

from collections import Counter
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gasoline.analysis.export.har import Exchange
from gasoline.analysis.sessions.hot_updates import find_hot_updates
from gasoline.kernel.shape import response_shape
from gasoline.kernel.text import truncate_text
from gasoline.kernel.time import MS_PER_S
from gasoline.model.actions import EnhancedAction
from gasoline.model.events import LEVEL_ORDER, AnyLogEntry, NetworkEntry, parse_time
from gasoline.rendering.action import action_text
from gasoline.rendering.address import most_common_origin, origin
from gasoline.rendering.document import SEPARATOR, Document, View
from gasoline.rendering.entry_list import WIDEST, Frame, sites_text
from gasoline.rendering.log_entry import log_text
from gasoline.rendering.moment import clock, days, duration
from gasoline.rendering.quote import inline
from gasoline.rendering.server_log import summary
from gasoline.rendering.size import count_of
from gasoline.rendering.untrusted import trust_mark
from gasoline.scripting.dialect import json_chars
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.fit_items import SCRIPT_ANSWER_CHARS
from gasoline.toolkit.listing import UrlFilter, shown, url_contains, why_nothing_captured
from gasoline.toolkit.recording import LastNActions, newest_actions, read_exchanges

LINE_CHARS = 160
FILES = 5
SEVERAL = 2
TIMELINE_SERVER_CHARS = 300  # text of a server in the timeline

MAX_TIMELINE_ENTRIES = 200  # ACT-13

Part = Literal["actions", "network", "console", "server"]
Entry = dict[str, Any]
ALL_PARTS: list[Part] = ["actions", "network", "console", "server"]


class Params(BaseParams, frozen=True, kw_only=True):
    """Actions, requests, errors and hot updates in order. Oldest first."""

    last_n_actions: LastNActions = None
    url_filter: UrlFilter | None = None
    include: Annotated[list[Part], Meta(description="Streams to include.")] = msgspec.field(
        default_factory=lambda: ALL_PARTS
    )


async def run(ctx: Context, params: Params) -> Answer:
    exchanges = read_exchanges(ctx, params.url_filter)
    actions = [_action(action) for action in _actions(ctx, params, exchanges)]
    since = parse_time(actions[0]["ts"]) if params.last_n_actions and actions else None
    parts: dict[Part, list[Entry]] = {
        "actions": actions,
        "network": [*(_request(exchange) for exchange in exchanges), *_hot_updates(ctx, params)],
        "console": _console(ctx, params, exchanges if "network" in params.include else []),
        "server": [] if params.url_filter else _server(ctx),
    }
    entries = [entry for part in ALL_PARTS if part in params.include for entry in parts[part] if entry["ts"]]
    later = [entry for entry in entries if since is None or parse_time(entry["ts"]) >= since]
    timeline = sorted(later, key=lambda entry: parse_time(entry["ts"]))
    kept = newest_that_fit(timeline)
    return Answer({"timeline": kept, "summary": _summary(kept)}, _note(ctx, params, len(kept), len(timeline)))


def _actions(ctx: Context, params: Params, exchanges: list[Exchange]) -> list[EnhancedAction]:
    """An action has only its page's URL, so actions on pages that sent matching requests pass the filter."""
    pages = {exchange.event.page_url for exchange in exchanges if isinstance(exchange.event.page_url, str)}
    return newest_actions(ctx, params.last_n_actions, params.url_filter, pages)


def newest_that_fit(timeline: list[Entry]) -> list[Entry]:
    """The newest entries, in chronological order."""
    kept: list[Entry] = []
    room = SCRIPT_ANSWER_CHARS
    for entry in reversed(timeline[-MAX_TIMELINE_ENTRIES:]):
        room -= json_chars(msgspec.json.encode(entry).decode())
        if room < 0:
            break
        kept.append(entry)
    return kept[::-1]


def _action(action: Any) -> Entry:
    return {"kind": "action", **shown(action)}


def _request(exchange: Exchange) -> Entry:
    event, body = exchange.event, exchange.body
    entry: Entry = {
        "kind": "network",
        "ts": event.ts,
        "method": event.method,
        "url": event.url,
        "status": event.status or 0,
        "duration": event.duration,
        "_untrustedFrame": event.untrusted_frame,
    }
    if body:
        entry["contentType"] = body.content_type
        entry["requestShape"] = response_shape(body.request_body)
        entry["responseShape"] = response_shape(body.response_body)
    return {name: value for name, value in entry.items() if value not in (None, msgspec.UNSET)}


def _hot_updates(ctx: Context, params: Params) -> list[Entry]:
    requests = [slot.event for slot in ctx.store.network.newest_first()]
    messages = [slot.event for slot in ctx.store.websocket_events.ring.newest_first()]
    wanted = params.url_filter or ""
    return [
        {
            "kind": "hot_update",
            "ts": update.ts,
            "bundler": update.bundler,
            **({"url": update.page_url} if update.page_url else {}),
            "files": update.files,
        }
        for update in find_hot_updates(reversed(requests), reversed(messages))
        if any(wanted in address for address in (update.page_url, *update.files))
    ]


def _console(ctx: Context, params: Params, exchanges: list[Exchange]) -> list[Entry]:
    """Warnings and errors; a failed request that is also an exchange is listed once."""
    keep = url_contains(params.url_filter)
    listed = {(exchange.event.method, exchange.event.url, exchange.event.status) for exchange in exchanges}
    return [
        {"kind": "console", **_without_context(slot.event)}
        for slot in ctx.store.logs.newest_first()
        if keep(slot)
        and LEVEL_ORDER[slot.event.level] >= LEVEL_ORDER["warn"]
        and not (isinstance(slot.event, NetworkEntry) and _request_key(slot.event) in listed)
    ]


def _server(ctx: Context) -> list[Entry]:
    """Warnings and errors of development servers, which no page's URL selects."""
    return [
        {"kind": "server", **slot.event.shown(), "text": truncate_text(slot.event.text, TIMELINE_SERVER_CHARS)}
        for slot in ctx.store.server_logs.newest_first()
        if LEVEL_ORDER[slot.event.level] >= LEVEL_ORDER["warn"]
    ]


def _request_key(entry: NetworkEntry) -> tuple[str, str, int]:
    return entry.method, entry.url, entry.status


def _without_context(entry: AnyLogEntry) -> Entry:
    """A short form; observe what=errors returns the rest."""
    kept = {name: value for name, value in shown(entry).items() if not name.startswith("_") and name != "stack"}
    return {**kept, "_untrustedFrame": True} if entry.untrusted_frame is True else kept


def _summary(timeline: list[Entry]) -> Entry:
    times = [parse_time(entry["ts"]) for entry in timeline]
    return {
        "actions": sum(entry["kind"] == "action" for entry in timeline),
        "network_requests": sum(entry["kind"] == "network" for entry in timeline),
        "console_errors": sum(entry["kind"] == "console" and entry["level"] == "error" for entry in timeline),
        "duration_ms": round((times[-1] - times[0]).total_seconds() * MS_PER_S) if times else 0,
    }


def _note(ctx: Context, params: Params, kept: int, found: int) -> str:
    is_filtered = params.url_filter is not None or set(params.include) != set(ALL_PARTS)
    if not found and is_filtered and _has_captures(ctx):
        return "No captured event matches; broaden the filters."
    if not found:
        return why_nothing_captured(ctx)
    return f"The newest {kept} of {found}; use last_n_actions or include." if kept < found else ""


def _has_captures(ctx: Context) -> bool:
    """Whether a timeline without filters would show something."""
    store = ctx.store
    requests_and_actions = len(store.actions) + len(store.network) + len(store.network_bodies)
    return bool(requests_and_actions or _console(ctx, Params(), []) or _hot_updates(ctx, Params()))


def render(view: View) -> Document:
    entries, summary = view.data["timeline"], view.data["summary"]
    if not entries:
        return Document(view.note)
    frame = Frame(most_common_origin(entry.get("url") or "" for entry in entries), min(LINE_CHARS, WIDEST))
    counts = [
        count_of(summary["actions"], "action"),
        count_of(summary["network_requests"], "request"),
        count_of(summary["console_errors"], "error"),
    ]
    facts = [
        f"{', '.join(counts)} in {duration(summary['duration_ms'])}, oldest first",
        _where(entries, frame),
        days(entry["ts"] for entry in entries),
        view.note,
    ]
    return Document(SEPARATOR.join(fact for fact in facts if fact), [_line(entry, frame) for entry in entries])


def _where(entries: list[Entry], frame: Frame) -> str:
    """The site, or all sites with their counts. A request has only the address that it went to."""
    pages = (
        entry.get("url") or "" for entry in entries if entry["kind"] != "network" and entry.get("type") != "network"
    )
    counts = Counter(found for page in pages if (found := origin(page)))
    if len(counts) < SEVERAL:
        return inline(frame.base)
    return f"{sites_text(dict(counts))}{SEPARATOR}paths are of {inline(frame.base)}"


def _line(entry: Entry, frame: Frame) -> str:
    return f"{clock(entry['ts'])} {_text(entry, frame)}{trust_mark(entry)}"


def _text(entry: Entry, frame: Frame) -> str:
    match entry["kind"]:
        case "action":
            return f"user: {action_text(entry, frame)}"
        case "network":
            took = f" {duration(entry['duration'])}" if entry.get("duration") is not None else ""
            return f"{inline(entry['method'])} {frame.address(entry['url'])} → {entry['status'] or 'no answer'}{took}"
        case "hot_update":
            files = [frame.address(file) for file in entry["files"]]
            more = f" and {len(files) - FILES} more" if len(files) > FILES else ""
            return f"hot update ({inline(entry['bundler'])}): {', '.join(files[:FILES])}{more}"
        case "server":
            return f"server {inline(entry['name'])}: {entry['level']} {summary(entry, frame.width)}"
        case _:
            level = entry["level"] if entry["type"] == "console" else "error"
            return f"{level}: {log_text(entry, frame)}"


CAPABILITY = Capability(
    "get_session_timeline",
    (Mode("observe", "timeline"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
)
