"""The input of a script: the recorded actions of one tab with its requests and errors."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from gasoline.analysis.export.har import Exchange, join_exchanges
from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.kernel.secrets.redaction import redact_json
from gasoline.kernel.time import event_ms
from gasoline.model.actions import DomSnapshot, EnhancedAction
from gasoline.model.bounds import URL_CHARS
from gasoline.model.events import AnyLogEntry, Event, NetworkBody, NetworkEntry, WebSocketEvent, parse_time
from gasoline.model.tool_error import ToolError
from gasoline.scripting.call_queries import with_queries
from gasoline.scripting.calls import Call, is_cause
from gasoline.scripting.plan import NO_BODY
from gasoline.scripting.recorded_error import is_reproducible
from gasoline.scripting.steps import Step
from gasoline.store.ring import Slot
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import LIMIT_MAX, url_contains, why_nothing_captured
from gasoline.toolkit.site_choice import is_at, newest_site, others_note, site_of

MAX_SCRIPT_ERRORS = 200  # the newest errors that a script may be about or knows

E = TypeVar("E", bound=Event)

BaseUrl = Annotated[str, Meta(max_length=URL_CHARS, description="Replaces the recorded origin.")]
LastNActions = Annotated[Annotated[int, Meta(ge=1, le=LIMIT_MAX)] | None, Meta(description="Last N actions.")]
SWITCH_ON = "Ask the user to turn on “Capture User Actions” in the extension's popup, then to repeat the steps."
NOT_TEXT = ("[Binary: ", "[Event stream: ")  # replaces a body that is not text
OTHER_TABS = "Actions in other tabs were left out, because a script drives one tab."


@dataclass(frozen=True)
class Recording:
    """Oldest first."""

    actions: list[EnhancedAction]
    errors: list[AnyLogEntry]
    snapshots: list[DomSnapshot]
    failed_sockets: list[WebSocketEvent]
    """WebSocket connections that failed."""
    left_out: bool
    """Whether there were actions in other tabs."""
    others_note: str = ""
    """Says that other sites were captured and left out."""
    socket_events: Sequence[WebSocketEvent] = ()
    """Events of the used WebSocket connections, without those of development servers that reload modules."""

    @property
    def start_ms(self) -> float:
        return event_ms(self.actions[0]) if self.actions else 0.0


def newest_actions(
    ctx: Context, last_n: int | None = None, url_filter: str | None = None, pages: Collection[str] = ()
) -> list[EnhancedAction]:
    """The newest actions of all tabs, oldest first. Actions on `pages` also pass the filter."""
    oldest_first = _matching_actions(ctx, url_filter, pages)[:last_n][::-1]
    return sorted(oldest_first, key=event_ms)


def _matching_actions(ctx: Context, url_filter: str | None, pages: Collection[str] = ()) -> list[EnhancedAction]:
    keep = url_contains(url_filter)
    return [slot.event for slot in ctx.store.actions.newest_first() if keep(slot) or slot.event.url in pages]


def _of_newest_tab(actions: list[EnhancedAction]) -> list[EnhancedAction]:
    tab = actions[0].tab_id if actions else None
    return [action for action in actions if not tab or action.tab_id in (tab, None, msgspec.UNSET)]


def _since_arrival(actions: list[EnhancedAction], site: str) -> list[EnhancedAction]:
    """Drops actions before the tab came to the site, which were in another project. Newest first."""
    first = max((index for index, action in enumerate(actions) if is_at(action, {site})), default=-1)
    return actions[: first + 1]


def read_recording(ctx: Context, last_n: int | None = None, url_filter: str | None = None) -> Recording:
    """The newest actions and all entries of level error, of the tab with the newest action. Without a filter, they are
    of one site."""
    keep = url_contains(url_filter)
    store = ctx.store
    actions = _matching_actions(ctx, url_filter)
    here = _of_newest_tab(actions)
    site = "" if url_filter else newest_site(store)
    oldest_first = (_since_arrival(here, site) if site else here)[:last_n][::-1]
    sites = {site, *map(site_of, oldest_first)} if site else set()

    def is_wanted(slot: Slot[Any]) -> bool:
        return keep(slot) and (not sites or is_at(slot.event, sites))

    logged = (slot.event for slot in store.logs.errors.newest_first() if is_wanted(slot))
    errors = [entry for entry in logged if is_reproducible(entry)][:MAX_SCRIPT_ERRORS]
    snapshots = [slot.event for slot in store.dom_snapshots.newest_first() if is_wanted(slot)]
    # A socket's address does not show the site of its page, so its tab decides.
    tabs = (here[0].tab_id, None, msgspec.UNSET) if here and here[0].tab_id else ()
    captured = (slot.event for slot in store.websocket_events.ring.newest_first())
    sockets = [event for event in captured if event.event == "error" and (not tabs or event.tab_id in tabs)]
    return Recording(
        sorted(oldest_first, key=event_ms),
        errors[::-1],
        snapshots[::-1],
        sockets[:MAX_SCRIPT_ERRORS][::-1],
        len(here) < len(actions),
        others_note(store, site) if site else "",
        _sockets_used(ctx, event_ms(oldest_first[0]) if oldest_first else 0.0, tabs),
    )


def _sockets_used(ctx: Context, start_ms: float, tabs: Collection[object]) -> list[WebSocketEvent]:
    captured = [slot.event for slot in ctx.store.websocket_events.ring.newest_first()][::-1]
    events = [event for event in captured if not tabs or event.tab_id in tabs]
    used = {event.id for event in events if event_ms(event) >= start_ms} - hot_reload_connections(events)
    return [event for event in events if event.id in used]


def mask_recording(recording: Recording) -> Recording:
    """The recording without secrets. Generated code cannot be masked afterwards, because masking could damage it."""
    return Recording(
        _masked(recording.actions, EnhancedAction),
        _masked(recording.errors, AnyLogEntry),
        _masked(recording.snapshots, DomSnapshot),
        _masked(recording.failed_sockets, WebSocketEvent),
        recording.left_out,
        recording.others_note,
        recording.socket_events,
    )


def mask_call(call: Call) -> Call:
    """The same for a response in a fixture."""
    text = None if call.text is None else _masked_value(call.text)
    return replace(call, text=text, body=call.body if call.body is NO_BODY else _masked_value(call.body))


def _masked_value(value: Any) -> Any:
    return msgspec.json.decode(redact_json(msgspec.json.encode(value).decode()))


def _masked(events: Sequence[E], kind: Any) -> list[E]:
    decode = msgspec.json.Decoder(kind).decode
    found = []
    for event in events:
        try:
            found.append(decode(redact_json(msgspec.json.encode(event).decode())))
        except msgspec.ValidationError:  # masking made it invalid, so it cannot be replayed
            continue
    return found


def require_actions(ctx: Context, recording: Recording, url_filter: str | None = None) -> None:
    if recording.actions:
        return
    captured = len(ctx.store.actions)
    if captured and url_filter:
        message = f"None of the {captured} captured user actions match url_filter."
        raise ToolError("no_actions", message, "Use another url_filter, or none.")
    raise ToolError("no_actions", "No user actions were captured.", f"{why_nothing_captured(ctx)} {SWITCH_ON}")


def require_steps(steps: list[Step]) -> list[Step]:
    """The steps; fails if nothing in the recording can be replayed."""
    if not any(map(is_cause, steps)):
        raise ToolError(
            "no_actions",
            "None of the captured actions can be replayed: they have neither a page nor an element.",
            "Ask the user to repeat the steps in a captured tab.",
        )
    return steps


def page_of(entry: AnyLogEntry) -> str:
    """The page on which an error happened."""
    return entry.page_url or "" if isinstance(entry, NetworkEntry) else entry.url


def read_exchanges(ctx: Context, url_filter: str | None = None, *, one_site: bool = False) -> list[Exchange]:
    """The requests by fetch and XHR, oldest first; without a filter, `one_site` leaves out those of other sites."""
    matches = url_contains(url_filter)
    site = newest_site(ctx.store) if one_site and not url_filter else ""

    def keep(slot: Slot[Any]) -> bool:
        return matches(slot) and (not site or is_at(slot.event, {site}))

    joined = join_exchanges(
        (slot.event for slot in ctx.store.network.newest_first() if keep(slot)),
        (slot.event for slot in ctx.store.network_bodies.newest_first() if keep(slot)),
    )
    return [exchange for exchange in reversed(joined) if exchange.event.method]


def calls_of(exchanges: Sequence[Exchange]) -> list[Call]:
    """Requests that were answered at their own URL; a redirect's response belongs to another one."""
    return with_queries([_call(exchange) for exchange in exchanges if _is_answered(exchange)])


def _is_answered(exchange: Exchange) -> bool:
    event = exchange.event
    return bool(event.status) and event.aborted is not True and not event.redirected_to


def _call(exchange: Exchange) -> Call:
    event, body = exchange.event, exchange.body
    text = _text_of(body) if body else None
    return Call(
        (event.method or "GET").upper(),
        _masked_value(event.url),
        event.status or 0,
        parse_time(event.ts).timestamp() * 1000 if event.ts else 0.0,
        (body.content_type or "") if body else "",
        text,
        _json(text),
    )


def _text_of(body: NetworkBody) -> str | None:
    """None if the body is incomplete; a page may leave a body unread."""
    text = body.response_body or ""
    return None if body.truncated is True or text.startswith(NOT_TEXT) else text


def _json(text: str | None) -> object:
    try:
        return msgspec.json.decode(text or "")
    except (msgspec.DecodeError, ValueError, RecursionError):
        return NO_BODY
