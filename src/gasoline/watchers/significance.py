"""Passes every event to the triggers of its kind; their notices go into the log of significant events."""

import logging

from gasoline.model.events import Event
from gasoline.store.store import Store
from gasoline.watchers import triggers
from gasoline.watchers.clock import Clock
from gasoline.watchers.triggers.trigger import Check, Surroundings

logger = logging.getLogger("gasoline.watchers")


def watch_significance(store: Store, clock: Clock) -> None:
    """Starts filling the store's log of significant events."""
    around = Surroundings(store, clock, store.notices.add)
    checks: dict[type[Event], list[Check]] = {}
    for trigger in triggers.ALL:
        check = trigger.build(around)
        for kind in trigger.event_types:
            checks.setdefault(kind, []).append(check)

    def on_event(before: Event | None, event: Event) -> None:
        for check in checks.get(type(event), ()):
            try:
                notice = check(before, event)
            except Exception:  # a failing trigger must not lose the event
                logger.exception("a trigger failed")
                continue
            if notice is not None:
                store.notices.add(notice)

    store.listen(lambda _, event: on_event(None, event))
    store.listen_to_updates(on_event)
