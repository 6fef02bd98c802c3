"""The timeline as text: one line for each action, request, console message and hot update, oldest first."""

from collections import Counter
from typing import Any

from gasoline.rendering.action import action_text
from gasoline.rendering.address import most_common_origin, origin
from gasoline.rendering.document import SEPARATOR, Document, View
from gasoline.rendering.entry_list import WIDEST, Frame, sites_text
from gasoline.rendering.log_entry import log_text
from gasoline.rendering.moment import clock, days, duration
from gasoline.rendering.quote import inline
from gasoline.rendering.server_log import summary
from gasoline.rendering.size import count_of

LINE_CHARS = 160
FILES = 5
SEVERAL = 2

Entry = dict[str, Any]


def timeline_document(view: View) -> Document:
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
    return f"{clock(entry['ts'])} {_text(entry, frame)}"


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
