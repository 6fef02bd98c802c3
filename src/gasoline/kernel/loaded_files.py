"""Recognizes loads of pages and of their files: a development server serves hundreds of files, of which few matter."""

from msgspec import UNSET

from gasoline.model.events import RequestTiming

PAGE_LOAD = "navigation"
CALLS = frozenset({"fetch", "xmlhttprequest", "beacon", "eventsource", PAGE_LOAD, "iframe"})
"""Initiators of requests that are not for files of a page."""
FAILURE = 400


def is_page_load(event: RequestTiming) -> bool:
    """The request for the page itself, by a method that the browser does not tell."""
    return event.initiator == PAGE_LOAD


def is_loaded_file(event: RequestTiming) -> bool:
    """A script, style, image or font that arrived, as far as the browser says."""
    has_arrived = not isinstance(event.status, int) or 0 < event.status < FAILURE
    is_file = event.initiator not in CALLS and event.method in (UNSET, None, "GET")
    return is_file and event.aborted is not True and has_arrived
