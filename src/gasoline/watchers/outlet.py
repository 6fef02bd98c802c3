"""One client's exit: takes what the client wants from the log and sends it at the client's pace, one at a time."""

from collections.abc import Callable
from dataclasses import dataclass

from gasoline.model.notices import Notice
from gasoline.store.notices import NoticeLog, Numbered
from gasoline.store.repeats import Repeats
from gasoline.watchers.clock import Clock, Timer
from gasoline.watchers.pace import Pace

Done = Callable[[], None]


@dataclass(frozen=True)
class Wishes:
    """What a client wants, asked anew for each event: it may change its mind."""

    wants: Callable[[Notice], bool]
    throttle_s: Callable[[], float]
    hears: Callable[[], bool] = lambda: True
    """Whether it can be told now; until then everything is held."""


class Outlet:
    """`send` calls its second argument when the notice is on its way: a client that reads slowly gets summaries."""

    def __init__(self, log: NoticeLog, clock: Clock, wishes: Wishes, send: Callable[[Notice, Done], None]) -> None:
        self._clock = clock
        self._wishes = wishes
        self._send = send
        self._pace = Pace()
        self._repeats = Repeats()
        self._timer: Timer | None = None
        self._is_sending = False
        self._is_closed = False
        self._undo = log.listen(self._offer)

    def reconsider(self) -> None:
        """After the wishes have changed, or the client hears again: what is held may be wanted no more, or sooner."""
        self._pace.keep(self._wishes.wants)
        self._stop_timer()
        self._arm()

    def close(self) -> None:
        """Nothing is sent from now on, and nothing is left that could."""
        self._is_closed = True
        self._undo()
        self._stop_timer()

    def _offer(self, numbered: Numbered) -> None:
        notice = numbered.notice
        if not self._wishes.wants(notice) or not self._repeats.is_new(notice.key, self._clock.time()):
            return
        is_first = self._pace.is_empty
        self._pace.hold(notice)
        if is_first:
            self._arm(at_once=True)

    def _arm(self, *, at_once: bool = False) -> None:
        """Sends what is held, or sets the timer for it."""
        if self._is_sending or self._timer is not None or self._pace.is_empty or self._is_closed:
            return
        if not self._wishes.hears():
            return
        wait_s = self._pace.next_at(self._wishes.throttle_s()) - self._clock.time()
        if wait_s > 0:
            self._timer = self._clock.call_later(wait_s, self._due)
            return
        self._is_sending = True
        self._send(self._pace.take(self._clock.time(), at_once=at_once), self._sent)

    def _due(self) -> None:
        self._timer = None
        self._arm()

    def _sent(self) -> None:
        self._is_sending = False
        self._arm()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
