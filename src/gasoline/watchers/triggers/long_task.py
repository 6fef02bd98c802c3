"""A task that kept the page's main thread for more than half a second."""

from collections import OrderedDict

from gasoline.model import limits
from gasoline.model.digest import digest
from gasoline.model.events import Event
from gasoline.model.notices import Notice
from gasoline.model.performance import PerformanceSnapshot
from gasoline.watchers.triggers.trigger import Surroundings, Trigger
from gasoline.watchers.words import page_address, page_words


class LongTask:
    """Remembers the longest task of each load: for a sender that does not say which one is new."""

    def __init__(self, _: Surroundings) -> None:
        self._longest: OrderedDict[int, float] = OrderedDict()

    def __call__(self, _: Event | None, event: Event) -> Notice | None:
        if not isinstance(event, PerformanceSnapshot):
            return None
        longest = event.long_tasks.longest or 0.0
        known = self._replace(event, longest)
        since = event.long_tasks.longest_since
        new_ms = since if isinstance(since, (int, float)) else longest if longest > known else 0.0
        return _notice(event, new_ms) if new_ms > limits.BLOCKED_MS else None

    def _replace(self, event: PerformanceSnapshot, longest: float) -> float:
        """The longest task of the load as it was known before."""
        if not event.id:
            return 0.0
        load = digest(event.id)
        known = self._longest.pop(load, 0.0)
        self._longest[load] = max(longest, known)
        if len(self._longest) > limits.SNAPSHOTS_TOLD:
            self._longest.popitem(last=False)
        return known


def _notice(event: PerformanceSnapshot, duration_ms: float) -> Notice:
    page = event.page_url if isinstance(event.page_url, str) else event.url
    context = {"url": page_address(page), "duration_ms": round(duration_ms), **_script(event, duration_ms)}
    message = f"Main thread blocked for {duration_ms:.0f}ms"
    began = event.long_tasks.longest_since_at
    return Notice("performance", message, began or event.ts, context, (page, event.url), page)


def _script(event: PerformanceSnapshot, duration_ms: float) -> dict[str, str]:
    """The script that ran longest: it is known for the longest task alone."""
    script = event.attribution.long_task_script if event.attribution else None
    is_longest = duration_ms >= (event.long_tasks.longest or 0.0)
    return {"script": page_words(script)} if is_longest and isinstance(script, str) and script else {}


TRIGGER = Trigger((PerformanceSnapshot,), LongTask)
