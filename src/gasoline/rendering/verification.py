"""verify_fix and diff_sessions as text: the verdict first, then what changed, then what it rests on."""

from typing import Any

from gasoline.rendering.document import Document, View
from gasoline.rendering.moment import clock
from gasoline.rendering.outline import outline, render_outline
from gasoline.rendering.quote import inline
from gasoline.rendering.size import count_of

TEXT_CHARS = 160

Entry = dict[str, Any]


def verification_document(view: View) -> Document:
    data: Entry = view.data
    name = inline(data["session_id"])
    if "result" in data:
        return _comparison(name, data["result"])
    if "baseline" in data:
        baseline = data["baseline"]
        headline = (
            f"{name} {data['status']}: {count_of(baseline['console_errors'], 'error')},"
            f" {count_of(baseline['network_errors'], 'failed request')} before the fix"
        )
        next_step = f"next: change the code, then analyze what=verify_fix action=watch session_id={name}"
        sockets = [f"  socket {inline(each['url'])} {inline(each['state'])}" for each in baseline["websockets"]]
        return Document(headline, [*map(_issue, baseline["error_details"]), *sockets, view.note, next_step])
    message = f": {data['message']}" if data.get("message") else ""
    return Document(f"{name} {data['status']}{message}", [view.note])


def _issue(issue: Entry) -> str:
    times = f" ×{issue['count']}" if issue.get("count", 1) > 1 else ""
    if issue["type"] == "network":
        origin = inline(issue.get("origin") or "")
        return f"  {inline(issue['method'])} {origin}{inline(issue['url'])} → {issue['status'] or 'no answer'}{times}"
    return f"  {inline(issue['message'], TEXT_CHARS)}{times}"


def _comparison(name: str, result: Entry) -> Document:
    before, after = result["before"]["total_issues"], result["after"]["total_issues"]
    lines = [
        *([f"caution: {inline(result['caution'])}"] if result.get("caution") else []),
        *(f"  {_change(change)}" for change in result["changes"]),
        *(f"  new: {_change(change)}" for change in result["new_issues"]),
        *_performance(result.get("performance_diff")),
        *(f"  socket {line}" for line in outline(result["websockets"]["connection_changes"])),
        "evidence:",
        *outline(result["evidence"], "  "),
    ]
    return Document(f"{result['verdict']}: {count_of(before, 'issue')} before, {after} after · {name}", lines)


def _change(change: Entry) -> str:
    """`resolved network: POST /api/orders → 500, now POST /api/orders → 201`."""
    sides = [inline(change[side], TEXT_CHARS) for side in ("before", "after") if change.get(side)]
    return f"{change['type']} {change['category']}: {', now '.join(sides)}"


def _performance(diff: Entry | None) -> list[str]:
    return [f"  load {diff['load_time_before']} → {diff['load_time_after']} ({diff['change']})"] if diff else []


def sessions_document(view: View) -> Document:
    data: Entry = view.data
    match data["action"]:
        case "compared":
            return _session_diff(data, view.note)
        case "listed":
            lines = [
                f"{inline(each['name'])} {clock(each['captured_at'])} {inline(each['page_url'])}"
                f" {count_of(each['error_count'], 'error')}"
                for each in data["snapshots"]
            ]
            return Document(count_of(len(lines), "snapshot"), [*lines, view.note])
        case _:
            return render_outline(view)


def _session_diff(data: Entry, note: str) -> Document:
    summary, diff = data["summary"], data["diff"]
    counts = ", ".join(
        f"{number} {name.replace('_', ' ')}" for name, number in summary.items() if name != "verdict" and number
    )
    names = f"{inline(data['a'])} → {inline(data['b'])}"
    errors = [
        f"  {kind}: {inline(issue['message'], TEXT_CHARS)} ×{issue['count']}"
        for kind in ("new", "resolved", "unchanged")
        for issue in diff["errors"][kind]
    ]
    parts = {name: value for name, value in diff.items() if name != "errors" and value}
    return Document(
        f"{summary['verdict']}: {counts or 'no differences'} · {names}", [*errors, *outline(parts, "  "), note]
    )
