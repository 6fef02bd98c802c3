"""What happened in a session, oldest first: one line each, with the id that its own list takes."""

from collections import Counter
from typing import Any

from msgspec import Struct

from gasoline.kernel.urls import origin_of
from gasoline.rendering.action import action_text
from gasoline.rendering.address import most_common_origin
from gasoline.rendering.connection_name import short_name
from gasoline.rendering.document import SEPARATOR, Document, View
from gasoline.rendering.entry_list import Frame, sites_text
from gasoline.rendering.log_entry import log_text
from gasoline.rendering.moment import clock, days, duration
from gasoline.rendering.quote import inline
from gasoline.rendering.request import is_failure, outcome, overtaken
from gasoline.rendering.server_log import summary
from gasoline.rendering.size import count_of
from gasoline.rendering.untrusted import trust_mark
from gasoline.rendering.websocket import ARROWS, lifecycle_text, sample_of

LINE_CHARS = 160
FILES = 5
SEVERAL = 2
MODES = {
    "e": "errors",
    "r": "network",
    "a": "actions",
    "l": "logs",
    "s": "server_logs",
    "w": "websocket_events",
}
"""What gives an entry complete, by the letter of its id."""
FOLDED = ("console", "server")
REQUESTED = ("network", "websocket")
"""Kinds whose address is not that of a page."""

Entry = dict[str, Any]


class Line(Struct, frozen=True):
    ids: list[str]
    times: list[str]
    text: str
    count: int
    mark: str
    entry: Entry
    """The first of those that it stands for."""

    @property
    def kind(self) -> str:
        return str(self.entry["kind"])

    @property
    def full_text(self) -> str:
        return f"{self.text}{f' ×{self.count}' if self.count > 1 else ''}{self.mark}"


def timeline_document(view: View) -> Document:
    """`facts`: for each entry its id, and what only a text shows of it."""
    entries, totals = view.data["timeline"], view.data["summary"]
    if not entries:
        return Document(view.note)
    frame = _frame(entries)
    counts = [
        count_of(totals["actions"], "action"),
        f"{count_of(totals['network_requests'], 'request')}{_failed(entries, view.facts)}",
        count_of(totals["console_errors"], "error"),
    ]
    facts = [
        f"{', '.join(counts)} in {duration(totals['duration_ms'])}, oldest first",
        _where(entries, frame),
        days(entry["ts"] for entry in entries),
        view.note,
    ]
    lines = list(map(_shown, timeline_lines(view)))
    return Document(SEPARATOR.join(fact for fact in facts if fact), lines, _more(view.facts))


def _failed(entries: list[Entry], facts: list[Entry]) -> str:
    """A failed request is one line among the requests, and so not counted as an error, too."""
    requests = [known for entry, known in zip(entries, facts, strict=True) if entry["kind"] == "network"]
    number = sum(is_failure(known) for known in requests)
    return f" ({number} failed)" if number else ""


def timeline_lines(view: View) -> list[Line]:
    entries = view.data["timeline"]
    frame = _frame(entries)
    return _folded([_line(entry, frame) for entry in _with_order(entries, view.facts)])


def _frame(entries: list[Entry]) -> Frame:
    addresses = (entry.get("url") or "" for entry in entries if entry["kind"] != "websocket")
    return Frame(most_common_origin(addresses), LINE_CHARS)


def _with_order(entries: list[Entry], facts: list[Entry]) -> list[Entry]:
    """The entries with their facts, and requests with the one that they overtook."""
    joined = [{**entry, **known} for entry, known in zip(entries, facts, strict=True)]
    requests = [(number, entry) for number, entry in enumerate(joined) if entry["kind"] == "network"]
    earlier = overtaken(requests)
    return [
        {**entry, "earlier": joined[earlier[number]]["id"]} if number in earlier else entry
        for number, entry in enumerate(joined)
    ]


def _where(entries: list[Entry], frame: Frame) -> str:
    """The site, or all sites with their counts. A request has only the address that it went to."""
    pages = (
        entry.get("url") or "" for entry in entries if entry["kind"] not in REQUESTED and entry.get("type") != "network"
    )
    counts = Counter(found for page in pages if (found := origin_of(page)))
    if len(counts) < SEVERAL:
        return inline(frame.base)
    return f"{sites_text(dict(counts))}{SEPARATOR}paths are of {inline(frame.base)}"


def _line(entry: Entry, frame: Frame) -> Line:
    ids = [entry["id"]] if entry.get("id") else []
    return Line(ids, [clock(entry["ts"])], _text(entry, frame), entry.get("times") or 1, trust_mark(entry), entry)


def _folded(lines: list[Line]) -> list[Line]:
    """Equal messages that follow each other are one line."""
    found: list[Line] = []
    for line in lines:
        last = found[-1] if found else None
        if last and line.kind in FOLDED and (last.kind, last.text, last.mark) == (line.kind, line.text, line.mark):
            ids, times = [last.ids[0], line.ids[0]], [last.times[0], line.times[0]]
            found[-1] = Line(ids, times, line.text, last.count + line.count, line.mark, last.entry)
        else:
            found.append(line)
    return found


def _shown(line: Line) -> str:
    return " ".join(part for part in ("–".join(line.ids), "–".join(line.times), line.full_text) if part)


def _text(entry: Entry, frame: Frame) -> str:
    match entry["kind"]:
        case "action":
            return f"{frame.site(entry)}user: {action_text(entry, frame)}"
        case "network":
            return _request(entry, frame)
        case "websocket":
            return _socket(entry, frame)
        case "hot_update":
            files = [frame.address(file) for file in entry["files"]]
            more = f" and {len(files) - FILES} more" if len(files) > FILES else ""
            return f"hot update ({inline(entry['bundler'])}): {', '.join(files[:FILES])}{more}"
        case "server":
            return f"server {inline(entry['name'])}: {entry['level']} {summary(entry, frame.width)}"
        case _:
            level = entry["level"] if entry["type"] == "console" else "error"
            return f"{frame.site(entry)}{level}: {log_text(entry, frame)}"


def _request(entry: Entry, frame: Frame) -> str:
    parts = [
        f"{inline(entry['method'])} {frame.address(entry['url'])} → {outcome(entry)}",
        duration(entry["duration"]) if entry.get("duration") is not None else "",
        f"(answered before {entry['earlier']})" if entry.get("earlier") else "",
        f"(bodies: {entry['body']})" if entry.get("body") else "",
    ]
    return " ".join(part for part in parts if part)


def _socket(entry: Entry, frame: Frame) -> str:
    name = f"websocket {short_name(entry['connection'])}"
    if entry["event"] != "message":
        return f"{name} {lifecycle_text(entry)} {frame.address(entry['url'])}"
    last = f" (last {clock(entry['last'])})" if "last" in entry else ""
    return f"{name} {ARROWS.get(entry.get('direction', ''), '–')} {sample_of(entry.get('data'), frame.width)}{last}"


def _more(facts: list[Entry]) -> list[str]:
    """The newest id of each kind."""
    newest = {known["id"][0]: known["id"] for known in facts if known.get("id")}
    calls = [f"what={mode} id={newest[letter]}" for letter, mode in MODES.items() if letter in newest]
    bodies = next((f"what=network_bodies id={known['body']}" for known in facts[::-1] if known.get("body")), "")
    listed = ", ".join([*calls, *([bodies] if bodies else [])])
    return [f"observe {listed} (complete)"] if listed else []
