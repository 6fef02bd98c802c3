"""How the page is before the fix: what goes wrong, and what the user did just before."""

from gasoline.analysis.called_endpoints import called_endpoints, failed_first, requests_in
from gasoline.analysis.console_issues import console_issues
from gasoline.analysis.socket_states import socket_states
from gasoline.analysis.verification.effects import effects_in, follows
from gasoline.analysis.verification.steps import steps_of
from gasoline.model import limits
from gasoline.model.activity import Activity, ConsoleIssue, Endpoint
from gasoline.model.events import parse_time
from gasoline.model.verification import Baseline, FailingPath


def baseline_of(activity: Activity, captured_at: str) -> Baseline:
    all_issues = console_issues(activity.entries, "error", limits.ERROR_ENTRIES)
    issues = all_issues[: limits.BASELINE_ERRORS]
    endpoints = failed_first(called_endpoints(requests_in(activity)), limits.BASELINE_REQUESTS)
    loaded = next((load for load in activity.loads if load.timing.load is not None), None)
    return Baseline(
        captured_at=captured_at,
        issues=tuple(issues),
        more_issues=frozenset(issue.key for issue in all_issues[limits.BASELINE_ERRORS :]),
        endpoints=tuple(endpoints),
        sockets=socket_states(activity.connections, parse_time(captured_at).timestamp()),
        path=_failing_path(activity, issues, endpoints),
        page=loaded.page if loaded else "",
        load_ms=loaded.timing.load if loaded else None,
    )


def _failing_path(activity: Activity, issues: list[ConsoleIssue], endpoints: list[Endpoint]) -> FailingPath | None:
    """Towards the issue that happened last; None if nothing is wrong or nobody did anything before it."""
    happened = [(issue.last_ts, issue.key) for issue in issues]
    happened += [(endpoint.last_ts, endpoint.key) for endpoint in endpoints if endpoint.failures]
    if not happened:
        return None
    ts, name = max(happened, key=lambda found: parse_time(found[0]))
    all_steps = steps_of(activity.actions)
    before = [step for step in all_steps if parse_time(step.ts) <= parse_time(ts)][-limits.STEPS :]
    if not before:
        return None
    effects = follows(before[-1], all_steps, effects_in(activity, requests_in(activity)))
    return FailingPath(issue=name, steps=tuple(before), effects=tuple(effects))
