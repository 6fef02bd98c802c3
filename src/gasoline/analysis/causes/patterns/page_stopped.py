"""Socket messages that go on arriving while the page, which changed with earlier ones, no longer changes."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from gasoline.analysis.causes.patterns.pattern import Pattern, milliseconds
from gasoline.analysis.causes.patterns.socket_message import message_kind, message_object
from gasoline.analysis.errors.event_time import is_untrusted
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.model.actions import DomSnapshot
from gasoline.model.events import WebSocketEvent, parse_time

KIND = "page_stopped_changing"
MANY = 3  # different messages from which on the page should have changed
LONG = timedelta(seconds=2)
REACTS_WITHIN = timedelta(seconds=1)  # an earlier message this soon before the last change may have caused it
KEEP_ALIVE = frozenset({"ping", "pong", "heartbeat", "keepalive", "keep-alive", "ack", "noop"})

Messages = list[tuple[int, WebSocketEvent]]


def page_stopped(sockets: Sequence[tuple[int, WebSocketEvent]], snapshots: Iterable[DomSnapshot]) -> list[Pattern]:
    """Compares socket events, which must be sorted oldest first, with the known changes of the pages."""
    noise = hot_reload_connections(event for _, event in sockets)
    connections: dict[tuple[object, str], Messages] = {}
    for seq, event in sockets:
        is_shown = event.direction == "incoming" and event.ts and not is_untrusted(event)
        if is_shown and event.id not in noise and not _keeps_alive(event):
            connections.setdefault((event.tab_id, event.id), []).append((seq, event))
    changes = _last_changes(snapshots)
    return [
        found
        for (tab, _), messages in connections.items()
        if tab in changes and (found := _unseen(messages, *changes[tab]))
    ]


def _last_changes(snapshots: Iterable[DomSnapshot]) -> dict[object, tuple[datetime, datetime]]:
    """For each tab: when watching its page began and when the page last changed. Omits pages that never changed."""
    latest: dict[object, DomSnapshot] = {}
    for snapshot in snapshots:
        known = latest.get(snapshot.tab_id)
        if (
            snapshot.ts
            and not is_untrusted(snapshot)
            and (known is None or parse_time(known.ts) <= parse_time(snapshot.ts))
        ):
            latest[snapshot.tab_id] = snapshot
    return {
        tab: (parse_time(snapshot.watched_since), parse_time(snapshot.changed_at))
        for tab, snapshot in latest.items()
        if isinstance(tab, int) and isinstance(snapshot.watched_since, str) and isinstance(snapshot.changed_at, str)
    }


def _unseen(messages: Messages, since: datetime, changed: datetime) -> Pattern | None:
    timed = [(seq, event, parse_time(event.ts)) for seq, event in messages]
    shown = [seq for seq, _, at in timed if since - REACTS_WITHIN <= at <= changed <= at + REACTS_WITHIN]
    later = [(seq, event, at) for seq, event, at in timed if at > changed]
    span = later[-1][2] - changed if later else timedelta(0)
    if not shown or len({event.data for _, event, _ in later}) < MANY or span < LONG:
        return None
    first, last = later[0], later[-1]
    messages_text = f"{len(later)} messages of {path_in_sentence(first[1].url)} (w{first[0]} to w{last[0]})"
    return Pattern(
        KIND,
        f"{messages_text} arrived while the page no longer changed; it last changed after w{shown[-1]}, "
        f"{milliseconds(span)} before the last message",
        (f"w{shown[-1]}", f"w{first[0]}"),
    )


def _keeps_alive(event: WebSocketEvent) -> bool:
    message = message_object(event)
    return message is not None and message_kind(message).lower() in KEEP_ALIVE
