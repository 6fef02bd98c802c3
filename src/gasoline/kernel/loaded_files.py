"""Recognizes the files that a page loaded: of a development server there are hundreds, and few tell something."""

from msgspec import UNSET

from gasoline.model.events import RequestTiming

CALLS = frozenset({"fetch", "xmlhttprequest", "beacon", "eventsource", "navigation", "iframe"})
"""Initiators of requests that are not for files of a page."""
FAILURE = 400


def is_loaded_file(event: RequestTiming) -> bool:
    """A script, style, image or font that arrived, as far as the browser says."""
    has_arrived = not isinstance(event.status, int) or 0 < event.status < FAILURE
    is_file = event.initiator not in CALLS and event.method in (UNSET, None, "GET")
    return is_file and event.aborted is not True and has_arrived
