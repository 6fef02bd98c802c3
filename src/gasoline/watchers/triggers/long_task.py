"""A task that blocked the page's main thread for more than half a second."""

from collections import OrderedDict

from gasoline.kernel.digest import digest
from gasoline.model.events import Event
from gasoline.model.notices import Notice
from gasoline.model.performance import PerformanceSnapshot
from gasoline.watchers.notice_text import page_address, page_text
from gasoline.watchers.triggers.trigger import SNAPSHOTS_REPORTED, Surroundings, Trigger

BLOCKED_MS = 500.0  # NOTE-09


class LongTask:
    """Remembers the longest task of each load, for senders that do not mark the new one."""

    def __init__(self, _: Surroundings) -> None:
        self._longest: OrderedDict[int, float] = OrderedDict()

    def __call__(self, _: Event | None, event: Event) -> Notice | None:
        if not isinstance(event, PerformanceSnapshot):
            return None
        longest = event.long_tasks.longest or 0.0
        known = self._replace(event, longest)
        since = event.long_tasks.longest_since
        new_ms = since if isinstance(since, (int, float)) else longest if longest > known else 0.0
        return _notice(event, new_ms) if new_ms > BLOCKED_MS else None

    def _replace(self, event: PerformanceSnapshot, longest: float) -> float:
        """The previously known longest task of the load."""
        if not event.id:
            return 0.0
        load = digest(event.id)
        known = self._longest.pop(load, 0.0)
        self._longest[load] = max(longest, known)
        if len(self._longest) > SNAPSHOTS_REPORTED:
            self._longest.popitem(last=False)
        return known


def _notice(event: PerformanceSnapshot, duration_ms: float) -> Notice:
    page = event.page_url if isinstance(event.page_url, str) else event.url
    context = {"url": page_address(page), "duration_ms": round(duration_ms), **_script(event, duration_ms)}
    message = f"Main thread blocked for {duration_ms:.0f}ms"
    began = event.long_tasks.longest_since_at
    return Notice("performance", message, began or event.ts, context, (page, event.url), page)


def _script(event: PerformanceSnapshot, duration_ms: float) -> dict[str, str]:
    """The longest-running script, which is known only for the longest task."""
    script = event.attribution.long_task_script if event.attribution else None
    is_longest = duration_ms >= (event.long_tasks.longest or 0.0)
    return {"script": page_text(script)} if is_longest and isinstance(script, str) and script else {}


TRIGGER = Trigger((PerformanceSnapshot,), LongTask)
