"""Around an error: what the page received last, and which field of it was not as the code used it."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.model.switches import NETWORK_BODIES
from gasoline.model.wire import HelloMessage

PAGE = "http://localhost:3000/invoices"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def at(seconds: float) -> str:
    return f"2026-01-31T12:00:{seconds:06.3f}Z"


def error(message: str, line: str, column: int = 0) -> dict[str, Any]:
    snippet = {"file": "src/row.js", "line": 4, "snippet": [{"line": 4, "text": line, "isError": True}]}
    return {
        **{"type": "exception", "id": "e", "ts": at(10), "url": PAGE, "tabId": 1, "message": message},
        **{"errorType": "TypeError", "_sourceSnippets": [{**snippet, "column": column} if column else snippet]},
    }


def answered(parts: Parts, body: str, *, ended: float = 9.966, path: str = "/api/invoices/2", **more: Any) -> None:
    request = {"id": path + str(ended), "ts": at(ended - 0.1), "duration": 100.0, "method": "PATCH", "status": 200}
    request |= {"url": f"http://localhost:3000{path}", "pageUrl": PAGE, "tabId": 1, **more}
    parts.send("network", {**request, "initiator": "fetch", "calledFrom": [{"file": "src/api.js", "line": 3}]})
    if body:
        parts.send("network_bodies", {**request, "responseBody": body})


def bodies_on(parts: Parts) -> None:
    parts.store.record_hello(HelloMessage(version="1", pilot=False, switches={NETWORK_BODIES: True}))


async def shown(parts: Parts) -> dict[str, Any]:
    entry: dict[str, Any] = (await parts.ask("get_browser_errors"))[0]
    return entry


NULL_MESSAGE = "Cannot read properties of null (reading 'slice')"


# ERR-24
@pytest.mark.parametrize(("ended", "is_before"), [(10.004, True), (10.006, False)])
async def test_an_answer_that_ended_together_with_the_error_came_before_it(
    parts: Parts, ended: float, is_before: bool
) -> None:
    """Times are rounded, and an error follows its answer at once."""
    bodies_on(parts)
    answered(parts, '{"id":2,"paidAt":null}', ended=ended)
    parts.send("logs", error(NULL_MESSAGE, "cell.textContent = invoice.paidAt.slice(0, 10);"))
    text = await parts.read("observe", what="errors")
    said = "`paidAt` was null in the answer of PATCH /api/invoices/2, 0 ms before"
    assert (said in text, "0 ms before: r1 PATCH" in text) == (is_before, is_before)


# ERR-24
async def test_a_field_that_was_null_in_the_last_answer_is_named(parts: Parts) -> None:
    bodies_on(parts)
    answered(parts, '{"id":2,"paidAt":null}')
    parts.send("logs", error(NULL_MESSAGE, "cell.textContent = invoice.paidAt.slice(0, 10);"))
    text = await parts.read("observe", what="errors")
    assert "`paidAt` was null in the answer of PATCH /api/invoices/2, 34 ms before" in text
    assert "34 ms before: r1 PATCH /api/invoices/2 → 200, from src/api.js:3" in text


async def test_a_field_that_has_a_value_is_not_blamed(parts: Parts) -> None:
    bodies_on(parts)
    answered(parts, '{"id":2,"paidAt":"2026-01-31"}')
    parts.send("logs", error(NULL_MESSAGE, "cell.textContent = invoice.paidAt.slice(0, 10);"))
    assert "_suspects" not in await shown(parts)


async def test_a_value_of_another_type_is_named(parts: Parts) -> None:
    bodies_on(parts)
    answered(parts, '{"items":{"first":1}}')
    parts.send("logs", error("reply.items.map is not a function", "reply.items.map(show);"))
    assert (await shown(parts))["_suspects"] == [
        "`items` was an object in the answer of PATCH /api/invoices/2, 34 ms before"
    ]


async def test_a_field_that_other_answers_of_the_endpoint_have_is_missing(parts: Parts) -> None:
    bodies_on(parts)
    answered(parts, '{"order":{"total":1}}', ended=1)
    answered(parts, '{"status":"queued"}')
    parts.send("logs", error("Cannot read properties of undefined (reading 'total')", "show(reply.order.total);"))
    assert (await shown(parts))["_suspects"] == [
        "`order` was missing in the answer of PATCH /api/invoices/2, 34 ms before"
    ]


TOTAL = "Cannot read properties of undefined (reading 'total')"
FIXED = "price.toFixed is not a function"


# ERR-24
@pytest.mark.parametrize(
    ("body", "message", "line", "said"),
    [
        (
            '{"invoices":[{"id":1,"paidAt":"x"},{"id":2,"paidAt":null}]}',
            NULL_MESSAGE,
            "invoice.paidAt.slice(0, 10);",
            "`paidAt` was null in 1 of 2 items of",
        ),
        (
            '[{"id":1,"order":{"total":1}},{"id":2}]',
            TOTAL,
            "show(row.order.total);",
            "`order` was missing in 1 of 2 items of",
        ),
        ('{"customer":{"id":1}}', TOTAL, "show(customer.order.total);", "`order` was missing in `customer` in"),
        ('{"id":1}', TOTAL, "show(reply.order.total);", "`order` was missing in"),
        ('{"id":1}', TOTAL, "show(invoice.order.total);", "`order` was missing in"),
        ('{"price":"12.50"}', FIXED, "show(price.toFixed(2));", "`price` was a string in"),
        ('{"items":null}', "reply.items is not iterable", "for (const item of reply.items)", "`items` was null in"),
        ('{"id":1}', "reply.items is not iterable", "for (const item of reply.items)", "`items` was missing in"),
        (
            '{"note":"long","paidAt":null,"lines":[{"a":1},{"a":',
            NULL_MESSAGE,
            "invoice.paidAt.slice(0, 10);",
            "`paidAt` was null in",
        ),
        (
            '{"paidAt":null}',
            'can\'t access property "slice", invoice.paidAt is null',
            "invoice.paidAt.slice(0, 10);",
            "`paidAt` was null in",
        ),
        ('{"paidAt":null}', "invoice.paidAt is null", "const { day } = invoice.paidAt;", "`paidAt` was null in"),
        (
            '{"id":1}',
            "can't access property Symbol.iterator, reply.items is undefined",
            "[...reply.items]",
            "`items` was missing in",
        ),
        (
            '{"tags":null}',
            "object null is not iterable (cannot read property Symbol(Symbol.iterator))",
            "const [first] = reply.tags;",
            "`tags` was null in",
        ),
        (
            '{"id":1}',
            "undefined is not iterable (cannot read property Symbol(Symbol.iterator))",
            "const [first] = reply.tags;",
            "`tags` was missing in",
        ),
        (
            '{"tags":null}',
            "Spread syntax requires ...iterable[Symbol.iterator] to be a function",
            "return [...reply.tags, 1];",
            "`tags` was null in",
        ),
        ('{"user":null}', 'can\'t access property "name" of null', "show(reply.user.name);", "`user` was null in"),
    ],
)
async def test_the_field_that_was_not_as_used_is_named(
    parts: Parts, body: str, message: str, line: str, said: str
) -> None:
    bodies_on(parts)
    answered(parts, body)
    parts.send("logs", error(message, line))
    assert (await shown(parts))["_suspects"] == [f"{said} the answer of PATCH /api/invoices/2, 34 ms before"]


@pytest.mark.parametrize(
    ("body", "message", "line"),
    [
        ('{"price":12.5}', FIXED, "show(price.toFixed(2));"),
        ('{"id":1}', TOTAL, "show(this.order.total);"),
        ('{"id":1}', TOTAL, "show(elsewhere.order.total);"),
        ('{"order":{"total":1}}', TOTAL, "show(reply.order.total);"),
        ('{"customer":{"id":1', TOTAL, "show(customer.order.total);"),
        ('{"items":[1]}', "reply.items is not iterable", "for (const item of reply.items)"),
        ('{"reply":{"items":[1]}}', "reply.items.map is not a function", "reply.items.map(show);"),
    ],
)
async def test_a_field_that_was_as_used_or_is_not_known_is_not_blamed(
    parts: Parts, body: str, message: str, line: str
) -> None:
    bodies_on(parts)
    answered(parts, body)
    parts.send("logs", error(message, line))
    assert "_suspects" not in await shown(parts)


async def test_a_state_change_before_an_error_is_named_like_an_answer(parts: Parts) -> None:
    state = {"source": "redux", "keys": {"cart": {"type": "object"}}, "changed": ["cart.order", "cart.items"]}
    state["relevantSlice"] = {"cart.order": None, "cart.items": "[Array(2)]", "cart.total": None}
    parts.send("logs", {**error(NULL_MESSAGE, "cart.order.slice(0, 10);"), "_stateSnapshot": state})
    assert (await shown(parts))["_suspects"] == ["`order` became null in the redux state within 2 s before"]
    text = await parts.read("observe", what="errors")
    assert '  within 2 s before: redux state changed: cart.order=null, cart.items="[Array(2)]"' in text
    assert "  redux state: cart.total=null" in text


async def test_a_state_that_did_not_change_is_not_blamed(parts: Parts) -> None:
    state = {"source": "redux", "keys": {"cart": {"type": "object"}}, "relevantSlice": {"cart.order": None}}
    parts.send("logs", {**error(NULL_MESSAGE, "cart.order.slice(0, 10);"), "_stateSnapshot": state})
    assert "_suspects" not in await shown(parts)
    assert "  redux state: cart.order=null" in await parts.read("observe", what="errors")


async def test_a_name_that_no_answer_ever_had_is_not_blamed_on_one(parts: Parts) -> None:
    bodies_on(parts)
    answered(parts, '{"status":"queued"}')
    parts.send("logs", error("Cannot read properties of undefined (reading 'total')", "show(this.cart.total);"))
    assert "_suspects" not in await shown(parts)


async def test_with_bodies_off_the_switch_that_would_show_it_is_named(parts: Parts) -> None:
    answered(parts, "")
    parts.send("logs", error(NULL_MESSAGE, "cell.textContent = invoice.paidAt.slice(0, 10);"))
    assert (await shown(parts))["_suspects"] == [
        "turn on “Capture Network Bodies” to see whether `paidAt` was null or missing in an answer"
    ]


async def test_only_the_last_two_seconds_of_the_same_tab_count(parts: Parts) -> None:
    answered(parts, "", ended=7.9)
    answered(parts, "", ended=9.5, tabId=2)
    answered(parts, "", ended=10.2)
    answered(parts, "", ended=9.2, path="/api/ok")
    parts.send("logs", error("boom", "throw new Error('boom')"))
    requests = (await shown(parts))["_requestsBefore"]
    assert [(request["url"], request["msBefore"]) for request in requests] == [("http://localhost:3000/api/ok", 800.0)]


async def test_a_socket_message_just_before_is_shown_and_searched(parts: Parts) -> None:
    socket = {"id": "c", "url": "ws://localhost:3000/feed", "tabId": 1}
    parts.send("websocket_events", {**socket, "event": "open", "ts": at(1)})
    message = {"event": "message", "direction": "incoming", "ts": at(9.99), "data": '{"price":null}'}
    parts.send("websocket_events", {**socket, **message})
    parts.send("logs", error("Cannot read properties of null (reading 'toFixed')", "show(tick.price.toFixed(2));"))
    entry = await shown(parts)
    assert [message["msBefore"] for message in entry["_messagesBefore"]] == [10.0]
    assert entry["_suspects"] == ["`price` was null in a message of /feed, 10 ms before"]


async def test_what_did_not_load_and_failed_requests_are_shown_alone(parts: Parts) -> None:
    answered(parts, "")
    parts.send(
        "logs", {"type": "network", "ts": at(10), "method": "GET", "url": "http://x/", "status": 500, "tabId": 1}
    )
    assert "_requestsBefore" not in await shown(parts)


async def test_the_same_suspicion_of_one_endpoint_is_said_once(parts: Parts) -> None:
    bodies_on(parts)
    for number in range(3):
        answered(parts, '{"id":2,"paidAt":null}', ended=9.9 + number / 100)
    parts.send("logs", error(NULL_MESSAGE, "cell.textContent = invoice.paidAt.slice(0, 10);"))
    text = await parts.read("observe", what="errors")
    assert text.count("`paidAt` was null") == 1
    assert "`paidAt` was null in the answer of PATCH /api/invoices/2, 80 ms before" in text


@pytest.mark.parametrize(("variable", "is_blamed"), [("reply", False), ("payload", True)])
async def test_a_socket_message_is_not_taken_for_the_reply_of_a_request(
    variable: str, is_blamed: bool, parts: Parts
) -> None:
    message = {"event": "message", "direction": "incoming", "data": '{"type":"tick","price":1}', "ts": at(9.9)}
    parts.send("websocket_events", {"id": "s", "url": "ws://localhost:3000/feed", "tabId": 1, **message})
    parts.send("logs", error("Cannot read properties of undefined (reading 'total')", f"show({variable}.order.total);"))
    text = await parts.read("observe", what="errors")
    assert ("`order` was missing in a message of /feed" in text) is is_blamed


UNDEFINED_MESSAGE = "Cannot read properties of undefined (reading 'map')"


# ERR-24
@pytest.mark.parametrize(
    ("message", "line", "body"),
    [
        (
            "Cannot read properties of null (reading 'value')",
            'save(document.querySelector("#title").value);',
            '{"title":null,"document":null}',
        ),
        (
            "Cannot read properties of null (reading 'price')",
            "show(cheapest(offers, currency).price);",
            '{"currency":null}',
        ),
        (UNDEFINED_MESSAGE, "show(lists[kind].map(row));", '{"kind":null}'),
        ("cart.total is not a function", "show(cart.total());", '{"cart":{"total":3}}'),
    ],
)
async def test_what_only_has_the_name_of_a_field_is_not_blamed(
    parts: Parts, message: str, line: str, body: str
) -> None:
    bodies_on(parts)
    answered(parts, body)
    parts.send("logs", error(message, line))
    assert "_suspects" not in await shown(parts)


# ERR-24
async def test_an_answer_without_the_field_is_not_blamed_if_another_has_it(parts: Parts) -> None:
    """Code calls any answer `data`."""
    bodies_on(parts)
    answered(parts, '{"items":[]}', path="/api/list", ended=9.9)
    answered(parts, '{"beta":true}', path="/api/flags")
    parts.send("logs", error(UNDEFINED_MESSAGE, "show(data.items.map(row));"))
    assert "_suspects" not in await shown(parts)


async def test_of_answers_without_the_field_the_last_one_is_named(parts: Parts) -> None:
    bodies_on(parts)
    answered(parts, '{"beta":true}', path="/api/flags", ended=9.5)
    answered(parts, '{"rows":[]}', path="/api/list")
    parts.send("logs", error(UNDEFINED_MESSAGE, "show(data.items.map(row));"))
    assert (await shown(parts))["_suspects"] == ["`items` was missing in the answer of PATCH /api/list, 34 ms before"]


def failed(parts: Parts, path: str, ended: float, status: int = 404) -> None:
    request = {"id": path, "ts": at(ended - 0.1), "duration": 100.0, "method": "GET", "status": status}
    request |= {"url": f"http://localhost:3000{path}", "pageUrl": PAGE, "tabId": 1}
    parts.send("network", {**request, "initiator": "fetch"})
    parts.send("logs", {**request, "id": f"log {path}", "type": "network", "ts": at(ended)})


# ERR-25
@pytest.mark.parametrize(
    ("message", "path", "ended", "is_named"),
    [
        ("Could not save", "/api/save", 9.99, True),
        ("Could not save", "/api/save", 8.8, False),
        ("Request of /api/save failed", "/api/save", 8.8, True),
        ("The play() request was interrupted", "/api/collect", 9.9, False),
        ("No answer of /api/collect", "/api/collect", 9.9, True),
    ],
)
async def test_only_a_rejection_at_once_or_with_its_address_is_that_of_a_failed_call(
    parts: Parts, message: str, path: str, ended: float, is_named: bool
) -> None:
    failed(parts, path, ended)
    parts.send("logs", {**error(message, ""), "rejection": True})
    causes = " ".join((await shown(parts)).get("_possibleCauses", ()))
    assert ("no code handled the rejection" in causes) is is_named
