"""WebSocket traffic as text: messages of one connection, direction and shape are one line with a sample."""

from collections import Counter
from typing import Any

from gasoline.kernel.shape import response_shape
from gasoline.kernel.urls import origin_of
from gasoline.rendering.call_site import call_site
from gasoline.rendering.connection_name import short_name
from gasoline.rendering.document import SEPARATOR, Document, View
from gasoline.rendering.entry_list import Frame, Wording, list_document, sites_text
from gasoline.rendering.moment import clock, duration
from gasoline.rendering.quote import compact, inline, json_or_quoted, quoted
from gasoline.rendering.size import count_of, size, three_digits
from gasoline.rendering.untrusted import trust_mark

WORDING = Wording("event", "observe what=websocket_events", "w", "one message", places="hosts")
LIST_BYTES = 6_000
PREFIX_CHARS = 70
ARROWS = {"incoming": "←", "outgoing": "→"}
SAMPLE_CHARS = 200
REASON_CHARS = 80

Entry = dict[str, Any]
Numbered = tuple[int, Entry]


def events_document(view: View) -> Document:
    """`facts`: connections of hot reload with their number of events, which are not listed."""
    folded = dict(view.facts or [])
    folds = _fold(list(folded), count_of(sum(folded.values()), "event"))
    if not view.data and folds:
        return Document("No events of the page's own sockets", folds)
    pages = [entry["url"] for entry in view.data]
    more = ["observe what=websocket_status (totals and rates)"]
    return list_document(
        view,
        WORDING,
        lambda frame: [*_connections(view, frame), *folds],
        pages=pages,
        prefix_chars=PREFIX_CHARS,
        list_bytes=LIST_BYTES,
        more=more,
    )


def _connections(view: View, frame: Frame) -> list[str]:
    by_connection: dict[str, list[Numbered]] = {}
    for seq, entry in zip(view.seqs, view.data, strict=True):
        by_connection.setdefault(entry["id"], []).append((seq, entry))
    return [_connection(name, events, frame) for name, events in by_connection.items()]


def _fold(names: list[str], what: str) -> list[str]:
    """What is not listed of a development server's connections, and how to list it."""
    if not names:
        return []
    first, *others = map(short_name, names)
    further = f"; further connections: {', '.join(others)}" if others else ""
    return [f"and {what} of the development server's hot reload: connection_id={first} lists them{further}"]


def _connection(name: str, events: list[Numbered], frame: Frame) -> str:
    lines = [f"connection {short_name(name)} {frame.address(events[0][1]['url'])}"]
    groups: dict[tuple[str, str, str], list[Numbered]] = {}
    for seq, entry in events:
        if entry["event"] == "message":
            alike = (entry.get("direction") or "", _shape(entry.get("data")), trust_mark(entry))
            groups.setdefault(alike, []).append((seq, entry))
        else:
            lines.append(f"  {_lifecycle(seq, entry, frame)}")
    return "\n".join(
        [*lines, *(_group(direction, shape, found, frame) for (direction, shape, _), found in groups.items())]
    )


def _lifecycle(seq: int, entry: Entry, frame: Frame) -> str:
    return f"w{seq} {clock(entry['ts'])} {lifecycle_text(entry)}{_from(entry, frame)}{trust_mark(entry)}"


def lifecycle_text(entry: Entry) -> str:
    """What happened to a connection, with the code and the reason of a close."""
    code = f" {entry['code']}" if entry.get("code") is not None else ""
    reason = f" {quoted(entry['reason'], REASON_CHARS)}" if entry.get("reason") else ""
    return f"{entry['event']}{code}{reason}"


def _group(direction: str, shape: str, found: list[Numbered], frame: Frame) -> str:
    """The newest message is the sample; the list is newest first."""
    (newest, sample), (oldest, first) = found[0], found[-1]
    arrow = ARROWS.get(direction, "–")
    data = f"{sample_of(sample.get('data'))}{_from(sample, frame)}{trust_mark(sample)}"
    skipped = sum(entry.get("sampled") or 0 for _, entry in found)
    left_out = f", {skipped} left out under load" if skipped else ""
    if len(found) == 1:
        return f"  w{newest} {clock(sample['ts'])} {arrow} {data}{left_out}"
    span = f"w{oldest}–w{newest} {clock(first['ts'])}–{clock(sample['ts'])}"
    return f"  {span} {arrow} ×{len(found)}{left_out} {inline(shape, SAMPLE_CHARS)}\n    w{newest}: {data}"


