"""The answer to `compare`: verdict, changes, evidence."""

import dataclasses
from typing import Any

from gasoline.analysis.called_endpoints import called_endpoints, requests_in
from gasoline.analysis.console_issues import console_issues
from gasoline.analysis.performance.regressions import change
from gasoline.analysis.verification.caution import caution
from gasoline.analysis.verification.changes import Change, Changes, Side, compare
from gasoline.analysis.verification.evidence import Evidence, evidence_of
from gasoline.analysis.verification.verdict import verdict
from gasoline.model import limits
from gasoline.model.activity import Activity
from gasoline.model.verification import Baseline, Watch


def compared(
    baseline: Baseline, watch: Watch, since: Activity, *, url_filter: str, load_ms: float | None, now: str
) -> dict[str, Any]:
    """What `compare` answers, from the baseline and what happened since."""
    requests = requests_in(since)
    before = _before(baseline, url_filter)
    found_since = console_issues(since.entries, "error", limits.ERROR_ENTRIES)
    issues = [issue for issue in found_since if issue.key not in baseline.more_issues]
    after = Side(issues, called_endpoints(requests))
    changes = compare(before, after)
    evidence = evidence_of(baseline, watch, since, requests, now)
    is_masked = _is_masked(baseline, changes, after, evidence)
    found = verdict(before, after, changes, is_masked=is_masked)
    warning = caution(changes, evidence, is_masked=is_masked)
    return {
        "verdict": found,
        "before": _summary(before),
        "after": _summary(after),
        "changes": _shown(changes.changes),
        "new_issues": _shown(changes.new),
        **_performance(baseline.load_ms, load_ms),
        "masked": is_masked,
        "evidence": evidence.shown(),
        **({"caution": warning} if warning else {}),
    }


def _before(baseline: Baseline, url_filter: str) -> Side:
    return Side(
        [issue for issue in baseline.issues if url_filter in issue.page],
        [endpoint for endpoint in baseline.endpoints if url_filter in endpoint.where],
    )


def _is_masked(baseline: Baseline, changes: Changes, after: Side, evidence: Evidence) -> bool:
    """The original error is gone, its step was done again, and what used to come of it did not, nor anything else."""
    if baseline.path is None or not evidence.missing_effects or evidence.goes_on:
        return False
    name = baseline.path.issue
    still_there = any(issue.key == name for issue in after.issues)
    return not still_there and bool(changes.resolved or changes.uncalled)


def _summary(side: Side) -> dict[str, int]:
    return {
        "console_errors": side.console_errors,
        "network_errors": side.network_errors,
        "total_issues": side.total,
    }


def _shown(changes: list[Change]) -> list[dict[str, Any]]:
    return [dataclasses.asdict(row) for row in changes]


def _performance(before: float | None, after: float | None) -> dict[str, Any]:
    if before is None or after is None:
        return {}
    times = {"load_time_before": f"{before:.0f}ms", "load_time_after": f"{after:.0f}ms"}
    return {"performance_diff": {**times, "change": change(before, after)}}
