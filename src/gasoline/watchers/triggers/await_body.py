"""Holds a notice of a failed request until the body of its response is known, which follows as an update."""

from collections import OrderedDict
from dataclasses import dataclass, replace

from gasoline.model import limits
from gasoline.model.notices import Notice
from gasoline.watchers.clock import Timer
from gasoline.watchers.triggers.response import Response
from gasoline.watchers.triggers.trigger import Surroundings

Key = tuple[str, int]


@dataclass(frozen=True)
class _Held:
    notice: Notice
    timer: Timer


class AwaitBody:
    """Each notice waits for a moment only, and a bounded number of them at once."""

    def __init__(self, around: Surroundings) -> None:
        self._clock = around.clock
        self._tell = around.tell
        self._held: OrderedDict[Key, _Held] = OrderedDict()

    def release(self, response: Response) -> Notice | None:
        """The held notice of this request, with the body that has arrived; None if there is nothing to say yet."""
        if response.may_get_body or response.key not in self._held:
            return None
        held = self._take(response.key)
        return replace(held, context=held.context | response.preview)

    def hold(self, response: Response, notice: Notice) -> Notice | None:
        """The notice if it is complete; otherwise it follows when the body arrives or the wait is over."""
        if not response.may_get_body:
            return self.release(response) or notice
        if response.key not in self._held:
            self._wait(response.key, notice)
        return None

    def _wait(self, key: Key, notice: Notice) -> None:
        timer = self._clock.call_later(limits.RESPONSE_PREVIEW_WAIT_S, lambda: self._tell(self._take(key)))
        self._held[key] = _Held(notice, timer)
        if len(self._held) > limits.NOTICES_AWAITING_BODY:
            self._tell(self._take(next(iter(self._held))))

    def _take(self, key: Key) -> Notice:
        held = self._held.pop(key)
        held.timer.cancel()
        return held.notice