def _from(entry: Entry, frame: Frame) -> str:
    return f", {place}" if (place := call_site(entry, frame)) else ""


def _shape(data: Any) -> str:
    """What messages that belong together have in common: the structure of JSON, or that they are texts."""
    shape = response_shape(data) if isinstance(data, str) else None
    return "text" if shape is None else compact(shape)


def sample_of(data: Any, most: int = SAMPLE_CHARS) -> str:
    if not isinstance(data, str):
        return ""
    return inline(data, most) if response_shape(data) is not None else quoted(data, most)


def status_document(view: View) -> Document:
    """`facts`: connections of hot reload, which are not listed."""
    connections, closed = view.data["connections"], view.data["closed"]
    folds = _fold(view.facts, count_of(len(view.facts), "connection"))
    if not connections and not closed:
        return Document("No sockets of the page's own", folds) if folds else Document(view.note)
    hosts = Counter(origin_of(each["url"]) for each in (*connections, *closed))
    counts = f"{count_of(len(connections), 'open WebSocket')}, {len(closed)} closed"
    headline = SEPARATOR.join(part for part in (counts, sites_text(hosts, WORDING.places)) if part)
    return Document(headline, [*map(_open_status, connections), *map(_closed_status, closed), *folds])


def _open_status(connection: Entry) -> str:
    age = f" for {duration(connection['duration'])}" if connection["duration"] is not None else ""
    schema = connection["schema"]
    sides = [
        _side(name, connection["messageRate"][name], connection["lastMessage"][name])
        for name in ("incoming", "outgoing")
    ]
    opened = f" since {clock(connection['openedAt'])}" if connection["openedAt"] else ""
    state = f"{connection['state']}{opened}{age}{trust_mark(connection)}"
    lines = [f"{short_name(connection['id'])} {inline(connection['url'])} {state}", *sides]
    shapes = _shapes(connection)
    return "\n".join([*lines, *_keys(schema["detectedKeys"], shapes), *shapes])


def _shapes(connection: Entry) -> list[str]:
    """Each shape with an example."""
    return [
        f"  {ARROWS[direction]} ×{each['count']} {_span(each)} "
        f"{inline(each['shape'], SAMPLE_CHARS)}; {each['sampleId']}: {sample_of(each['sample'])}"
        for direction, shapes in connection.get("_shapes", {}).items()
        for each in shapes
    ]


def _span(shape: Entry) -> str:
    first, last = clock(shape["first"]), clock(shape["last"])
    return first if first == last else f"{first}–{last}"


def _keys(keys: list[str], shapes: list[str]) -> list[str]:
    """The keys that no displayed shape contains."""
    shown = "\n".join(shapes)
    others = [key for key in keys if compact(key) not in shown]
    return [f"  JSON keys: {inline(', '.join(others))}"] if others else []


def _side(name: str, rate: Entry, last: Entry | None) -> str:
    if not rate["total"]:
        return f"  {ARROWS[name]} no messages"
    total = f"{count_of(rate['total'], 'message')}, {size(rate['bytes'])}, {three_digits(rate['perSecond'])}/s"
    recent = f"; last {clock(last['at'])} {json_or_quoted(last['preview'])}" if last else ""
    return f"  {ARROWS[name]} {total}{recent}"


def _closed_status(connection: Entry) -> str:
    when = f" at {clock(connection['closedAt'])}" if connection.get("closedAt") else ""
    opened = f", opened at {clock(connection['openedAt'])}" if connection.get("openedAt") else ""
    code = f" with code {connection['closeCode']}" if connection.get("closeCode") is not None else ""
    reason = f" {quoted(connection['closeReason'])}" if connection.get("closeReason") else ""
    messages = count_of(connection["totalMessages"], "message")
    ended = f"closed{when}{code}{reason}{opened}, {messages}{trust_mark(connection)}"
    shapes = _shapes(connection)
    lines = [
        f"{short_name(connection['id'])} {inline(connection['url'])} {ended}",
        *(
            f"  {ARROWS[name]} last {clock(last['at'])} {json_or_quoted(last['preview'])}"
            for name, last in connection.get("_lastMessage", {}).items()
            if last
        ),
        *_keys(connection.get("_detectedKeys") or [], shapes),
        *shapes,
    ]
    return "\n".join(lines)
