"""An error that began with a hot update: it did not happen before the scripts changed."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from gasoline.analysis.causes.patterns.pattern import milliseconds
from gasoline.analysis.errors.event_time import page_of
from gasoline.analysis.errors.recent_actions import summarize_action
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.analysis.sessions.hot_updates import HotUpdate
from gasoline.kernel.urls import origin_of, path_of
from gasoline.model.actions import EnhancedAction
from gasoline.model.events import Event, parse_time

SOON = timedelta(minutes=5)  # after an update an error counts as its possible consequence
AT_ONCE = timedelta(seconds=10)
CAUSED_WITHIN = timedelta(seconds=2)  # an action causes what happens this soon after it
FILES = 3


def updates_of(page: Event, updates: Iterable[HotUpdate]) -> list[HotUpdate]:
    """The updates of the tab that an event came from, or of the page's origin if the sender does not know its tab."""
    return [update for update in updates if _is_of(update, page)]


def _is_of(update: HotUpdate, page: Event) -> bool:
    if isinstance(page.tab_id, int) and update.tab_id is not None:
        return page.tab_id == update.tab_id
    return bool(update.page_url) and origin_of(update.page_url) == origin_of(page_of(page))


def since_update(
    first_seen: datetime,
    page_since: datetime | None,
    updates: Iterable[HotUpdate],
    actions: Sequence[EnhancedAction] = (),
    stack: str = "",
) -> str:
    """`updates` and `actions`: of the same page, oldest first. `page_since`: since when anything of the page was
    captured; without an earlier time, it is unknown whether it worked before the update."""
    before = [update for update in updates if parse_time(update.ts) <= first_seen]
    if not before or page_since is None:
        return ""
    last = before[-1]
    moment = parse_time(last.ts)
    if first_seen - moment > SOON or page_since >= moment:
        return ""
    is_in_stack = any(path_of(file) in stack for file in last.files)
    if first_seen - moment > AT_ONCE and not is_in_stack and _is_first_use(first_seen, moment, actions):
        return ""
    files = ", ".join(path_in_sentence(file) for file in last.files[:FILES]) or "the page's scripts"
    return f"first seen {milliseconds(first_seen - moment)} after a hot update of {files}"


def _is_first_use(first_seen: datetime, update: datetime, actions: Sequence[EnhancedAction]) -> bool:
    """Whether the step that led to the error was never done before the update, so that nobody knows if it worked."""
    timed = [(parse_time(each.ts), (each.type, summarize_action(each).target)) for each in actions if each.ts]
    led = [deed for at, deed in timed if timedelta(0) <= first_seen - at <= CAUSED_WITHIN]
    return bool(led) and all(deed != led[-1] for at, deed in timed if at < update)
