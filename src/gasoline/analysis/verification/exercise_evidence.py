"""What was done since `start` or `watch`: how far the absence of an error can be trusted."""

from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from gasoline.analysis.errors.event_time import page_of
from gasoline.analysis.sessions.called_endpoints import Request, called_endpoints
from gasoline.analysis.verification.effects import MAX_EVIDENCE_NAMES, effects_in, follows, follows_eventually
from gasoline.analysis.verification.user_steps import repeated_steps, steps_of
from gasoline.kernel.urls import path_of, without_query
from gasoline.model.activity import Activity
from gasoline.model.events import Event, parse_time
from gasoline.model.verification import Baseline, FailingPath, Watch


class Evidence(Struct, frozen=True):
    """What speaks for the verdict."""

    pages: list[str]
    unvisited: list[str]
    """Pages that had errors before and were not visited since."""
    actions: int
    endpoints: list[str]
    uncalled: list[str]
    """Endpoints of the baseline that were not called again, those that failed first."""
    sockets: list[str]
    """Addresses of WebSockets on which something happened."""
    seconds: float
    active_seconds: float
    steps: list[tuple[str, bool]]
    """What the user did before the original error, and whether it was done again."""
    missing_effects: list[str]
    """What used to follow the failing step and did not follow it now, although it was done."""
    goes_on: bool
    """Something follows the failing step now that did not before: the page has got further."""
    is_without_effect: bool
    """The failing step was done again, and nothing that can be seen here followed it, neither before nor now."""
    lost: tuple[str, ...]
    action: Literal["start", "watch"]
    """The call that began the watched time."""

    @property
    def is_exercised(self) -> bool:
        return bool(self.pages or self.actions or self.endpoints or self.sockets)

    @property
    def failing_step_repeated(self) -> bool | None:
        """None if it is not known which step it was."""
        return self.steps[-1][1] if self.steps else None

    def shown(self) -> dict[str, Any]:
        return {
            "exercised": self.is_exercised,
            "seconds_since_watch": self.seconds,
            "seconds_active": self.active_seconds,
            "pages": self.pages,
            "pages_not_visited_again": self.unvisited,
            "actions": self.actions,
            "endpoints": self.endpoints,
            "endpoints_not_called_again": self.uncalled,
            "websockets": self.sockets,
            "steps": [{"step": text, "repeated": repeated} for text, repeated in self.steps],
            "failing_step_repeated": self.failing_step_repeated,
            "missing_after_failing_step": self.missing_effects,
            "lost": list(self.lost),
        }


def evidence_of(baseline: Baseline, watch: Watch, since: Activity, requests: list[Request], now: str) -> Evidence:
    called = {endpoint.key: endpoint.name for endpoint in called_endpoints(requests)}
    before = sorted(baseline.endpoints, key=lambda endpoint: not endpoint.failures)
    times, pages = _times(since), _pages(since)
    troubled = list(dict.fromkeys(path_of(issue.page) for issue in baseline.issues if issue.page))
    missing, followed = _after_failing_step(baseline, since, requests)
    known = {endpoint.name for endpoint in baseline.endpoints}.union(baseline.path.effects if baseline.path else ())
    return Evidence(
        pages=pages[:MAX_EVIDENCE_NAMES],
        unvisited=[page for page in troubled if page not in pages][:MAX_EVIDENCE_NAMES],
        actions=len(since.actions),
        endpoints=list(called.values())[:MAX_EVIDENCE_NAMES],
        uncalled=[endpoint.name for endpoint in before if endpoint.key not in called][:MAX_EVIDENCE_NAMES],
        sockets=list(dict.fromkeys(without_query(each.url) for each in since.messages))[:MAX_EVIDENCE_NAMES],
        seconds=_between(parse_time(watch.started_at), parse_time(now)),
        active_seconds=_between(min(times), max(times)) if times else 0.0,
        steps=_steps(baseline.path, since),
        missing_effects=missing,
        goes_on=bool(set(followed or ()) - known),
        is_without_effect=followed == [] and not since.messages and not (baseline.path and baseline.path.effects),
        lost=since.lost,
        action=watch.action,
    )


def _steps(path: FailingPath | None, since: Activity) -> list[tuple[str, bool]]:
    if path is None:
        return []
    again = repeated_steps(path.steps, steps_of(since.actions))
    return list(zip((step.words for step in path.steps), again, strict=True))


def _after_failing_step(
    baseline: Baseline, since: Activity, requests: list[Request]
) -> tuple[list[str], list[str] | None]:
    """What is missing after it, and what followed it. Nothing is missing, and None followed, if it was not done."""
    path, steps = baseline.path, steps_of(since.actions)
    if path is None or not repeated_steps(path.steps[-1:], steps)[0]:
        return [], None
    effects = effects_in(since, requests)
    seen = follows_eventually(path.steps[-1], steps, effects)
    return [effect for effect in path.effects if effect not in seen], follows(path.steps[-1], steps, effects)


def _pages(since: Activity) -> list[str]:
    events = [*_of_pages(since), *since.loads]
    return list(dict.fromkeys(path_of(page) for event in events if (page := page_of(event))))


def _times(since: Activity) -> list[datetime]:
    return [parse_time(event.ts) for event in (*_of_pages(since), *since.loads, *since.messages)]


def _of_pages(since: Activity) -> list[Event]:
    return [*(entry for entry, _ in since.entries), *since.timings, *since.bodies, *since.actions]


def _between(start: datetime, end: datetime) -> float:
    return round(max((end - start).total_seconds(), 0.0), 1)
