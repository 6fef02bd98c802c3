"""Traffic that looks like a mistake and is none: no pattern names it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gasoline.analysis.causes.patterns import request_patterns, socket_patterns
from gasoline.analysis.causes.patterns.since_update import since_update
from gasoline.analysis.sessions.hot_updates import HotUpdate
from gasoline.model.actions import EnhancedAction, PageWatch, Selectors
from gasoline.model.events import NetworkBody, RequestTiming, WebSocketEvent

START = datetime(2026, 1, 31, 12, tzinfo=UTC)


def at(ms: float) -> str:
    return (START + timedelta(milliseconds=ms)).isoformat()


def call(path: str, start: float, duration: float = 50, method: str = "GET", **more: Any) -> RequestTiming:
    fields: dict[str, Any] = {"status": 200, "initiator": "fetch", "tab_id": 1, **more}
    url = path if "://" in path else f"http://localhost{path}"
    return RequestTiming(url=url, ts=at(start), duration=duration, method=method, **fields)


def kinds(*requests: RequestTiming, bodies: Any = (), actions: Any = ()) -> list[str]:
    return [found.kind for found in request_patterns(enumerate(requests, start=1), bodies, actions)]


def of_sockets(*events: WebSocketEvent) -> list[str]:
    return [found.text for found in socket_patterns(enumerate(events, start=1))]


def messages(*texts: str) -> list[str]:
    url = "ws://localhost/feed"
    return of_sockets(
        *(
            WebSocketEvent(id="a", url=url, event="message", direction="incoming", ts=at(number), data=text)
            for number, text in enumerate(texts)
        )
    )


def closed(url: str, code: int = 1006, count: int = 4) -> list[WebSocketEvent]:
    return [
        WebSocketEvent(id=str(number), url=url, event="close", ts=at(number * 1000), code=code)
        for number in range(count)
    ]


# ERR-25
def test_a_change_that_failed_on_the_new_page_was_not_left_behind() -> None:
    login = call("/login", 2000, 60, method="POST", status=0)
    assert kinds(call("/", 0, 100, initiator="navigation"), login) == []
    assert kinds(call("/login", 0, 100, method="POST", status=0), call("/", 80, initiator="navigation")) == [
        "left_before_answer"
    ]


@pytest.mark.parametrize(
    "url", ["/collect", "/api/track", "https://o1.ingest.sentry.io/api/1/envelope/", "https://api.segment.io/v1/t"]
)
def test_nobody_waits_for_the_answer_of_telemetry(url: str) -> None:
    assert kinds(call(url, 0, 100, method="POST", status=0), call("/", 80, initiator="navigation")) == []
    assert kinds(call(url, 0, method="POST"), call(url, 300, method="POST")) == []


def test_telemetry_whose_sent_text_is_the_same_twice_is_still_named() -> None:
    """An address alone does not tell a calendar's events from those of telemetry."""
    twice = [call("/api/events", number * 80, 300, method="POST", id=str(number)) for number in range(2)]
    sent = [NetworkBody(id=str(n), method="POST", status=200, request_body='{"day":"Mon"}') for n in range(2)]
    assert kinds(*twice, bodies=sent) == ["repeated_request"]


def test_a_poll_with_an_even_rhythm_is_not_a_repeated_request() -> None:
    assert kinds(*(call("/jobs/7/progress", number * 500 + number % 2 * 8, 30) for number in range(8))) == []


def test_a_loop_that_asks_again_with_every_answer_is_a_repeated_request() -> None:
    assert kinds(*(call("/jobs/7", number * 500, 490) for number in range(8))) == ["repeated_request"]
    uneven = (0, 300, 900, 1_250, 1_900, 2_300)
    assert kinds(*(call("/jobs/7", start, 30) for start in uneven)) == ["repeated_request"]


def answered(number: int, body: str) -> NetworkBody:
    return NetworkBody(id=str(number), method="GET", status=200, response_body=body)


def test_answers_that_the_page_shows_side_by_side_were_not_in_a_race() -> None:
    pages = [call("/items?page=2", 10, 500, id="1"), call("/items?page=3", 110, 50, id="2")]
    bodies = [answered(1, '["Apple pie","Banana"]'), answered(2, '["Cherry","Damson"]')]
    watch = PageWatch(until=2_600, changed=520)
    shown = EnhancedAction(type="scroll", ts=at(0), tab_id=1, page_watch=watch, appeared=["Cherry", "Apple pie"])
    assert kinds(*pages, bodies=bodies, actions=[shown]) == []


