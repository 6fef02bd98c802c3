"""What a comparison of two runs answers, as text: the verdict first, then only what differs, and the next call."""

from collections.abc import Iterator
from typing import Any

from gasoline.rendering.document import Document, View
from gasoline.rendering.moment import clock, duration
from gasoline.rendering.page_changes import page_change_lines
from gasoline.rendering.quote import inline
from gasoline.rendering.size import count_of, size, three_digits

CALL = "analyze what=sessions action="
CURRENT = "current"
TIMES = frozenset({"load_time", "fcp", "lcp", "total_blocking_time"})

Entry = dict[str, Any]


def sessions_document(view: View) -> Document:
    data: Entry = view.data
    match data["action"]:
        case "compared":
            return _comparison(data, view.note, len((view.facts or {}).get("undecided", ())))
        case "captured":
            return _captured(inline(data["name"]), data["snapshot"], view.note)
        case "listed":
            return _list(data["snapshots"], view.note)
        case _:
            return Document(f"{inline(data['name'])} deleted", [view.note], next_step=f"{CALL}list shows what is left")


def _list(snapshots: list[Entry], note: str) -> Document:
    lines = [
        f"{inline(each['name'])} {clock(each['captured_at'])} {inline(each['page_url'])}"
        f" {count_of(each['error_count'], 'error')}"
        for each in snapshots
    ]
    newest = inline(snapshots[-1]["name"]) if snapshots else ""
    return Document(count_of(len(lines), "snapshot"), [*lines, note], next_step=_compare(newest) if newest else "")


def _compare(name: str) -> str:
    return f"{CALL}compare compare_a={name} compare_b={CURRENT}"


def _captured(name: str, snapshot: Entry, note: str) -> Document:
    page = f" · {inline(snapshot['page_url'])}" if snapshot["page_url"] else ""
    failed = f" ({snapshot['network_errors']} failed)" if snapshot["network_errors"] else ""
    counts = [
        count_of(snapshot["console_errors"], "error"),
        count_of(snapshot["console_warnings"], "warning") if snapshot["console_warnings"] else "",
        f"{count_of(snapshot['network_requests'], 'request')}{failed}"
        f" of {count_of(snapshot['unique_endpoints'], 'endpoint')}",
        count_of(snapshot["websocket_connections"], "open WebSocket") if snapshot["websocket_connections"] else "",
        *_speed(snapshot.get("performance") or {}),
    ]
    headline = f"{name} captured at {clock(snapshot['captured_at'])}{page}"
    next_step = f"configure action=clear, do the other run, then {_compare(name)}"
    return Document(headline, [f"  {', '.join(part for part in counts if part)}", note], next_step=next_step)


def _speed(performance: Entry) -> Iterator[str]:
    for name, value in performance.items():
        if value is not None:
            yield f"{name} {_measure(name, value)}"


def _measure(name: str, value: float) -> str:
    if name in TIMES:
        return duration(value)
    return size(value) if name == "transfer_size" else three_digits(value)


def _comparison(data: Entry, note: str, undecided: int) -> Document:
    summary, diff = data["summary"], data["diff"]
    page = diff.get("page")
    lines = [
        *_errors(diff["errors"]),
        *_network(diff["network"]),
        *_performance(diff["performance"]),
        *(_socket(change) for change in diff["websockets"]["connection_changes"]),
        *(page_change_lines(page) if page else ()),
    ]
    headline = _headline(summary, undecided, page["count"] if page else 0)
    names = f"{inline(data['a'])} → {inline(data['b'])}{_same_page(page)}"
    entries = [*(f"  {line}" for line in lines), note]
    return Document(f"{headline} · {names}", entries, next_step=_next_step(data))


def _same_page(page: Entry | None) -> str:
    """The page on which both runs ended; different pages are listed as a difference."""
    pages = page["page"] if page and page.get("page") else {"before": "", "after": "?"}
    return f" on {inline(pages['after'])}" if pages["before"] == pages["after"] else ""


def _headline(summary: Entry, undecided: int, page_count: int) -> str:
    """The verdict with what it rests on, and that the page differs, which is neither better nor worse."""
    counts = {name: number for name, number in summary.items() if name != "verdict"}
    counts["performance_regressions"] -= undecided
    listed = ", ".join(count_of(number, _singular(name)) for name, number in counts.items() if number)
    page = f"the page differs in {count_of(page_count, 'place')}" if page_count else ""
    return f"{summary['verdict']}: {', '.join(part for part in (listed, page) if part) or 'no differences'}"


def _singular(name: str) -> str:
    return name.replace("_", " ").removesuffix("s")


def _errors(errors: Entry) -> Iterator[str]:
    for kind in ("new", "resolved", "unchanged"):
        for issue in errors[kind]:
            yield f"{kind}: {inline(issue['message'])} ×{issue['count']}"


def _network(network: Entry) -> Iterator[str]:
    for name, words in (
        ("new_errors", "new failure"),
        ("new_endpoints", "newly called"),
        ("missing_endpoints", "not called"),
    ):
        yield from (f"{words}: {_request(each)} → {_status(each['status'])}" for each in network[name])
    for each in network["status_changes"]:
        took = f", {inline(each['duration_change'])}" if each.get("duration_change") else ""
        yield f"answers otherwise: {_request(each)} → {_status(each['before'])}, now {_status(each['after'])}{took}"


def _request(each: Entry) -> str:
    return f"{inline(each['method'])} {inline(each.get('origin') or '')}{inline(each['url'])}"


def _status(status: int | None) -> str:
    return str(status or "no answer")


def _performance(metrics: Entry) -> Iterator[str]:
    """What differs, a line each; then the rest."""
    same = []
    for name, metric in metrics.items():
        before, after = (_measure(name, metric[side]) for side in ("before", "after"))
        if before == after:
            same.append(f"{name} {after}")
        else:
            yield f"{name} {before} → {after} ({metric['change']}{', worse' if metric['regression'] else ''})"
    if same:
        yield f"same: {', '.join(same)}"


def _socket(change: Entry) -> str:
    states = [inline(change[side] or "not there") for side in ("before", "after")]
    return f"socket {inline(change['url'])}: {' → '.join(states)}"


def _next_step(data: Entry) -> str:
    if data["summary"]["verdict"] in ("regressed", "mixed"):
        details = "observe what=errors, what=network (details of what is captured now)"
        return details if data["b"] == CURRENT else f"{details}; a snapshot keeps no more than this"
    return f"change something, then {_compare(inline(data['a']))}"
