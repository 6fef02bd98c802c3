"""Patterns that an expert would see: each with captures that show it and captures that look like it and do not."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from parts import Parts

from gasoline.analysis.causes.patterns import request_patterns, socket_patterns
from gasoline.analysis.causes.patterns.since_deploy import page_loads, since_deploy
from gasoline.analysis.causes.patterns.since_update import since_update, updates_of
from gasoline.analysis.causes.patterns.unhandled_failure import unhandled_failure
from gasoline.analysis.sessions.hot_updates import HotUpdate
from gasoline.model.actions import DomSnapshot, EnhancedAction, PageWatch, Selectors
from gasoline.model.call_site import CallPlace
from gasoline.model.error_context import FailedRequest
from gasoline.model.events import ExceptionEntry, NetworkBody, RequestTiming, WebSocketEvent

START = datetime(2026, 1, 31, 12, tzinfo=UTC)


def at(ms: float) -> str:
    return (START + timedelta(milliseconds=ms)).isoformat()


def call(path: str, start: float, duration: float = 50, method: str = "GET", **more: Any) -> RequestTiming:
    fields: dict[str, Any] = {"status": 200, "initiator": "fetch", "tab_id": 1, **more}
    return RequestTiming(url=f"http://localhost{path}", ts=at(start), duration=duration, method=method, **fields)


def of_requests(*requests: RequestTiming) -> list[tuple[str, tuple[str, ...]]]:
    return [(found.kind, found.ids) for found in request_patterns(enumerate(requests, start=1))]


def message(ms: float, data: str, name: str = "a", query: str = "", **more: Any) -> WebSocketEvent:
    url = f"ws://localhost/feed{query}"
    return WebSocketEvent(id=name, url=url, event="message", direction="incoming", ts=at(ms), data=data, **more)


RACE = [call("/search?q=a", 0, 500), call("/search?q=ab", 100, 50)]
SAVE: dict[str, Any] = {"method": "POST", "called_from": [CallPlace(file="src/form.js", line=9)]}
ADD: dict[str, Any] = {"method": "POST", "status": 201}
OLD_LIST: dict[str, Any] = {"cached": True, "called_from": [CallPlace(file="src/notes.js", line=4)]}
ITEMS = [call(f"/users/{number}", number * 10) for number in range(1, 6)]


# ERR-25
@pytest.mark.parametrize(
    ("requests", "expected"),
    [
        (RACE, [("answers_out_of_order", ("r1", "r2"))]),
        ([call("/search?q=a", 0, 50), call("/search?q=ab", 100, 50)], []),
        ([call("/search?q=a", 0, 150), call("/search?q=ab", 100, 100)], []),
        ([call("/search?q=a", 0, 500, aborted=True, status=0), call("/search?q=ab", 100, 50)], []),
        ([call("/search?q=a", 0, 500), call("/search?q=ab", 100, 50, tab_id=2)], []),
        ([call("/orders", 0, 300, **SAVE), call("/orders", 80, 300, **SAVE)], [("repeated_request", ("r1", "r2"))]),
        ([call("/orders", 0, 300, **SAVE), call("/orders", 5000, 300, **SAVE)], []),
        ([call("/orders", 0, 300, status=0, **SAVE), call("/orders", 400, 300, **SAVE)], []),
        (
            [call("/me", number * 100) for number in range(5)],
            [("repeated_request", ("r1", "r2", "r3", "r4", "r5"))],
        ),
        ([call("/me", number * 100) for number in range(4)], []),
        ([call("/me", number * 5000) for number in range(5)], []),
        ([call("/me", number * 2000) for number in range(9)], []),
        (
            [call("/me", number * 100) for number in (*range(5), 90)],
            [("repeated_request", ("r1", "r2", "r3", "r4", "r5"))],
        ),
        ([call("/orders", 0, 100, **SAVE, status=503), call("/orders", 400, 100, **SAVE)], []),
        (
            [call("/orders", 0, 900, **SAVE, status=503), call("/orders", 400, 100, **SAVE)],
            [("repeated_request", ("r1", "r2"))],
        ),
        ([call("/graphql", 0, 100, **SAVE), call("/graphql", 50, 100, **SAVE)], []),
        ([call("/search", 0, 500), call("/search", 100, 50)], [("answers_out_of_order", ("r1", "r2"))]),
        ([call("/users/1", 0, 500), call("/users/2", 100, 50)], [("answers_out_of_order", ("r1", "r2"))]),
        ([call("/users/1", 0, 500), call("/users/2", 10, 50)], []),
        (
            [*ITEMS, call("/users/9", 60_000)],
            [("n_plus_one", ("r1", "r2", "r3", "r4", "r5"))],
        ),
        (
            [call(f"/users?id={number}", number * 10) for number in range(5)],
            [("n_plus_one", ("r1", "r2", "r3", "r4", "r5"))],
        ),
        ([call(f"/users?page={number}", number * 10) for number in range(5)], []),
        (ITEMS, [("n_plus_one", ("r1", "r2", "r3", "r4", "r5"))]),
        (ITEMS[:4], []),
        (
            [call("/save", 0, 100, method="POST", status=0), call("/", 80, initiator="navigation")],
            [("left_before_answer", ("r1",))],
        ),
        ([call("/save", 0, 100, method="POST"), call("/", 80, initiator="navigation")], []),
        ([call("/save", 0, 100, method="POST", status=0), call("/", 120, initiator="navigation")], []),
        ([call("/notes", 0, 50, **ADD), call("/notes", 80, 1, **OLD_LIST)], [("stale_answer", ("r1", "r2"))]),
        (
            [call("/notes/7", 0, 50, method="PATCH"), call("/notes?page=1", 80, 1, **OLD_LIST)],
            [("stale_answer", ("r1", "r2"))],
        ),
        ([call("/notes", 0, 50, **ADD), call("/notes", 80)], []),
        ([call("/notes", 0, 50, **ADD), call("/notes", 60), call("/notes", 80, 1, **OLD_LIST)], []),
        ([call("/notes", 0, 90, **ADD), call("/notes", 80, 1, **OLD_LIST)], []),
        ([call("/notes", 0, 50, method="POST", status=422), call("/notes", 80, 1, **OLD_LIST)], []),
        ([call("/tags", 0, 50, **ADD), call("/notes", 80, 1, **OLD_LIST)], []),
        ([call("/notes-old", 0, 50, **ADD), call("/notes", 80, 1, **OLD_LIST)], []),
    ],
)
def test_requests(requests: list[RequestTiming], expected: list[Any]) -> None:
    assert of_requests(*requests) == expected


def test_the_words_name_the_requests_the_order_and_the_place() -> None:
    (race,) = request_patterns(enumerate(RACE, start=1))
    assert race.text == (
        "answers out of order: r1 GET /search?q=a was sent before r2 GET /search?q=ab but answered 350 ms after it; "
        "a page that shows whatever comes last shows the older r1"
    )
    saved = [call("/orders", 0, 300, **SAVE), call("/orders", 80, 300, **SAVE)]
    (twice,) = request_patterns(enumerate(saved, start=1))
    assert twice.text == (
        "two changes to the same address: r1 POST /orders and r2 80 ms later while the first was under way, "
        "from src/form.js:9"
    )


def test_a_stale_answer_is_told_with_the_change_that_it_lacks() -> None:
    requests = [call("/notes", 0, 50, **ADD), call("/notes", 80, 1, **OLD_LIST)]
    (stale,) = request_patterns(enumerate(requests, start=1))
    assert stale.text == (
        "an old answer from a cache in the browser: r2 GET /notes was not sent, although r1 POST /notes had succeeded "
        "30 ms before, from src/notes.js:4"
    )


def sent(number: int, body: str, **more: Any) -> NetworkBody:
    return NetworkBody(id=str(number), method="POST", status=200, request_body=body, **more)


def words_of(path: str, *bodies: NetworkBody) -> list[str]:
    calls = [call(path, number * 80, 300, id=body.id, **SAVE) for number, body in enumerate(bodies)]
    return [found.text.partition(":")[0] for found in request_patterns(enumerate(calls, start=1), bodies)]


def test_changes_are_the_same_only_if_what_they_sent_is_known_to_be_the_same() -> None:
    assert words_of("/orders", sent(1, '{"n":1}'), sent(2, '{"n":1}')) == ["the same change was sent twice"]
    assert words_of("/orders", sent(1, '{"n":1}'), sent(2, '{"n":2}')) == []
    long = {"truncated": True}
    assert words_of("/orders", sent(1, "{", **long), sent(2, "{", **long)) == ["two changes to the same address"]
    one, other = '{"query":"mutation Add { add }"}', '{"query":"mutation Drop { drop }"}'
    assert words_of("/graphql", sent(1, one), sent(2, other)) == []
    assert words_of("/graphql", sent(1, one), sent(2, one)) == ["the same change was sent twice"]


def test_an_overtaken_answer_that_said_the_same_is_not_named() -> None:
    calls = [call("/search", 0, 500, id="1"), call("/search", 100, 50, id="2")]
    same = [NetworkBody(id=number, method="GET", status=200, response_body="[]") for number in ("1", "2")]
    assert request_patterns(enumerate(calls, start=1), same) == []


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
def test_a_page_that_goes_on_changing_or_has_nothing_to_show_is_not_accused(
    events: list[WebSocketEvent], changed: float | None, since: float
) -> None:
    assert stopped(events, changed, since) == []


def closed(ms: float, code: int = 1006) -> WebSocketEvent:
    return WebSocketEvent(id=str(ms), url="ws://localhost/feed", event="close", ts=at(ms), code=code)


def of_sockets(*events: WebSocketEvent) -> list[str]:
    return [found.text for found in socket_patterns(enumerate(events, start=1))]


OLD, NEW = '{"type":"tick","price":1.5}', '{"type":"tick","amount":{"value":2}}'


def test_a_message_that_changed_is_told_with_its_fields_also_after_a_reconnect() -> None:
    said = "`tick` messages of /feed changed from w2 to w3: `price` is gone, `amount` (object) is new"
    assert of_sockets(message(0, OLD), message(10, OLD), message(20, NEW, "b")) == [said]
    assert of_sockets(message(0, OLD), message(10, '{"type":"tick","price":"1.5"}')) == [
        "`tick` messages of /feed changed from w1 to w2: `price`: number → string"
    ]


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (
            '{"type":"tick","data":{"id":1,"price":1.5}}',
            '{"type":"tick","data":{"id":1,"price":"1.5"}}',
            "`tick` messages of /feed changed from w1 to w2: `data.price`: number → string",
        ),
        (
            '["tick",{"price":1.5}]',
            '["tick",{"price":"1.5"}]',
            "`tick` messages of /feed changed from w1 to w2: `[1].price`: number → string",
        ),
        (
            '42["tick",{"price":1.5}]',
            '42["tick",{"amount":1.5}]',
            "`tick` messages of /feed changed from w1 to w2: `[1].price` is gone, `[1].amount` (number) is new",
        ),
    ],
)
def test_a_change_inside_of_a_message_is_seen_also_after_a_reconnect_with_another_query(
    before: str, now: str, said: str
) -> None:
    assert of_sockets(message(0, before, query="?t=1"), message(10, now, "b", "?t=2")) == [said]


def test_an_additional_field_is_a_change_once_the_old_shape_has_stopped() -> None:
    more = '{"type":"tick","price":1.5,"volume":3}'
    events = [message(number, text) for number, text in enumerate([OLD, OLD, more, more, more])]
    assert of_sockets(*events[:4]) == []
    assert of_sockets(*events) == ["`tick` messages of /feed changed from w2 to w3: `volume` (number) is new"]
    assert of_sockets(*events, message(9, OLD)) == []


@pytest.mark.parametrize(
    "texts",
    [
        (OLD, OLD),
        (OLD, NEW, OLD),
        (OLD, '{"type":"tick","price":null}'),
        (OLD, '{"type":"ping","n":1}'),
        ('{"a":1,"b":2}', '{"c":1}'),
        (OLD, '{"type":"tick","price":1.5,"volume":3}'),
        (OLD, '{"type":"tick","price":1.5,"volume":3}', OLD),
        ('{"prices":{"A":1,"x":1}}', '{"prices":{"B":1,"x":1}}', '{"prices":{"C":1,"x":1}}'),
        ('{"type":"tick","data":null}', *['{"type":"tick","data":{"price":1}}'] * 3),
        ("plain", "text"),
    ],
)
def test_messages_of_several_kinds_have_not_changed(texts: tuple[str, ...]) -> None:
    assert of_sockets(*(message(number, text) for number, text in enumerate(texts))) == []


def test_a_socket_that_is_closed_again_and_again_is_told_with_its_codes() -> None:
    assert of_sockets(closed(0), closed(1000), closed(2000, 1001)) == [
        "the socket /feed was closed 3 times in 2.0 s, with code 1006 ×2, 1001 ×1"
    ]
    assert of_sockets(closed(0), closed(1000)) == []
    assert of_sockets(closed(0, 1001), closed(1000, 1001), closed(2000, 1001)) == []
    assert of_sockets(closed(0), closed(100_000), closed(200_000)) == []


def test_an_error_that_began_with_a_hot_update_names_its_files() -> None:
    update = HotUpdate(at(1000), "vite", files=["/src/cart.js"])
    error = START + timedelta(milliseconds=1120)
    assert since_update(error, START, [update]) == "first seen 120 ms after a hot update of /src/cart.js"
    assert since_update(START, START, [update]) == ""
    assert since_update(error, START + timedelta(milliseconds=1050), [update]) == ""
    assert since_update(error + timedelta(hours=1), START, [update]) == ""


def test_an_update_of_another_page_explains_no_error() -> None:
    here = HotUpdate(at(0), "vite", "http://localhost:1/cart", tab_id=1)
    there = HotUpdate(at(0), "vite", "http://localhost:2/", tab_id=2)
    assert updates_of(ExceptionEntry(message="no", tab_id=1), [here, there]) == [here]
    assert updates_of(ExceptionEntry(message="no", url="http://localhost:2/a"), [here, there]) == [there]
    assert updates_of(ExceptionEntry(message="no"), [here, there]) == []


def test_a_rejection_after_a_failed_call_says_that_nobody_handled_it() -> None:
    request = FailedRequest(method="POST", url="http://localhost/api/save", status=500)
    rejected = ExceptionEntry(message="no", rejection=True)
    assert unhandled_failure(rejected, request) == (
        "POST /api/save answered 500, and no code handled the rejection that followed"
    )
    assert unhandled_failure(rejected, None) == ""
    assert unhandled_failure(ExceptionEntry(message="no"), request) == ""


def loaded(ms: float, *scripts: tuple[str, int]) -> list[RequestTiming]:
    page = call("/cart", ms, initiator="navigation")
    return [page, *(call(path, ms + 9, initiator="script", decoded_size=size) for path, size in scripts)]


def clicked(ms: float, name: str = "pay") -> EnhancedAction:
    return EnhancedAction(type="click", ts=at(ms), tab_id=1, selectors=Selectors(id=name))


OLD_LOAD, NEW_LOAD = loaded(0, ("/assets/index-AAAA1111.js", 900)), loaded(60_000, ("/assets/index-BBBB2222.js", 950))
PAY = [clicked(5_000), clicked(65_000)]


def deployed(requests: list[RequestTiming], actions: list[EnhancedAction], error_ms: float = 65_100) -> str:
    error = ExceptionEntry(message="no", ts=at(error_ms), tab_id=1)
    return since_deploy(START + timedelta(milliseconds=error_ms), page_loads(error, requests, actions))


def test_an_error_that_began_with_a_deploy_names_the_scripts_that_changed() -> None:
    assert deployed([*OLD_LOAD, *NEW_LOAD], PAY) == (
        "first seen after the page's scripts had changed: /assets/index-BBBB2222.js instead of "
        "/assets/index-AAAA1111.js; the load 60.0 s before, with the former scripts, had no such error"
    )
    resized = [*loaded(0, ("/app.js", 900)), *loaded(60_000, ("/app.js", 950))]
    assert "changed: /app.js (900 → 950 bytes);" in deployed(resized, PAY)
    assert "changed: /app.js (900 → 950 bytes);" in deployed(resized, [], 60_300)


@pytest.mark.parametrize(
    ("requests", "actions", "error_ms"),
    [
        ([*OLD_LOAD, *loaded(60_000, ("/assets/index-AAAA1111.js", 900))], PAY, 65_100),
        (NEW_LOAD, PAY, 65_100),
        ([*OLD_LOAD, *NEW_LOAD], [clicked(5_000, "other"), clicked(65_000)], 65_100),
        ([*OLD_LOAD, *NEW_LOAD], [], 75_000),
        ([*loaded(0, ("/a.js", 1)), *loaded(60_000, ("/a.js", 1), ("/lazy-CCCC3333.js", 5))], PAY, 65_100),
        ([*OLD_LOAD, *NEW_LOAD], PAY, 5_100),
    ],
)
def test_a_page_that_did_not_do_the_same_with_other_scripts_says_nothing_about_a_deploy(
    requests: list[RequestTiming], actions: list[EnhancedAction], error_ms: float
) -> None:
    assert deployed(requests, actions, error_ms) == ""


async def test_an_error_is_not_new_after_a_deploy_if_its_line_moved(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    new = {"ts": at(65_100), "filename": "http://localhost/assets/index-BBBB2222.js", "lineno": 7, "colno": 1}
    old = {"ts": at(5_100), "filename": "http://localhost/assets/index-AAAA1111.js", "lineno": 5, "colno": 1}
    error = {"type": "exception", "tabId": 1, "message": "boom", "url": "http://localhost/cart"}
    parts.send("network", *(msgspec.to_builtins(each) for each in [*OLD_LOAD, *NEW_LOAD]))
    parts.send("actions", *(msgspec.to_builtins(each) for each in PAY))
    parts.send("logs", {**error, **new})
    assert "first seen after the page's scripts had changed" in await parts.read("observe", what="errors")
    parts.send("logs", {**error, **old})
    assert "first seen after the page's scripts" not in await parts.read("observe", what="errors")


async def test_errors_come_with_patterns_of_the_requested_page_and_of_the_last_minutes(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("network", *(msgspec.to_builtins(each) for each in RACE))
    parts.log("no", level="error")
    race = "possible cause: answers out of order"
    assert race in await parts.read("observe", what="errors")
    assert race in await parts.read("observe", what="errors", url_filter="/search")
    assert race not in await parts.read("observe", what="errors", url_filter="localhost:9")
    parts.send("network", msgspec.to_builtins(call("/later", 400_000)))
    assert race not in await parts.read("observe", what="errors")
