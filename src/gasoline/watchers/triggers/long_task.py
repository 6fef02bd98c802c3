"""A task that kept the page's main thread for more than half a second."""

from gasoline.model import limits
from gasoline.model.events import Event
from gasoline.model.notices import Notice
from gasoline.model.performance import PerformanceSnapshot
from gasoline.watchers.triggers.trigger import Trigger
from gasoline.watchers.words import page_address, page_words


def check(before: Event | None, event: Event) -> Notice | None:
    if not isinstance(event, PerformanceSnapshot):
        return None
    longest, known = _longest(event), _longest(before)
    if longest <= limits.BLOCKED_MS or longest <= known:
        return None
    page = event.page_url if isinstance(event.page_url, str) else event.url
    context = {"url": page_address(page), "duration_ms": round(longest), **_script(event)}
    return Notice("performance", f"Main thread blocked for {longest:.0f}ms", event.ts, context, (page, event.url), page)


def _longest(event: Event | None) -> float:
    """In milliseconds; while a page is open, it may become longer."""
    return (event.long_tasks.longest or 0.0) if isinstance(event, PerformanceSnapshot) else 0.0


def _script(event: PerformanceSnapshot) -> dict[str, str]:
    script = event.attribution.long_task_script if event.attribution else None
    return {"script": page_words(script)} if isinstance(script, str) and script else {}


TRIGGER = Trigger((PerformanceSnapshot,), lambda _: check)
