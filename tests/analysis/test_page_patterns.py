"""What a page did not show: captures in which something is missing, and captures that look like it."""

from typing import Any

import msgspec
import pytest
from pattern_events import SAVE, at, call, message

from gasoline.analysis.causes.patterns import request_patterns, socket_patterns
from gasoline.model.actions import DomSnapshot, EnhancedAction, PageWatch
from gasoline.model.events import NetworkBody, RequestTiming, WebSocketEvent


def typed(changed: int | None, *appeared: str, until: int = 2_600, **more: Any) -> EnhancedAction:
    watch = PageWatch(until=until) if changed is None else PageWatch(until=until, changed=changed)
    return EnhancedAction(type="input", ts=at(0), tab_id=1, page_watch=watch, appeared=list(appeared), **more)


def raced(action: EnhancedAction, *bodies: str) -> list[str]:
    calls = [call("/search?q=a", 10, 500, id="1"), call("/search?q=ab", 110, 50, id="2")]
    known = [
        NetworkBody(id=str(number), method="GET", status=200, response_body=body)
        for number, body in enumerate(bodies, start=1)
    ]
    found = request_patterns(enumerate(calls, start=1), known, [action])
    return [each.text.rpartition("; ")[2] for each in found if each.kind == "answers_out_of_order"]


# ERR-25
def test_answers_out_of_order_say_which_one_the_page_showed() -> None:
    old, new = '{"hits":["Anna","Abel"]}', '{"hits":["Abel"]}'
    assert raced(typed(520, "Anna"), old, new) == ["the page then showed “Anna” of the older r1"]
    assert raced(typed(520)) == ["the page changed again after it, so it may show the older r1"]
    unknown = ["a page that shows whatever comes last shows the older r1"]
    assert raced(typed(None, until=600)) == unknown
    assert raced(EnhancedAction(type="input", ts=at(0), tab_id=1)) == unknown


def test_a_page_that_ignored_the_older_answer_or_shows_the_newer_one_is_not_accused() -> None:
    assert raced(typed(170)) == []
    assert raced(typed(None)) == []
    assert raced(typed(520, "Abba"), '{"hits":["Anna"]}', '{"hits":["Abba"]}') == []


def unseen(action: EnhancedAction, *calls: RequestTiming, bodies: Any = ()) -> list[str]:
    found = request_patterns(enumerate(calls, start=1), bodies, [action])
    return [each.text for each in found if each.kind == "no_render"]


SAVED = call("/orders", 20, 300, **SAVE, id="1")


def test_an_answer_after_which_the_page_did_not_change_is_named() -> None:
    said = (
        "r1 POST /orders was answered 200, but no element or text of the page changed in the 2.3 s after it, "
        "from src/form.js:9"
    )
    assert unseen(typed(None), SAVED) == [said]
    assert unseen(typed(30), SAVED) == [said]
    sizes = [call("/items", -5_000, decoded_size=9), call("/items", 20, decoded_size=12)]
    assert "r2 GET /items was answered 200" in unseen(typed(None), *sizes)[0]


@pytest.mark.parametrize(
    ("action", "calls"),
    [
        (typed(330), [SAVED]),
        (typed(None, until=700), [SAVED]),
        (EnhancedAction(type="click", ts=at(0), tab_id=1), [SAVED]),
        (typed(None), [call("/orders", 20, 300, **SAVE, status=204)]),
        (typed(None), [call("/orders", 20, 300, **SAVE, status=500)]),
        (typed(None), [call("/orders", 20, 300, method="POST", tab_id=2)]),
        (typed(None), [call("/orders", -500, 700, **SAVE)]),
        (typed(None), [call("/orders", 20, 300, **SAVE, untrusted_frame=True)]),
        (typed(None, url="http://localhost/"), [call("/orders", 20, 300, **SAVE, page_url="http://localhost:9/")]),
        (typed(None), [call("/api/events", 20, 300, **SAVE)]),
        (typed(None), [call("/orders", 20, 300, **SAVE, page_url="https://shop.example/")]),
        (typed(None), [call("/items", -5_000, decoded_size=9), call("/items", 20, decoded_size=9)]),
        (typed(None), [call("/items", -5_000), call("/items", 20)]),
        (typed(330), [SAVED, call("/items", 20, 100)]),
    ],
)
def test_an_answer_that_was_shown_or_that_nothing_had_to_show_is_not_named(
    action: EnhancedAction, calls: list[RequestTiming]
) -> None:
    assert unseen(action, *calls) == []


def test_an_empty_answer_has_nothing_to_show() -> None:
    empty = [NetworkBody(id="1", method="POST", status=200, response_body="")]
    assert unseen(typed(None), SAVED, bodies=empty) == []


def prices(*times: float, data: str = '{"type":"tick","price":%d}') -> list[WebSocketEvent]:
    return [message(ms, data % ms if "%" in data else data, tab_id=1) for ms in times]


def stopped(events: list[WebSocketEvent], changed: float | None, since: float = 0) -> list[str]:
    watch = DomSnapshot(
        ts=at(0), tab_id=1, watched_since=at(since), changed_at=None if changed is None else at(changed)
    )
    found = socket_patterns(enumerate(events, start=1), [watch])
    return [each.text for each in found if each.kind == "page_stopped_changing"]


STEADY = prices(100, 1_100, 2_100, 3_100, 4_100)


def test_messages_that_arrive_while_the_page_no_longer_changes_are_named() -> None:
    assert stopped(STEADY, 1_110) == [
        "3 messages of /feed (w3 to w5) arrived while the page no longer changed; it last changed after w2, "
        "3.0 s before the last message"
    ]


@pytest.mark.parametrize(
    ("events", "changed", "since"),
    [
        (STEADY, 4_110, 0),
        (STEADY, None, 0),
        (STEADY, 90, 0),
        (STEADY[:4], 1_110, 0),
        (prices(100, 1_100, 1_200, 1_300, 1_400), 1_110, 0),
        (prices(100, 1_100, 2_100, 3_100, 4_100, data='{"type":"tick","price":1}'), 1_110, 0),
        (prices(100, 1_100, 2_100, 3_100, 4_100, data='{"type":"ping","n":%d}'), 1_110, 0),
        (STEADY, 1_110, 3_000),
        ([msgspec.structs.replace(each, untrusted_frame=True) for each in STEADY], 1_110, 0),
    ],
)
def test_a_page_that_keeps_changing_or_has_nothing_to_show_is_not_reported(
    events: list[WebSocketEvent], changed: float | None, since: float
) -> None:
    assert stopped(events, changed, since) == []
