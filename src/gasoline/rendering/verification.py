"""What verify_fix answers, as text: the verdict first, what it rests on, and the next call."""

from collections.abc import Iterable, Iterator
from typing import Any

from gasoline.rendering.document import Document, View
from gasoline.rendering.moment import S_PER_MIN, clock, duration
from gasoline.rendering.page_changes import page_change_lines, page_change_summary
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.size import count_of

MS_PER_S = 1_000
STATUS_WORDS = {"baseline_captured": "started", "cancelled": "canceled"}
CALL = "analyze what=verify_fix action="

Entry = dict[str, Any]


def verification_document(view: View) -> Document:
    data: Entry = view.data
    name, status = inline(data["session_id"]), STATUS_WORDS.get(data["status"]) or inline(data["status"])
    if "result" in data:
        return _comparison(name, data, view)
    if "baseline" in data:
        return _baseline(name, status, data, view)
    if status == "watching":
        return Document(
            f"{name} watching: {data['message']}",
            [view.note],
            next_step=f"when the steps were repeated, {_compare(name)}",
        )
    return Document(f"{name} {status}", [view.note], next_step=f"{CALL}start begins another one")


def _compare(name: str) -> str:
    return f"{CALL}compare session_id={name}"


def _baseline(name: str, status: str, data: Entry, view: View) -> Document:
    baseline = data["baseline"]
    headline = (
        f"{name} {status}: {count_of(baseline['console_errors'], 'error')},"
        f" {count_of(baseline['network_errors'], 'failed request')} before the fix"
    )
    sockets = [f"  socket {inline(each['url'])} {inline(each['state'])}" for each in baseline["websockets"]]
    page = (view.facts or {}).get("page", "")
    issues = [f"  {_issue(issue)}" for issue in baseline["error_details"]]
    issues += [f"  looked for again: {inline(cause)}" for cause in baseline.get("causes") or []]
    next_step = f"change the code, repeat the steps, then {_compare(name)}"
    return Document(headline, [*issues, *sockets, page, *_life(data), view.note], next_step=next_step)


def _life(data: Entry) -> Iterator[str]:
    """What `status` says beside the baseline."""
    if "created_at" not in data:
        return
    yield f"  label: {quoted(data['label'])}" if data["label"] else ""
    yield f"  url_filter: {quoted(data['url_filter'])}" if data.get("url_filter") else ""
    minutes = round(data["expires_in_s"] / S_PER_MIN)
    since = f"started {clock(data['created_at'])}, counts from {clock(data['watch_started_at'])}"
    yield f"  {since}, kept for {minutes} min more"


def _issue(issue: Entry) -> str:
    times = f" ×{issue['count']}" if issue.get("count", 1) > 1 else ""
    if issue["type"] == "network":
        origin = inline(issue.get("origin") or "")
        return f"{inline(issue['method'])} {origin}{inline(issue['url'])} → {issue['status'] or 'no answer'}{times}"
    return f"{inline(issue['message'])}{times}"


def _comparison(name: str, data: Entry, view: View) -> Document:
    result: Entry = data["result"]
    label = f" {quoted(data['label'])}" if data["label"] else ""
    lines = [
        f"caution: {inline(result['caution'])}" if result.get("caution") else "",
        *(f"  {_change(change)}" for change in result["changes"]),
        *(f"  new: {_change(change)}" for change in result["new_issues"]),
        *(f"  {_cause(cause)}" for cause in result.get("causes") or []),
        *(f"  {line}" for line in page_change_lines(result["page_changes"])),
        _performance(result.get("performance_diff")),
        *(f"  socket {_socket(change)}" for change in result["websockets"]["connection_changes"]),
        *_evidence(result["evidence"]),
        (view.facts or {}).get("sites", ""),
    ]
    return Document(f"{_headline(result)} · {name}{label}", lines, next_step=_next_step(name, result))


