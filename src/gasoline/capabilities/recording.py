"""What a script is made from: the recorded actions of one tab, the requests and the errors around them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from gasoline.analysis.har import Exchange, join
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import url_contains, why_nothing_captured
from gasoline.kernel.secrets.redaction import redact_json
from gasoline.model import limits
from gasoline.model.actions import DomSnapshot, EnhancedAction
from gasoline.model.errors import ToolError
from gasoline.model.events import AnyLogEntry, Event, NetworkBody, NetworkEntry, WebSocketEvent, parse_time
from gasoline.scripting.calls import Call, is_cause
from gasoline.scripting.errors import is_reproducible
from gasoline.scripting.plan import NO_BODY
from gasoline.scripting.read_action import time_of
from gasoline.scripting.steps import Step

E = TypeVar("E", bound=Event)

BaseUrl = Annotated[str, Meta(max_length=limits.URL_CHARS, description="Replaces the origin; with scheme and host.")]
LastNActions = Annotated[Annotated[int, Meta(ge=1, le=limits.LIMIT_MAX)] | None, Meta(description="Only the last N.")]
SWITCH_ON = (
    "Ask the person to switch on “Capture User Actions” in the popup of the extension, then to repeat the steps."
)
NOT_TEXT = ("[Binary: ", "[Event stream: ")  # what stands for a body that is not text
OTHER_TABS = "Actions in other tabs were left out: a script drives one tab."


@dataclass(frozen=True)
class Recording:
    """Oldest first."""

    actions: list[EnhancedAction]
    errors: list[AnyLogEntry]
    snapshots: list[DomSnapshot]
    failed_sockets: list[WebSocketEvent]
    """WebSocket connections that failed."""
    left_out: bool
    """There were actions in other tabs."""

    @property
    def start_ms(self) -> float:
        return time_of(self.actions[0]) if self.actions else 0.0


def read_recording(
    ctx: Context, last_n: int | None = None, url_filter: str | None = None, pages: Collection[str] = ()
) -> Recording:
    """The newest actions and everything of level error; those of the tab where the newest action was. Actions on
    `pages` pass the filter, too."""
    keep = url_contains(url_filter)
    store = ctx.store
    actions = [slot.event for slot in store.actions.newest_first() if keep(slot) or slot.event.url in pages]
    tab = actions[0].tab_id if actions else None
    here = [action for action in actions if not tab or action.tab_id in (tab, None, msgspec.UNSET)]
    oldest_first = here[:last_n][::-1]
    logged = (slot.event for slot in store.logs.errors.newest_first() if keep(slot))
    errors = [entry for entry in logged if is_reproducible(entry)][: limits.SCRIPT_ERRORS]
    snapshots = [slot.event for slot in store.dom_snapshots.newest_first() if keep(slot)]
    sockets = [slot.event for slot in store.websocket_events.ring.newest_first() if slot.event.event == "error"]
    return Recording(
        sorted(oldest_first, key=time_of),
        errors[::-1],
        snapshots[::-1],
        sockets[: limits.SCRIPT_ERRORS][::-1],
        len(here) < len(actions),
    )


def mask_recording(recording: Recording) -> Recording:
    """Without its secrets, for code, in which they cannot be masked afterwards: a mask may reach beyond its literal."""
    return Recording(
        _masked(recording.actions, EnhancedAction),
        _masked(recording.errors, AnyLogEntry),
        _masked(recording.snapshots, DomSnapshot),
        _masked(recording.failed_sockets, WebSocketEvent),
        recording.left_out,
    )


def mask_call(call: Call) -> Call:
    """The same for an answer that a fixture repeats."""
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
        except msgspec.ValidationError:  # a mask where something else must stand: then it is nothing to repeat
            continue
    return found


def require_actions(ctx: Context, recording: Recording) -> None:
    if not recording.actions:
        raise ToolError("no_actions", "No user actions were captured.", f"{why_nothing_captured(ctx)} {SWITCH_ON}")


def require_steps(steps: list[Step]) -> list[Step]:
    """The steps, unless nothing in the recording can be repeated."""
    if not any(map(is_cause, steps)):
        raise ToolError(
            "no_actions",
            "None of the captured actions can be repeated: they name neither a page nor an element.",
            "Ask the person to repeat the steps in a tab that is captured.",
        )
    return steps


def page_of(entry: AnyLogEntry) -> str:
    """The page on which an error happened."""
    return entry.page_url or "" if isinstance(entry, NetworkEntry) else entry.url


def read_exchanges(ctx: Context, url_filter: str | None = None) -> list[Exchange]:
    """The requests by fetch and XHR, oldest first."""
    keep = url_contains(url_filter)
    joined = join(
        (slot.event for slot in ctx.store.network.newest_first() if keep(slot)),
        (slot.event for slot in ctx.store.network_bodies.newest_first() if keep(slot)),
    )
    return [exchange for exchange in reversed(joined) if exchange.event.method]


def calls_of(exchanges: Sequence[Exchange]) -> list[Call]:
    """Those that were answered at their own address; a redirection's answer is another's."""
    return [_call(exchange) for exchange in exchanges if _is_answered(exchange)]


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
    """None where not all of the body is known; a page may leave a body unread."""
    text = body.response_body or ""
    return None if body.truncated is True or text.startswith(NOT_TEXT) else text


def _json(text: str | None) -> object:
    try:
        return msgspec.json.decode(text or "")
    except (msgspec.DecodeError, ValueError, RecursionError):
        return NO_BODY