def test_a_late_failure_is_not_shown_instead_of_the_newer_answer() -> None:
    assert kinds(call("/search?q=a", 10, 500, status=503), call("/search?q=ab", 110, 50)) == []


# ERR-25
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            '{"id":"1","type":"next","payload":{"data":{"userAdded":{"name":"A"}}}}',
            '{"id":"2","type":"next","payload":{"data":{"orderPaid":{"total":3}}}}',
        ),
        (
            '{"jsonrpc":"2.0","method":"price","params":{"price":1}}',
            '{"jsonrpc":"2.0","method":"user","params":{"name":"x"}}',
        ),
        ('{"jsonrpc":"2.0","id":1,"result":{"a":1}}', '{"jsonrpc":"2.0","id":2,"error":{"code":1}}'),
        ('{"type":"update","topic":"users","name":"x"}', '{"type":"update","topic":"orders","total":1}'),
        (
            '{"type":"update","entity":"user","user":{"n":1}}',
            '{"type":"update","entity":"order","order":{"t":1}}',
        ),
        (
            '{"type":"message","data":{"type":"price","price":1}}',
            '{"type":"message","data":{"type":"user","name":"a"}}',
        ),
        ('{"identifier":"A","message":{"body":"x"}}', '{"identifier":"B","message":{"count":2}}'),
        ('{"type":1,"price":2,"symbol":"x"}', '{"type":2,"user":"a","symbol":"x"}'),
        ('{"type":"set","key":"a","value":1}', '{"type":"set","key":"b","value":"x"}'),
    ],
)
def test_messages_that_say_that_they_are_of_different_kinds_have_not_changed(one: str, other: str) -> None:
    assert messages(one, one, other) == []
    assert messages(one, other) == []


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (
            '{"jsonrpc":"2.0","method":"price","params":{"value":1}}',
            '{"jsonrpc":"2.0","method":"price","params":{"value":"1"}}',
            "`price` messages of /feed changed from w1 to w2: `params.value`: number → string",
        ),
        (
            '{"id":"1","type":"next","payload":{"data":{"paid":1}}}',
            '{"id":"9","type":"next","payload":{"data":{"paid":"1"}}}',
            "`next` messages of /feed changed from w1 to w2: `payload.data.paid`: number → string",
        ),
    ],
)
def test_messages_of_one_kind_that_changed_are_named(before: str, now: str, said: str) -> None:
    assert messages(before, now) == [said]


@pytest.mark.parametrize(
    "url", ["ws://localhost:5173/?token=abc", "ws://localhost:3000/_next/webpack-hmr", "ws://localhost:8080/ws"]
)
def test_a_development_server_that_restarts_is_not_a_reconnect_loop_of_the_page(url: str) -> None:
    greeting = {"ws://localhost:5173/?token=abc": '{"type":"connected"}', "ws://localhost:8080/ws": '{"type":"hot"}'}
    hello = WebSocketEvent(
        id="0", url=url, event="message", direction="incoming", ts=at(0), data=greeting.get(url, "{}")
    )
    assert of_sockets(hello, *closed(url)) == []
    assert "was closed 4 times" in of_sockets(*closed("ws://localhost/ws/orders"))[0]


def clicked(ms: float, text: str) -> EnhancedAction:
    return EnhancedAction(type="click", ts=at(ms), tab_id=1, selectors=Selectors(text=text))


# ERR-25
def test_what_was_never_tried_before_a_hot_update_did_not_begin_with_it() -> None:
    update = HotUpdate(at(1_000), "vite", files=["/src/footer.js"])
    seen = START + timedelta(seconds=60)
    first, again = [clicked(59_900, "Export")], [clicked(500, "Export"), clicked(59_900, "Export")]
    said = "first seen 59.0 s after a hot update of /src/footer.js"
    assert since_update(seen, START, [update], first) == ""
    assert since_update(seen, START, [update], again) == said
    assert since_update(seen, START, [update], first, "at draw (http://localhost/src/footer.js?t=1:4:2)") == said
    assert since_update(START + timedelta(seconds=3), START, [update], [clicked(2_900, "Export")]) != ""
