"""Requests as text: one line each; those that loaded the files of the page are folded into one."""

from collections import Counter
from functools import partial
from typing import Any

from gasoline.kernel.loaded_files import CALLS
from gasoline.kernel.time import MS_PER_S
from gasoline.kernel.urls import origin_of, path_of
from gasoline.model.events import parse_time
from gasoline.model.http import CLIENT_ERROR
from gasoline.rendering.call_site import call_site, shows_call_sites
from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import Frame, Wording, list_document
from gasoline.rendering.moment import clock, duration
from gasoline.rendering.quote import inline
from gasoline.rendering.size import count_of, size
from gasoline.rendering.untrusted import trust_mark

WORDING = Wording("request", "observe what=network", "r", "phases, sizes, redirects")
LIST_BYTES = 5_400
PREFIX_CHARS = 28
HOW_TO_LIST_FILES = ": include_assets=true lists them"
MANY = 10
"""The number of requests from which common parts are written only once."""

Entry = dict[str, Any]
Numbered = tuple[int, Entry]


def requests_document(view: View) -> Document:
    """`facts`: the files of the page that are not listed."""
    if not view.data and view.facts:
        return Document(f"No calls {_fold(view.facts)}")
    pages = [entry.get("pageUrl") or entry["url"] for entry in view.data]
    usual = _usual(view.data)
    return list_document(
        view,
        WORDING,
        partial(_lines, view, usual),
        pages=pages,
        prefix_chars=PREFIX_CHARS,
        list_bytes=LIST_BYTES,
        shared=f"{usual[0]} → {usual[1]} where not shown" if usual else "",
    )


def _usual(entries: list[Entry]) -> tuple[str, str] | None:
    """Method and outcome of most requests, where there are many."""
    if len(entries) < MANY:
        return None
    counts = Counter((_method(entry), outcome(entry)) for entry in entries)
    most, number = counts.most_common(1)[0]
    return most if number > len(entries) / 2 else None


def _lines(view: View, usual: tuple[str, str] | None, frame: Frame) -> list[str]:
    # By their start: the browser reports a request when it ends.
    numbered = sorted(zip(view.seqs, view.data, strict=True), key=lambda item: item[1]["ts"], reverse=True)
    earlier = overtaken(numbered)
    has_sizes = shows_call_sites(len(numbered))
    lines = [_line(seq, entry, frame, usual, earlier.get(seq), has_sizes=has_sizes) for seq, entry in numbered]
    return [*lines, *([_fold(view.facts)] if view.facts else [])]


def _fold(files: Entry) -> str:
    kinds = ", ".join(f"{number} {inline(kind)}" for kind, number in files["kinds"])
    number = sum(number for _, number in files["kinds"])
    loaded = f"{count_of(number, 'file')} loaded by the page ({kinds}; {size(files['bytes'])})"
    return f"and {loaded}{HOW_TO_LIST_FILES}"


def _line(
    seq: int, entry: Entry, frame: Frame, usual: tuple[str, str] | None, earlier: int | None, *, has_sizes: bool
) -> str:
    method, result = _method(entry), outcome(entry)
    address = frame.address(entry["url"])
    what = address if (method, result) == usual else f"{method} {address} → {result}"
    parts = [
        f"r{seq} {clock(entry['ts'])} {what}",
        duration(entry["duration"]) if entry.get("duration") is not None else "",
        size(entry["transferSize"]) if has_sizes and entry.get("transferSize") else "",
        "cached" if entry.get("cached") else "",
        f"redirected to {frame.address(entry['redirectedTo'])}" if entry.get("redirectedTo") else "",
        inline(entry["initiator"]) if entry["initiator"] != "fetch" else "",
        f"(answered before r{earlier})" if earlier else "",
    ]
    place = call_site(entry, frame) if has_sizes else ""
    return ", ".join(part for part in (" ".join(part for part in parts if part), place) if part) + trust_mark(entry)


def _method(entry: Entry) -> str:
    return inline(entry.get("method") or "GET")


def outcome(entry: Entry) -> str:
    if entry.get("aborted"):
        return "aborted"
    status = entry.get("status")
    return "?" if status is None else str(status) if status else "no answer"


def is_failure(entry: Entry) -> bool:
    """Refused, or without an answer that the page did not give up itself."""
    status = entry.get("status")
    return status is not None and not entry.get("aborted") and (status == 0 or status >= CLIENT_ERROR)


def overtaken(requests: list[Numbered]) -> dict[int, int]:
    """Requests that were answered before an earlier one to the same endpoint, with that one."""
    found: dict[int, int] = {}
    last_end: dict[tuple[Any, ...], tuple[float, int]] = {}
    for seq, entry in sorted(requests, key=lambda item: item[1]["ts"]):
        if entry["initiator"] not in CALLS or entry.get("duration") is None:
            continue
        endpoint = (entry.get("tabId"), entry.get("method"), origin_of(entry["url"]), path_of(entry["url"]))
        # As a number, because a sender's duration may lead to a date that cannot be represented.
        end = parse_time(entry["ts"]).timestamp() * MS_PER_S + entry["duration"]
        before = last_end.get(endpoint)
        if before and end < before[0]:
            found[seq] = before[1]
        else:
            last_end[endpoint] = (end, seq)
    return found
