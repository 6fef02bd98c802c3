"""The shelf of network bodies."""

from collections.abc import Callable

from gasoline.model.events import NetworkBody
from gasoline.store.listeners import Listeners
from gasoline.store.ring import Ring
from gasoline.store.shelf import Origin, RingShelf

Listener = Callable[[NetworkBody | None, NetworkBody], None]
"""Hears what was known of an exchange, if anything, and what is known now."""


class NetworkBodies(RingShelf[NetworkBody]):
    """A ring; listeners hear of updates, too, because a body often comes after its request."""

    def __init__(self, ring: Ring[NetworkBody]) -> None:
        super().__init__("network_bodies", ring)
        self._listeners: Listeners[NetworkBody | None, NetworkBody] = Listeners()

    def listen(self, listener: Listener) -> None:
        self._listeners.add(listener)

    def add(self, event: NetworkBody, size: int, origin: Origin) -> None:
        super().add(event, size, origin)
        self._listeners.notify(None, event)

    def update(self, event: NetworkBody, size: int, origin: Origin) -> None:
        before = self.find(event.key)
        super().update(event, size, origin)
        self._listeners.notify(before, event)
