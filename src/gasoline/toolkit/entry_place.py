"""Finds the list of an entry, for an id that was passed to another list."""

from typing import Any

from gasoline.store.ring import Ring
from gasoline.store.store import Store
from gasoline.toolkit.capability import Listing

MESSAGES = "el"


def where_listed(store: Store, entry_id: str) -> str:
    """The call that gives the entry complete; empty if no list has it."""
    number = Listing.read_cursor(entry_id)
    for mode, letter, ring in _lists(store):
        if _may_be(entry_id[:1], letter) and any(number in (slot.seq, slot.last_seq) for slot in ring.newest_first()):
            return f"observe what={mode} id={letter}{number}"
    return ""


def _may_be(given: str, letter: str) -> bool:
    """Errors are messages, too; an assistant that saw one in a list may ask for it in the other."""
    return given == letter or (given in MESSAGES and letter in MESSAGES)


def _lists(store: Store) -> tuple[tuple[str, str, Ring[Any]], ...]:
    return (
        ("errors", "e", store.logs.errors),
        ("logs", "l", store.logs.chatter),
        ("network", "r", store.network),
        ("network_bodies", "b", store.network_bodies),
        ("websocket_events", "w", store.websocket_events.ring),
        ("actions", "a", store.actions),
        ("server_logs", "s", store.server_logs),
    )