def _headline(result: Entry) -> str:
    """The verdict, or that there is none: where nothing was wrong before, nothing can be said to be fixed."""
    before, after = result["before"]["total_issues"], result["after"]["total_issues"]
    issues = f"{count_of(before, 'issue')} before, {after} after"
    expectation = result.get("expectation")
    if expectation and expectation["decides"]:
        return f"{result['verdict']}: {inline(expectation['seen'])} · {issues}"
    if result["verdict"] == "no_issues_detected":
        return f"no error to compare: {page_change_summary(result['page_changes'])}"
    if unproved := result.get("why_unproved"):
        return f"cannot tell: {unproved} · {issues}"
    return f"{result['verdict']}: {issues}"


def _change(change: Entry) -> str:
    """`resolved network: POST /api/orders → 500, now POST /api/orders → 201`."""
    sides = dict.fromkeys(inline(change[side]) for side in ("before", "after") if change.get(side))
    return f"{change['type']} {change['category']}: {', now '.join(sides)}"


def _cause(cause: Entry) -> str:
    words = {True: "goes on", False: "no longer seen", None: "not called again"}[cause["goes_on"]]
    return f"{words}: {inline(cause['cause'])}"


def _performance(diff: Entry | None) -> str:
    if not diff:
        return ""
    times = f"{inline(diff['load_time_before'])} → {inline(diff['load_time_after'])} ({inline(diff['change'])})"
    return f"  load {times}, one load each: not a measurement"


def _socket(change: Entry) -> str:
    states = [inline(change[side] or "not there") for side in ("before", "after")]
    return f"{inline(change['url'])}: {' → '.join(states)}"


def _evidence(evidence: Entry) -> Iterator[str]:
    """What was done since then, and what was not; what is empty is left out."""
    since = _seconds(evidence["seconds_since_watch"])
    if not evidence["exercised"]:
        yield f"evidence: nothing happened in the page, watched for {since}"
    else:
        actions = f"{count_of(evidence['actions'], 'action')} " if evidence["actions"] else ""
        done = [
            f"{actions}{_listed('on', evidence['pages'])}".strip(),
            _listed("called", evidence["endpoints"]),
            _listed("messages of", evidence["websockets"]),
        ]
        active = _seconds(evidence["seconds_active"])
        yield f"evidence: {', '.join(part for part in done if part)}; active for {active}, watched for {since}"
    yield from _steps(evidence["steps"])
    for words, names in (
        ("missing after the failing step", evidence["missing_after_failing_step"]),
        ("not visited again", evidence["pages_not_visited_again"]),
        ("not called again", evidence["endpoints_not_called_again"]),
        ("lost", evidence["lost"]),
    ):
        yield f"  {_listed(f'{words}:', names)}" if names else ""


def _steps(steps: list[Entry]) -> Iterator[str]:
    """The user's way to the error; the last step is the one that failed."""
    if steps:
        said = (f"{inline(each['step'])} ({'' if each['repeated'] else 'not '}repeated)" for each in steps)
        yield f"  steps to the error: {', '.join(said)}"


def _listed(words: str, names: Iterable[str]) -> str:
    listed = ", ".join(map(inline, names))
    return f"{words} {listed}" if listed else ""


def _seconds(seconds: float) -> str:
    return duration(seconds * MS_PER_S)


def _next_step(name: str, result: Entry) -> str:
    if not result["evidence"]["exercised"]:
        return f"repeat the steps, then {_compare(name)}"
    goes_on = any(cause["goes_on"] for cause in result.get("causes") or []) and result["verdict"] == "improved"
    if goes_on or ("why_unproved" in result and result["evidence"]["failing_step_repeated"]):
        again = f"{CALL}watch session_id={name}, then action=compare"
        return f"{_compare(name)} expect=TEXT (what the fixed page shows); after another change {again}"
    if result.get("caution") and result["before"]["total_issues"] and not result["after"]["total_issues"]:
        return f"repeat what the caution says is missing, then {_compare(name)}"
    match result["verdict"]:
        case "fixed":
            return "generate what=test (a regression test)"
        case "no_issues_detected":
            return f"{CALL}start expect=TEXT (what the fixed page shows) lets the page decide"
        case _:
            again = f"after the next change, {CALL}watch session_id={name}"
            return f"observe what=errors (what is still wrong); {again}"
