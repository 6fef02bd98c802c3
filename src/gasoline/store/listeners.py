"""Listeners of one kind of change, isolated: a failing listener loses only its own notification."""

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")
logger = logging.getLogger("gasoline.store")


class Listeners(Generic[P]):
    """Called in registration order."""

    def __init__(self) -> None:
        self._listeners: dict[object, Callable[P, None]] = {}

    def __len__(self) -> int:
        return len(self._listeners)

    def add(self, listener: Callable[P, None]) -> Callable[[], None]:
        """Returns the unsubscribe function, which may be called twice."""
        place = object()
        self._listeners[place] = listener

        def remove() -> None:
            self._listeners.pop(place, None)

        return remove

    def notify(self, *args: P.args, **kwargs: P.kwargs) -> None:
        for listener in list(self._listeners.values()):
            try:
                listener(*args, **kwargs)
            except Exception:
                logger.exception("a listener failed")
