"""A socket that is closed again and again."""

from collections import Counter
from datetime import timedelta

from gasoline.analysis.causes.patterns.pattern import Pattern, milliseconds
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.kernel.urls import without_query
from gasoline.model.events import WebSocketEvent, parse_time

KIND = "reconnect_loop"
MANY_CLOSES = 3  # from so many on it is a loop
WITHIN = timedelta(seconds=60)
CLEAN = frozenset({1000, 1001, 1005})  # closed on purpose: by the page, by leaving it, or by the server


def reconnect_loop(sockets: list[tuple[int, WebSocketEvent]]) -> list[Pattern]:
    """Finds sockets that are closed repeatedly. Events must be sorted oldest first."""
    noise = hot_reload_connections(event for _, event in sockets)
    servers = {event.url for _, event in sockets if event.id in noise}  # an attempt that fails gets no greeting
    closes: dict[tuple[object, str], list[tuple[int, WebSocketEvent]]] = {}
    for seq, event in sockets:
        if event.event == "close" and event.url not in servers:
            closes.setdefault((event.tab_id, without_query(event.url)), []).append((seq, event))
    return [found for (_, url), group in closes.items() if (found := _loop(url, group))]


def _loop(url: str, closes: list[tuple[int, WebSocketEvent]]) -> Pattern | None:
    last = parse_time(closes[-1][1].ts)
    near = [(seq, event) for seq, event in closes if last - parse_time(event.ts) <= WITHIN]
    unclean = sum(event.code not in CLEAN for _, event in near)
    if len(near) < MANY_CLOSES or unclean * 2 <= len(near):
        return None
    codes = ", ".join(f"{code} ×{count}" for code, count in Counter(str(event.code) for _, event in near).most_common())
    span = milliseconds(last - parse_time(near[0][1].ts))
    return Pattern(
        KIND,
        f"the socket {path_in_sentence(url)} was closed {len(near)} times in {span}, with code {codes}",
        tuple(f"w{seq}" for seq, _ in near[-MANY_CLOSES:]),
        url,
    )
