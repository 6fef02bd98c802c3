"""Reads when events happened, and whether two of them happened on the same page."""

from typing import Any

from gasoline.model.events import Event, LogEntry, parse_time


def first_and_last_time(entry: LogEntry) -> tuple[str, str]:
    """The first and the last time it happened. Only `ts` is validated: senders may put anything into the others."""
    return _time_or(entry.first_seen, entry.ts), _time_or(entry.last_seen, entry.ts)


def _time_or(text: Any, otherwise: str) -> str:
    if not isinstance(text, str) or not text:
        return otherwise
    try:
        parse_time(text)
    except ValueError:
        return otherwise
    return text


def is_same_page(one: Event, other: Event) -> bool:
    """Whether both are in the same tab, or on the same page if a sender knows no tabs. An untrusted frame is a separate
    page."""
    if is_untrusted(one) is not is_untrusted(other):
        return False
    if isinstance(one.tab_id, int) and isinstance(other.tab_id, int):
        return one.tab_id == other.tab_id
    return page_of(one) == page_of(other)


def is_untrusted(event: Event) -> bool:
    """PAGE-08: from a frame or window that another page could reach, and may have made up."""
    return event.untrusted_frame is True


def page_of(event: Event) -> str:
    page = getattr(event, "page_url", None)
    return page if isinstance(page, str) and page else event.url
