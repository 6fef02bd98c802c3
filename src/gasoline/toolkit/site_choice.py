"""Chooses the site of a script or a verification, so that two open projects are not mixed."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from gasoline.kernel.urls import origin_of
from gasoline.model.events import Event, NetworkBody, NetworkEntry, RequestTiming, WebSocketEvent
from gasoline.rendering.address import host
from gasoline.store.store import Store

SITES = 5
REQUESTS = (NetworkBody, NetworkEntry, RequestTiming, WebSocketEvent)


def site_of(event: Event) -> str:
    """The origin of the page; empty for a request that does not say which page made it."""
    page = getattr(event, "page_url", None)
    if isinstance(page, str) and page:
        return origin_of(page)
    if isinstance(event, REQUESTS):
        return ""
    target = getattr(event, "to_url", None)  # a navigation belongs to the page that it leads to
    return origin_of(target if isinstance(target, str) and target else event.url)


def is_at(event: Event, sites: Iterable[str]) -> bool:
    """Whether the event is of one of the sites, or may be."""
    site = site_of(event)
    return not site or site in sites


def newest_site(store: Store) -> str:
    """The site of the user's latest action, else of the latest error; empty if neither is known."""
    newest: list[Any] = [next(ring.newest_first(), None) for ring in (store.actions, store.logs.errors)]
    return next((site for slot in newest if slot is not None and (site := site_of(slot.event))), "")


def others_note(store: Store, site: str) -> str:
    """Says which other sites were captured and left out; empty if there are none."""
    events = (slot.event for ring in (store.actions, store.logs.errors) for slot in ring.newest_first())
    counts = Counter(found for event in events if (found := site_of(event)) and found != site)
    if not site or not counts:
        return ""
    listed = ", ".join(f"{host(other)} ({number})" for other, number in counts.most_common(SITES))
    return f"Only {host(site)} is included; also captured: {listed}. Pass url_filter to choose another site."
