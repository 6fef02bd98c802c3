"""Holds the notice of a failed request until its response body arrives as an update."""

from collections import OrderedDict
from dataclasses import dataclass, replace

from gasoline.model.notices import Notice
from gasoline.watchers.clock import Timer
from gasoline.watchers.triggers.response import Response
from gasoline.watchers.triggers.trigger import Surroundings

RESPONSE_PREVIEW_WAIT_S = 0.25  # how long a notice of a failed request waits for the response's body
NOTICES_AWAITING_BODY = 100  # notices that wait for a response's body at once
RESPONSE_REPORTS_S = 1.0  # how long after a notice other reports of the same request may come

Key = tuple[str, int]


@dataclass(frozen=True)
class _Held:
    notice: Notice
    timer: Timer
    reporters: set[type]


@dataclass(frozen=True)
class _Notified:
    at: float
    reporters: set[type]
    """The streams that have reported the request. If one reports it again, it is another request."""


class AwaitBody:
    """Delays notices until the response body arrives. Each waits only briefly, and their number is bounded."""

    def __init__(self, around: Surroundings) -> None:
        self._clock = around.clock
        self._add_notice = around.add_notice
        self._held: OrderedDict[Key, _Held] = OrderedDict()
        self._notified: OrderedDict[Key, _Notified] = OrderedDict()

    def release(self, response: Response) -> Notice | None:
        """The held notice of this request with its body; None if it is not ready."""
        held = self._held.get(response.key)
        if held is None:
            return None
        held.reporters.add(type(response.event))
        if response.may_get_body:
            return None
        self._take(response.key)
        return replace(held.notice, context=held.notice.context | response.preview)

    def hold(self, response: Response, notice: Notice) -> Notice | None:
        """The notice if it is complete; otherwise it follows when the body arrives or the wait ends."""
        if response.key not in self._held:
            if self._was_notified(response):
                return None
            self._wait(response.key, notice)
        return self.release(response)

    def _was_notified(self, response: Response) -> bool:
        """Whether it is a repeated report of a request that a notice was sent for."""
        notified, reporter = self._notified.get(response.key), type(response.event)
        if notified is None or reporter in notified.reporters or self._clock.time() - notified.at > RESPONSE_REPORTS_S:
            return False
        notified.reporters.add(reporter)
        return True

    def _wait(self, key: Key, notice: Notice) -> None:
        timer = self._clock.call_later(RESPONSE_PREVIEW_WAIT_S, lambda: self._add_notice(self._take(key)))
        self._held[key] = _Held(notice, timer, set())
        if len(self._held) > NOTICES_AWAITING_BODY:
            self._add_notice(self._take(next(iter(self._held))))

    def _take(self, key: Key) -> Notice:
        held = self._held.pop(key)
        held.timer.cancel()
        self._notified[key] = _Notified(self._clock.time(), held.reporters)
        self._notified.move_to_end(key)
        if len(self._notified) > NOTICES_AWAITING_BODY:
            self._notified.popitem(last=False)
        return held.notice
