"""How a client is told: at once if it may, the rest as one summary, never too often, nothing lost."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from parts import Clock

from gasoline.model.notices import Category, Notice
from gasoline.model.units import KIB
from gasoline.store.notice_log import MAX_NOTICES, NoticeLog
from gasoline.store.recent_keys import NOTICE_DEDUP_KEYS
from gasoline.watchers.notification_pace import NOTICES_HELD, NOTICES_PER_MINUTE
from gasoline.watchers.notifier import Notifier, Subscription

NOW = "2026-01-31T12:00:00.000Z"


@dataclass
class Client:
    """Hears notices, and reads at once unless it is told not to."""

    clock: Clock = field(default_factory=Clock)
    throttle_s: float = 5.0
    heard: list[tuple[float, Notice]] = field(default_factory=list)
    reads: bool = True
    unread: list[Callable[[], None]] = field(default_factory=list)
    wants: Callable[[Notice], bool] = lambda _: True
    hears: bool = True

    def __post_init__(self) -> None:
        self.log = NoticeLog(self.clock)
        wishes = Subscription(self._wants, lambda: self.throttle_s, lambda: self.hears)
        self.start = self.clock.seconds
        self.outlet = Notifier(self.log, self.clock, wishes, self._hear)

    def _wants(self, notice: Notice) -> bool:
        return self.wants(notice)

    def _hear(self, notice: Notice, done: Callable[[], None]) -> None:
        self.heard.append((self.clock.seconds - self.start, notice))
        if self.reads:
            done()
        else:
            self.unread.append(done)

    def happen(self, message: str, category: Category = "errors", url: str = "") -> None:
        self.log.add(Notice(category, message, NOW, addresses=(url,)))

    @property
    def times(self) -> list[float]:
        return [at for at, _ in self.heard]

    @property
    def messages(self) -> list[str]:
        return [notice.message for _, notice in self.heard]


@pytest.fixture
def client() -> Client:
    return Client()


def test_the_first_event_is_sent_at_once(client: Client) -> None:
    client.happen("a")
    assert (client.times, client.messages) == ([0], ["a"])


# NOTE-04
def test_what_follows_is_one_summary_when_the_throttle_allows(client: Client) -> None:
    for message in "abc":
        client.happen(message)
    client.happen("d", "network_errors")
    client.clock.pass_by(60)
    assert client.times == [0, 5]
    summary = client.heard[1][1]
    assert summary.message == "3 significant events: 2 errors, 1 network error"
    assert [event["message"] for event in summary.context["events"]] == ["b", "c", "d"]
    assert list(summary.params()) == ["category", "severity", "message", "timestamp", "context"]


def test_a_single_event_that_had_to_wait_is_sent_unchanged(client: Client) -> None:
    client.happen("a")
    client.clock.pass_by(1)
    client.happen("b")
    client.clock.pass_by(10)
    assert (client.times, client.messages) == ([0, 5], ["a", "b"])


# NOTE-04
def test_a_quick_throttle_still_waits_for_the_batch(client: Client) -> None:
    client.throttle_s = 1
    for at in range(4):
        client.happen(f"e{at}")
        client.clock.pass_by(0.5)
    client.clock.pass_by(10)
    assert client.times == [0, 2]
    client.happen("later")
    assert client.times == [0, 2, 12]


# NOTE-05
def test_no_more_than_twelve_in_any_minute(client: Client) -> None:
    client.throttle_s = 1
    for number in range(600):
        client.happen(f"e{number}")
        client.clock.pass_by(0.5)
    for start in client.times:
        assert sum(start <= at < start + 60 for at in client.times) <= NOTICES_PER_MINUTE
    client.clock.pass_by(120)
    told = sum(len(notice.context["events"]) if notice.context else 1 for _, notice in client.heard)
    left_out = sum(notice.context.get("left_out", 0) for _, notice in client.heard)
    assert told + left_out == 600


# NOTE-06
def test_the_same_event_is_not_sent_twice_within_thirty_seconds(client: Client) -> None:
    client.happen("a")
    client.clock.pass_by(29.9)
    client.happen("a")
    client.clock.pass_by(0.2)
    client.happen("a")
    client.clock.pass_by(60)
    assert client.times == [0, pytest.approx(30.1)]


def test_a_later_client_receives_what_others_received_a_moment_ago() -> None:
    clock = Clock()
    early = Client(clock)
    early.happen("a")
    heard: list[str] = []
    wishes = Subscription(lambda _: True, lambda: 1.0)

    def hear(notice: Any, done: Any) -> None:
        heard.append(notice.message)
        done()

    Notifier(early.log, clock, wishes, hear)
    early.happen("a")
    assert (early.messages, heard) == (["a"], ["a"])


def test_ten_thousand_events_in_a_second_are_two_notifications_and_bounded_memory(client: Client) -> None:
    for number in range(10_000):
        client.happen(f"e{number}", "performance")
        client.clock.pass_by(0.0001)
    client.clock.pass_by(10)
    assert len(client.heard) == 2
    summary = client.heard[1][1]
    assert summary.message == "9999 significant events: 9999 performance events"
    assert len(summary.context["events"]) == NOTICES_HELD
    assert summary.context["left_out"] == 9999 - NOTICES_HELD
    assert len(client.log) == MAX_NOTICES


def test_a_client_that_does_not_read_gets_one_summary_when_it_does(client: Client) -> None:
    client.reads = False
    client.happen("a")
    for number in range(5):
        client.clock.pass_by(30)
        client.happen(f"b{number}")
    assert client.messages == ["a"]
    client.reads = True
    client.unread.pop()()
    assert client.messages == ["a", "5 significant events: 5 errors"]


def test_a_closed_outlet_leaves_nothing_behind(client: Client) -> None:
    client.happen("a")
    client.happen("b")
    client.outlet.close()
    assert (client.clock.timers, client.log.listeners) == ([], 0)
    client.clock.pass_by(60)
    assert client.messages == ["a"]


def test_what_is_wanted_no_more_is_dropped_and_what_may_leave_earlier_does(client: Client) -> None:
    client.throttle_s = 60
    client.happen("a")
    client.happen("b")
    client.happen("c", "security")
    client.wants = lambda notice: notice.category == "security"
    client.throttle_s = 3
    client.outlet.reconsider()
    client.clock.pass_by(4)
    assert (client.times, client.messages) == ([0, 3], ["a", "c"])


def flood(client: Client, category: Category, url: str = "") -> None:
    for number in range(NOTICES_HELD * 2):
        client.happen(f"{category} {url} {number}", category, url)


def test_what_was_only_counted_is_dropped_when_its_category_is_wanted_no_more(client: Client) -> None:
    client.happen("a")
    flood(client, "errors")
    flood(client, "security")
    client.wants = lambda notice: notice.category == "security"
    client.outlet.reconsider()
    client.clock.pass_by(10)
    summary = client.heard[1][1]
    assert summary.message == f"{NOTICES_HELD * 2} significant events: 100 possible credential exposures"
    assert summary.context == {"events": [], "left_out": NOTICES_HELD * 2}
    assert (summary.category, summary.timestamp) == ("security", NOW)


def test_what_was_only_counted_is_dropped_when_its_address_is_wanted_no_more(client: Client) -> None:
    client.happen("a")
    flood(client, "errors", "http://a/shop")
    flood(client, "errors", "http://a/admin")
    client.wants = lambda notice: "/shop" in str(notice.addresses)
    client.outlet.reconsider()
    client.clock.pass_by(10)
    assert client.heard[1][1].message == "100 significant events: 100 errors"


def test_what_nobody_wants_any_more_is_not_sent_as_an_empty_summary(client: Client) -> None:
    client.happen("a")
    flood(client, "errors")
    client.wants = lambda _: False
    client.outlet.reconsider()
    client.clock.pass_by(60)
    assert client.messages == ["a"]
    assert client.clock.timers == []


def test_a_client_that_cannot_receive_is_notified_once_it_can(client: Client) -> None:
    client.hears = False
    client.happen("a")
    client.happen("b")
    client.clock.pass_by(600)
    assert (client.messages, client.clock.timers) == ([], [])
    client.hears = True
    client.outlet.reconsider()
    assert client.messages == ["2 significant events: 2 errors"]


# NOTE-06
def test_the_memory_of_repeats_is_bounded(client: Client) -> None:
    """However long the page's words are."""
    for number in range(5_000):
        client.log.add(Notice("errors", "New error", NOW, topic=f"{number} {'long ' * 1_000}"))
    told = client.outlet._repeats._seen
    assert len(told) == NOTICE_DEDUP_KEYS
    size = sys.getsizeof(told) + sum(sys.getsizeof(key) + sys.getsizeof(at) for key, at in told.items())
    assert size < 50 * KIB  # NOTE-06


def test_the_worst_of_a_summary_gives_its_severity(client: Client) -> None:
    client.happen("a")
    client.happen("b", "performance")
    client.happen("c", "network_errors")
    client.clock.pass_by(5)
    assert (client.heard[1][1].category, client.heard[1][1].severity) == ("network_errors", "error")
