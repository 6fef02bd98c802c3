"""Shows every event to the triggers that hear its kind; what they find goes into the log of significant events."""

import logging

from gasoline.model.events import Event
from gasoline.store.store import Store
from gasoline.watchers import triggers
from gasoline.watchers.clock import Clock
from gasoline.watchers.triggers.trigger import Check, Surroundings

logger = logging.getLogger("gasoline.watchers")


def watch_significance(store: Store, clock: Clock) -> None:
    """From now on the store's log of significant events follows what is captured."""
    around = Surroundings(store, clock, store.notices.add)
    checks: dict[type[Event], list[Check]] = {}
    for trigger in triggers.ALL:
        check = trigger.build(around)
        for kind in trigger.hears:
            checks.setdefault(kind, []).append(check)

    def heard(before: Event | None, event: Event) -> None:
        for check in checks.get(type(event), ()):
            try:
                notice = check(before, event)
            except Exception:  # a trigger that fails must not cost the event itself
                logger.exception("a trigger failed")
                continue
            if notice is not None:
                store.notices.add(notice)

    store.listen(lambda _, event: heard(None, event))
    store.listen_to_updates(heard)
