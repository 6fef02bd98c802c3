"""What sockets did in a session: messages of one shape are one entry until the user acts again."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.kernel.secrets.redaction import redacted_prefix
from gasoline.model.events import WEBSOCKET_PREVIEW_CHARS, WebSocketEvent, parse_time
from gasoline.store.ring import Slot
from gasoline.store.socket_evidence import shape_name

Entry = dict[str, Any]
Happened = tuple[Entry, Entry]
"""An entry, and facts that only a text shows."""


def socket_entries(slots: Sequence[Slot[WebSocketEvent]], acted: Sequence[datetime]) -> list[Happened]:
    """Entries for socket events, which must be sorted oldest first, without those of a development server. `acted`: the
    sorted times of user actions."""
    noise = hot_reload_connections(slot.event for slot in slots)
    runs: dict[tuple[object, ...], Happened] = {}
    for slot in slots:
        event = slot.event
        if event.id in noise or not event.ts:
            continue
        facts = {"id": f"w{slot.seq}", "times": 0, **_reason(event)}
        known = runs.setdefault(_run(slot, acted), (_entry(event), facts))
        known[1]["times"] += 1
        if known[1]["times"] > 1:
            known[0].update(count=known[1]["times"], last=event.ts)
    return list(runs.values())


def _run(slot: Slot[WebSocketEvent], acted: Sequence[datetime]) -> tuple[object, ...]:
    event = slot.event
    if event.event != "message":
        return (slot.seq,)
    actions = bisect_right(acted, parse_time(event.ts))
    return event.id, event.direction or None, shape_name(event.data or ""), event.untrusted_frame is True, actions


def _reason(event: WebSocketEvent) -> Entry:
    """Why a connection closed: often all that a server says about a failure."""
    return {"reason": event.reason} if isinstance(event.reason, str) and event.reason else {}


def _entry(event: WebSocketEvent) -> Entry:
    entry: Entry = {
        "kind": "websocket",
        "ts": event.ts,
        "event": event.event,
        "connection": event.id,
        "url": event.url,
        "direction": event.direction or None,
        "data": redacted_prefix(event.data, WEBSOCKET_PREVIEW_CHARS) if isinstance(event.data, str) else None,
        "code": event.code if isinstance(event.code, int) else None,
        "_untrustedFrame": event.untrusted_frame is True or None,
    }
    return {name: value for name, value in entry.items() if value is not None}
