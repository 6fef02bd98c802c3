"""observe what=timeline: actions, requests, socket messages, errors and hot updates in chronological order."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gasoline.analysis.errors.show_server_entry import show_server_entry
from gasoline.analysis.export.har import Exchange
from gasoline.analysis.sessions.hot_updates import find_hot_updates
from gasoline.kernel.shape import response_shape
from gasoline.kernel.text import truncate_text
from gasoline.kernel.time import MS_PER_S
from gasoline.model.actions import EnhancedAction
from gasoline.model.events import LEVEL_ORDER, AnyLogEntry, NetworkEntry, RequestTiming, parse_time
from gasoline.rendering.timeline import timeline_document
from gasoline.scripting.dialect import json_chars
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.fit_items import SCRIPT_ANSWER_CHARS
from gasoline.toolkit.listing import UrlFilter, shown, url_contains, why_nothing_captured
from gasoline.toolkit.recent_patterns import recent_patterns
from gasoline.toolkit.recording import LastNActions, newest_actions, read_exchanges
from gasoline.toolkit.socket_timeline import socket_entries

TIMELINE_SERVER_CHARS = 300  # text of a server in the timeline

MAX_TIMELINE_ENTRIES = 200  # ACT-13

Part = Literal["actions", "network", "websocket", "console", "server"]
Entry = dict[str, Any]
Happened = tuple[Entry, Entry]
"""An entry, and facts that only a text shows."""
ALL_PARTS: list[Part] = ["actions", "network", "websocket", "console", "server"]


class Params(BaseParams, frozen=True, kw_only=True):
    """Actions, requests, sockets, errors, hot updates. Oldest first."""

    last_n_actions: LastNActions = None
    url_filter: UrlFilter | None = None
    include: Annotated[list[Part], Meta(description="Streams. Default: all.")] = msgspec.field(
        default_factory=lambda: ALL_PARTS
    )


async def run(ctx: Context, params: Params) -> Answer:
    exchanges = read_exchanges(ctx, params.url_filter)
    ids = _ids(ctx)
    actions = [_action(action, ids) for action in _actions(ctx, params, exchanges)]
    since = parse_time(actions[0][0]["ts"]) if params.last_n_actions and actions else None
    parts: dict[Part, list[Happened]] = {
        "actions": actions,
        "network": [*(_request(exchange, ids) for exchange in exchanges), *_hot_updates(ctx, params)],
        "websocket": _sockets(ctx, params, exchanges, actions),
        "console": _console(ctx, params, exchanges if "network" in params.include else []),
        "server": [] if params.url_filter else _server(ctx),
    }
    entries = [each for part in ALL_PARTS if part in params.include for each in parts[part] if each[0]["ts"]]
    later = [each for each in entries if since is None or parse_time(each[0]["ts"]) >= since]
    happened = sorted(later, key=lambda each: parse_time(each[0]["ts"]))
    timeline = newest_that_fit([entry for entry, _ in happened])
    facts = [known for _, known in happened[len(happened) - len(timeline) :]]
    note = _note(ctx, params, len(timeline), len(happened))
    data = {"timeline": timeline, "summary": _summary(timeline)}
    return Answer(data, note, facts=facts, patterns=recent_patterns(ctx, params.url_filter or ""))


def _ids(ctx: Context) -> dict[int, str]:
    """The id under which its own list shows each event, by the identity of the event."""
    store = ctx.store
    streams = (("a", store.actions), ("r", store.network), ("b", store.network_bodies))
    return {id(slot.event): f"{letter}{slot.seq}" for letter, ring in streams for slot in ring.newest_first()}


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


def _action(action: Any, ids: dict[int, str]) -> Happened:
    return {"kind": "action", **shown(action)}, {"id": ids[id(action)]}


def _request(exchange: Exchange, ids: dict[int, str]) -> Happened:
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
    facts = {
        "id": ids[id(event)],
        "status": event.status if isinstance(event.status, int) else None,
        "aborted": event.aborted is True,
        "tabId": event.tab_id if isinstance(event.tab_id, int) else None,
        "initiator": event.initiator if isinstance(event, RequestTiming) else "fetch",
        "body": ids[id(body)] if body and event is not body else "",
    }
    return {name: value for name, value in entry.items() if value not in (None, msgspec.UNSET)}, facts


def _sockets(ctx: Context, params: Params, exchanges: list[Exchange], actions: list[Happened]) -> list[Happened]:
    """A socket event has no page: those of the tabs whose requests match are the page's."""
    tabs = {exchange.event.tab_id for exchange in exchanges if isinstance(exchange.event.tab_id, int)}
    keep = url_contains(params.url_filter)
    slots = list(ctx.store.websocket_events.ring.newest_first())[::-1]
    wanted = [slot for slot in slots if keep(slot) or slot.event.tab_id in tabs]
    return socket_entries(wanted, [parse_time(entry["ts"]) for entry, _ in actions if entry["ts"]])


def _hot_updates(ctx: Context, params: Params) -> list[Happened]:
    requests = [slot.event for slot in ctx.store.network.newest_first()]
    messages = [slot.event for slot in ctx.store.websocket_events.ring.newest_first()]
    wanted = params.url_filter or ""
    return [
        (
            {
                "kind": "hot_update",
                "ts": update.ts,
                "bundler": update.bundler,
                **({"url": update.page_url} if update.page_url else {}),
                "files": update.files,
            },
            {},
        )
        for update in find_hot_updates(reversed(requests), reversed(messages))
        if any(wanted in address for address in (update.page_url, *update.files))
    ]


def _console(ctx: Context, params: Params, exchanges: list[Exchange]) -> list[Happened]:
    """Warnings and errors; a failed request that is also an exchange is listed once."""
    keep = url_contains(params.url_filter)
    listed = {(exchange.event.method, exchange.event.url, exchange.event.status) for exchange in exchanges}
    return [
        (
            {"kind": "console", **_without_context(slot.event)},
            {"id": f"{'e' if slot.event.level == 'error' else 'l'}{slot.seq}", "times": slot.event.times},
        )
        for slot in ctx.store.logs.newest_first()
        if keep(slot)
        and LEVEL_ORDER[slot.event.level] >= LEVEL_ORDER["warn"]
        and not (isinstance(slot.event, NetworkEntry) and _request_key(slot.event) in listed)
    ]


def _server(ctx: Context) -> list[Happened]:
    """Warnings and errors of development servers, which URL filters cannot select."""
    return [
        (
            {
                "kind": "server",
                **show_server_entry(slot.event),
                "text": truncate_text(slot.event.text, TIMELINE_SERVER_CHARS),
            },
            {"id": f"s{slot.seq}"},
        )
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
    captured = len(store.actions) + len(store.network) + len(store.network_bodies) + len(store.websocket_events.ring)
    return bool(captured or _console(ctx, Params(), []) or _hot_updates(ctx, Params()) or _server(ctx))


CAPABILITY = Capability(
    "get_session_timeline",
    (Mode("observe", "timeline"),),
    Params,
    run,
    timeline_document,
    reads_captures=True,
    shows_page_text=True,
)
