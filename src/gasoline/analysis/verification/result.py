"""The answer to `compare`: verdict, changes, evidence."""

import dataclasses
from typing import Any

import msgspec

from gasoline.analysis.errors.console_issues import console_issues
from gasoline.analysis.errors.server_issues import server_issues
from gasoline.analysis.sessions.called_endpoints import called_endpoints, failed_endpoints, requests_in
from gasoline.analysis.sessions.page_changes import page_changes
from gasoline.analysis.sessions.websocket_states import websocket_changes, websocket_states
from gasoline.analysis.verification.caution import caution
from gasoline.analysis.verification.exercise_evidence import Evidence, evidence_of
from gasoline.analysis.verification.expectation import Outcome
from gasoline.analysis.verification.issue_changes import Change, Changes, Side, compare_issues
from gasoline.analysis.verification.lasting_causes import caution_of, lasting_causes, may_be_hidden
from gasoline.analysis.verification.proof import why_unproved
from gasoline.kernel.performance.regressions import change
from gasoline.model.activity import Activity
from gasoline.model.events import MAX_ERROR_ENTRIES, parse_time
from gasoline.model.page_state import PageState
from gasoline.model.performance import PerformanceSnapshot
from gasoline.model.verification import Baseline, Session, Verdict, Watch


def verification_result(
    session: Session, since: Activity, state: PageState, outcome: Outcome | None, *, url_filter: str, now: str
) -> dict[str, Any]:
    """What `compare` answers, from the session's baseline, what happened since and what the page shows now."""
    baseline, watch = session.baseline, session.watch
    since = dataclasses.replace(since, loads=_loads_since(watch, since))
    requests = requests_in(since, failed_endpoints(baseline.endpoints))
    before = _before(baseline, url_filter)
    found_since = [*console_issues(since.entries, "error", MAX_ERROR_ENTRIES), *server_issues(since.server)]
    issues = [issue for issue in found_since if issue.key not in baseline.more_issues]
    after = Side(issues, called_endpoints(requests))
    evidence = evidence_of(baseline, watch, since, requests, now)
    masked = _masked(baseline, before, after, evidence)
    changes = compare_issues(before, after, masked)
    page = page_changes(baseline.state, state)
    causes = lasting_causes(baseline.causes, since)
    is_decided = outcome is not None and outcome.decides
    warning = " ".join(
        filter(
            None,
            (
                caution(before, changes, evidence, outcome, page, is_masked=bool(masked)),
                caution_of(causes, is_decided=is_decided),
            ),
        )
    )
    by_errors = verdict(before, after, changes)
    found = outcome.verdict(by_errors, changes) if outcome else by_errors
    if found == "fixed" and may_be_hidden(causes, is_decided=is_decided):
        found = "improved"
    unproved = why_unproved(changes, evidence, page) if found == "fixed" and not is_decided else ""
    return {
        "verdict": found,
        **({"proved": False, "why_unproved": unproved} if unproved else {}),
        **({"expectation": outcome.shown()} if outcome else {}),
        "before": _summary(before),
        "after": _summary(after),
        "changes": _shown(changes.changes),
        "new_issues": _shown(changes.new),
        **({"causes": [each.shown() for each in causes]} if causes else {}),
        **_performance(baseline, since),
        "websockets": {"connection_changes": _sockets(baseline, since, url_filter, now)},
        "page_changes": page.shown(),
        "masked": bool(masked),
        "evidence": evidence.shown(),
        **({"caution": warning} if warning else {}),
    }


def _loads_since(watch: Watch, since: Activity) -> list[PerformanceSnapshot]:
    """A load is reported seconds after it began; one that began before `watch` does not count."""
    return [load for load in since.loads if parse_time(load.ts) >= parse_time(watch.started_at)]


def _before(baseline: Baseline, url_filter: str) -> Side:
    return Side(
        [issue for issue in baseline.issues if issue.source == "server" or url_filter in issue.page],
        [endpoint for endpoint in baseline.endpoints if url_filter in endpoint.where],
    )


def _masked(baseline: Baseline, before: Side, after: Side, evidence: Evidence) -> frozenset[str]:
    """What the failing step brought about, if its error is gone, the step was done again, and what used to come of it
    did not, nor anything else."""
    path = baseline.path
    if path is None or not evidence.missing_effects or evidence.goes_on:
        return frozenset()
    failed_at = parse_time(path.steps[-1].ts)
    happened = {issue.key: issue.last_ts for issue in before.issues}
    happened |= {endpoint.key: endpoint.last_ts for endpoint in before.endpoints if endpoint.failures}
    if path.issue not in happened or path.issue in after.keys:
        return frozenset()
    return frozenset(name for name, ts in happened.items() if parse_time(ts) >= failed_at)


def _summary(side: Side) -> dict[str, int]:
    return {
        "console_errors": side.console_errors,
        "network_errors": side.network_errors,
        **({"server_errors": side.server_errors} if side.server_errors else {}),
        "total_issues": side.total,
    }


def _shown(changes: list[Change]) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(row) for row in changes]


def _sockets(baseline: Baseline, since: Activity, url_filter: str, now: str) -> list[dict[str, Any]]:
    before = tuple(socket for socket in baseline.sockets if url_filter in socket.url)
    return websocket_changes(before, websocket_states(since.connections, parse_time(now).timestamp()))


def _performance(baseline: Baseline, since: Activity) -> dict[str, Any]:
    before = baseline.load_ms
    after = next((load.timing.load for load in since.loads if load.page == baseline.page), None)
    if before is None or after is None:
        return {}
    times = {"load_time_before": f"{before:.0f}ms", "load_time_after": f"{after:.0f}ms"}
    return {"performance_diff": {**times, "change": change(before, after)}}


def verdict(before: Side, after: Side, changes: Changes) -> Verdict:
    """The verdict on a fix: the first row that holds."""
    resolved, all_resolved = changes.resolved, changes.all_resolved
    table: tuple[tuple[bool, Verdict], ...] = (
        (before.total == 0 and after.total == 0, "no_issues_detected"),
        (before.total == 0, "regressed"),
        (all_resolved and not changes.new, "fixed"),
        (all_resolved, "different_issue"),
        (after.total > before.total, "regressed"),
        (resolved > 0 and not changes.new, "improved"),
        (resolved > 0, "different_issue"),
    )
    return next((name for holds, name in table if holds), "unchanged")
