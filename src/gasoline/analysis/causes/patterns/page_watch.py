"""Checks when a page changed after a user action, and so whether it may have shown an answer."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from gasoline.analysis.errors.event_time import is_untrusted
from gasoline.kernel.urls import origin_of
from gasoline.model.actions import EnhancedAction, PageWatch
from gasoline.model.events import RequestTiming, parse_time

RENDERS_WITHIN = timedelta(milliseconds=500)  # a page shows what it received this soon

ROUNDING = timedelta(milliseconds=5)  # times of a request and of an action come from two clocks


@dataclass(frozen=True)
class WatchedAction:
    """An action after which changes of the page were noticed."""

    tab: object
    origin: str
    is_untrusted: bool
    start: datetime
    since: datetime
    until: datetime
    changed: datetime | None
    appeared: tuple[str, ...]

    def may_have_sent(self, request: RequestTiming) -> bool:
        """Whether a request is of the same page: a tab may have frames of others."""
        page = origin_of(request.page_url) if isinstance(request.page_url, str) else ""
        is_same = not page or not self.origin or page == self.origin
        return request.tab_id == self.tab and is_same and is_untrusted(request) is self.is_untrusted

    def covers(self, moment: datetime) -> bool:
        """Whether the page had the time to show what it received then."""
        return self.since <= moment and moment + RENDERS_WITHIN <= self.until

    def changed_after(self, moment: datetime) -> bool:
        return self.changed is not None and self.changed >= moment - ROUNDING


def watched_actions(actions: Iterable[EnhancedAction]) -> list[WatchedAction]:
    """The watched actions, sorted by time."""
    found = [
        _watched(action, action.page_watch)
        for action in actions
        if action.ts and isinstance(action.page_watch, PageWatch)
    ]
    return sorted(found, key=lambda each: each.start)


def _watched(action: EnhancedAction, watch: PageWatch) -> WatchedAction:
    start = parse_time(action.ts)
    changed = start + timedelta(milliseconds=watch.changed) if isinstance(watch.changed, int) else None
    return WatchedAction(
        action.tab_id,
        origin_of(action.url),
        is_untrusted(action),
        start,
        start + timedelta(milliseconds=watch.since),
        start + timedelta(milliseconds=watch.until),
        changed,
        tuple(action.appeared or ()),
    )
