"""How the page is before the fix: what goes wrong, and what the user did just before."""

from gasoline.analysis.errors.console_issues import console_issues
from gasoline.analysis.errors.server_issues import server_issues
from gasoline.analysis.sessions.called_endpoints import called_endpoints, failed_first, requests_in
from gasoline.analysis.sessions.websocket_states import websocket_states
from gasoline.analysis.verification.effects import effects_in, follows
from gasoline.analysis.verification.lasting_causes import causes_in
from gasoline.analysis.verification.user_steps import steps_of
from gasoline.model.activity import Activity, ConsoleIssue, Endpoint
from gasoline.model.events import MAX_ERROR_ENTRIES, parse_time
from gasoline.model.page_state import PageState
from gasoline.model.verification import Baseline, FailingPath

MAX_BASELINE_ERRORS = 50  # FIX-03
MAX_BASELINE_REQUESTS = 50  # FIX-03
MAX_STEPS = 10  # what the user did before the original error


def baseline_of(activity: Activity, captured_at: str, state: PageState) -> Baseline:
    all_issues = [*console_issues(activity.entries, "error", MAX_ERROR_ENTRIES), *server_issues(activity.server)]
    issues = all_issues[:MAX_BASELINE_ERRORS]
    endpoints = failed_first(called_endpoints(requests_in(activity)), MAX_BASELINE_REQUESTS)
    loaded = next((load for load in activity.loads if load.timing.load is not None), None)
    return Baseline(
        captured_at=captured_at,
        issues=tuple(issues),
        more_issues=frozenset(issue.key for issue in all_issues[MAX_BASELINE_ERRORS:]),
        endpoints=tuple(endpoints),
        sockets=websocket_states(activity.connections, parse_time(captured_at).timestamp()),
        path=_failing_path(activity, issues, endpoints),
        causes=tuple(causes_in(activity)),
        page=loaded.page if loaded else "",
        load_ms=loaded.timing.load if loaded else None,
        state=state,
    )


def _failing_path(activity: Activity, issues: list[ConsoleIssue], endpoints: list[Endpoint]) -> FailingPath | None:
    """Towards the issue that happened last; None if nothing is wrong or no action preceded it."""
    happened = [(issue.last_ts, issue.key) for issue in issues]
    happened += [(endpoint.last_ts, endpoint.key) for endpoint in endpoints if endpoint.failures]
    if not happened:
        return None
    ts, name = max(happened, key=lambda found: parse_time(found[0]))
    all_steps = steps_of(activity.actions)
    before = [step for step in all_steps if parse_time(step.ts) <= parse_time(ts)][-MAX_STEPS:]
    if not before:
        return None
    effects = follows(before[-1], all_steps, effects_in(activity, requests_in(activity)))
    return FailingPath(issue=name, steps=tuple(before), effects=tuple(effects))
