"""Sends notices to one client: filters the log by its settings and sends one notice at a time, at its rate."""

from collections.abc import Callable

from msgspec import Struct

from gasoline.model.notices import Notice
from gasoline.store.notice_log import NoticeLog, Numbered
from gasoline.store.recent_keys import RecentKeys, dedup_key
from gasoline.watchers.clock import Clock, Timer
from gasoline.watchers.notification_pace import NotificationPace

Done = Callable[[], None]


class Subscription(Struct, frozen=True):
    """The client's settings, read for each event because they may change."""

    wants: Callable[[Notice], bool]
    throttle_s: Callable[[], float]
    can_receive: Callable[[], bool] = lambda: True
    """Whether it can be notified now; until then everything is held."""


class Notifier:
    """`send` calls its second argument when the notice has been sent, so a slow client gets summaries."""

    def __init__(
        self, log: NoticeLog, clock: Clock, subscription: Subscription, send: Callable[[Notice, Done], None]
    ) -> None:
        self._clock = clock
        self._subscription = subscription
        self._send = send
        self._pace = NotificationPace()
        self._repeats = RecentKeys()
        self._timer: Timer | None = None
        self._is_sending = False
        self._is_closed = False
        self._undo = log.listen(self._offer)

    def reconsider(self) -> None:
        """Called when the settings change or the client can be notified again: filters and reschedules notices."""
        self._pace.keep(self._subscription.wants)
        self._stop_timer()
        self._arm()

    def close(self) -> None:
        """Stops sending and drops held notices."""
        self._is_closed = True
        self._undo()
        self._stop_timer()

    def _offer(self, numbered: Numbered) -> None:
        notice = numbered.notice
        if not self._subscription.wants(notice) or not self._repeats.is_new(dedup_key(notice), self._clock.time()):
            return
        is_first = self._pace.is_empty
        self._pace.hold(notice)
        if is_first:
            self._arm(at_once=True)

    def _arm(self, *, at_once: bool = False) -> None:
        """Sends held notices, or sets the timer for them."""
        if self._is_sending or self._timer is not None or self._pace.is_empty or self._is_closed:
            return
        if not self._subscription.can_receive():
            return
        wait_s = self._pace.next_at(self._subscription.throttle_s()) - self._clock.time()
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
