"""What follows a step of the user: the requests and the navigations right after it."""

from collections.abc import Iterable, Iterator

from gasoline.analysis.sessions.called_endpoints import Request
from gasoline.analysis.verification.user_steps import is_same
from gasoline.kernel.loaded_files import is_page_load
from gasoline.kernel.urls import path_of
from gasoline.model.activity import Activity
from gasoline.model.events import parse_time
from gasoline.model.verification import Step

STEP_EFFECTS_S = 2.0  # FIX-08
MAX_EVIDENCE_NAMES = 20  # pages or endpoints named as evidence

Effect = tuple[str, float]
"""What happened, and when in seconds."""


def effects_in(activity: Activity, requests: Iterable[Request]) -> list[Effect]:
    """Everything that may follow a step, oldest first."""
    calls = ((request.name, _seconds(request.ts)) for request in requests)
    return sorted([*calls, *_navigations(activity)], key=lambda effect: effect[1])


def _navigations(activity: Activity) -> Iterator[Effect]:
    for timing in activity.timings:
        if is_page_load(timing):
            yield f"navigation to {path_of(timing.url)}", _seconds(timing.ts)
    for action in activity.actions:
        if action.type == "navigate" and isinstance(action.to_url, str):
            yield f"navigation to {path_of(action.to_url)}", _seconds(action.ts)


def follows(step: Step, steps: list[Step], effects: list[Effect]) -> list[str]:
    """What followed the step each time it was done: until the next step, and for a short time only."""
    found: dict[str, None] = {}
    for index, done in enumerate(steps):
        if is_same(step, done):
            end = min(_seconds(done.ts) + STEP_EFFECTS_S, _next_step(steps[index + 1 :]))
            found |= dict.fromkeys(name for name, at in effects if _seconds(done.ts) <= at <= end)
    return list(found)[:MAX_EVIDENCE_NAMES]


def follows_eventually(step: Step, steps: list[Step], effects: list[Effect]) -> set[str]:
    """What happened at any time after the step was done: a slow page is not a broken one."""
    done = [_seconds(other.ts) for other in steps if is_same(step, other)]
    return {name for name, at in effects if done and at >= done[0]}


def _next_step(later: list[Step]) -> float:
    """A navigation is not a step of its own: it may be the purpose of the step."""
    return next((_seconds(step.ts) for step in later if step.type != "navigate"), float("inf"))


def _seconds(ts: str) -> float:
    return parse_time(ts).timestamp()
