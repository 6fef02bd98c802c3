"""The dashboard's views: what the assistant sees, short in lists and whole in details."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from parts import Parts

from gasoline.dashboard.frame_state import read_state
from gasoline.dashboard.view import DASHBOARD_LIST, Query
from gasoline.dashboard.views import ALL, errors, network, timeline, websocket
from gasoline.model.tool_error import ToolError

PAGE = "http://localhost:3000/shop"
FIRST = [timeline.VIEW, errors.VIEW, network.VIEW, websocket.VIEW]


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


async def look(parts: Parts, view: str, wanted: str = "") -> Any:
    """As it leaves: masked, as JSON."""
    found = next(each for each in ALL if each.name == view)
    data = await found.read(parts.dispatcher.context(parts.client), Query(wanted))
    return msgspec.json.decode(parts.dispatcher.json(data))


def throw(parts: Parts, message: str, **more: Any) -> None:
    parts.send("logs", {"type": "exception", "message": message, "url": PAGE, **more})


@pytest.mark.parametrize("view", [each.name for each in FIRST])
async def test_an_empty_view_says_why_and_what_to_do(parts: Parts, view: str) -> None:
    assert "gasoline doctor" in (await look(parts, view))["note"]


@pytest.mark.parametrize("view", [each.name for each in FIRST])
async def test_an_evicted_entry_is_said_to_be_gone(parts: Parts, view: str) -> None:
    if view == "websocket":
        assert (await look(parts, view, "unknown"))["connection"] is None
        return
    with pytest.raises(ToolError, match="evicted by newer ones"):
        await look(parts, view, "unknown")


async def test_the_same_errors_are_one_and_keep_their_name(parts: Parts) -> None:
    throw(parts, "Uncaught TypeError: item 1 is broken")
    (before,) = (await look(parts, "errors"))["errors"]
    throw(parts, "Uncaught TypeError: item 2 is broken")
    (after,) = (await look(parts, "errors"))["errors"]
    assert (before["id"], before["count"]) == (after["id"], 1)
    assert after["count"] == 2
    assert (await look(parts, "errors", after["id"]))["message"] == "Uncaught TypeError: item 2 is broken"


async def test_an_error_is_shown_with_all_that_the_assistant_sees(parts: Parts) -> None:
    snippet = {"file": "src/a.ts", "line": 2, "snippet": [{"line": 2, "text": "boom()", "isError": True}]}
    failed = {"type": "network", "method": "POST", "url": f"{PAGE}/api", "status": 500, "pageUrl": PAGE}
    parts.send("actions", {"id": "a1", "type": "click", "url": PAGE, "selectors": {"id": "pay"}})
    parts.send("logs", {**failed, "id": "n1"})
    throw(parts, "broken", _sourceSnippets=[snippet])
    found = next(each for each in (await look(parts, "errors"))["errors"] if each["text"] == "broken")
    shown = await look(parts, "errors", found["id"])
    (asked,) = [each for each in await parts.ask("observe", what="errors", full=True) if each.get("message")]
    assert {name: shown[name] for name in asked} == asked
    assert shown["_aiContext"]["sourceSnippets"] == [snippet]
    assert shown["_failedRequest"]["status"] == 500
    assert shown["_actions"][0]["target"] == "#pay"


# ERR-25
async def test_patterns_that_may_explain_what_is_wrong_are_shown_where_the_entries_are(parts: Parts) -> None:
    request = {"url": f"{PAGE}/api", "method": "POST", "status": 200, "initiator": "fetch", "duration": 300}
    for moment in ("12:00:01.000Z", "12:00:01.080Z"):
        parts.send("network", {**request, "ts": f"2026-01-31T{moment}"})
    for second in range(3):
        closed = {"id": f"c{second}", "url": "ws://localhost:3000/feed", "event": "close", "code": 1006}
        parts.send("websocket_events", {**closed, "ts": f"2026-01-31T12:00:0{second}Z"})
    throw(parts, "broken")
    (twice,) = (await look(parts, "network"))["causes"]
    (loop,) = (await look(parts, "websocket"))["causes"]
    assert "two changes to the same address: r1" in twice
    assert "closed 3 times" in loop
    for view in ("timeline", "errors"):
        assert (await look(parts, view))["causes"] == [twice, loop]


async def test_an_error_is_shown_with_the_cause_that_it_began_with(parts: Parts) -> None:
    failed = {"type": "network", "method": "POST", "url": f"{PAGE}/api", "status": 500, "pageUrl": PAGE}
    parts.send("logs", {**failed, "id": "n1", "ts": "2026-01-31T12:00:01Z"})
    throw(parts, "broken", rejection=True, ts="2026-01-31T12:00:01.020Z")
    found = next(each for each in (await look(parts, "errors"))["errors"] if each["text"] == "broken")
    (cause,) = (await look(parts, "errors", found["id"]))["_possibleCauses"]
    assert "no code handled the rejection" in cause


async def test_requests_are_listed_in_short_and_shown_whole(parts: Parts) -> None:
    parts.send("network", {"id": "r1", "url": f"{PAGE}/api", "method": "POST", "status": 200, "phases": {"wait": 3.0}})
    parts.send("network_bodies", {"id": "r1", "url": f"{PAGE}/api", "method": "POST", "responseBody": '{"a":1}'})
    parts.send("network", {"url": f"{PAGE}/logo.png", "initiator": "img"})
    picture, call = (await look(parts, "network"))["requests"]
    assert (call["id"], call["hasBody"], "phases" in call) == ("r1", True, False)
    assert (picture["hasBody"], picture["initiator"]) == (False, "img")
    shown = await look(parts, "network", "r1")
    assert (shown["timing"]["phases"], shown["body"]["responseBody"]) == ({"wait": 3.0}, '{"a":1}')
    assert (await look(parts, "network", picture["id"]))["timing"]["url"] == f"{PAGE}/logo.png"


async def test_clients_are_shown_although_the_browser_does_not_answer(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gasoline.dashboard.views.clients.DASHBOARD_TABS_WAIT_S", 0.01)
    parts.store.extension.channel_opened()
    parts.store.queries.open_channel(lambda _: None)
    shown = await look(parts, "clients")
    assert (shown["extension"]["connected"], shown["tabs"]) == (True, [])
    assert "did not answer within 0.01 s" in shown["trouble"]


async def test_lists_are_bounded_and_say_how_much_there_is(parts: Parts) -> None:
    parts.send("network", *({"url": f"{PAGE}/{number}"} for number in range(DASHBOARD_LIST + 5)))
    found = await look(parts, "network")
    assert (len(found["requests"]), found["total"]) == (DASHBOARD_LIST, DASHBOARD_LIST + 5)


async def test_a_conversation_is_in_the_order_it_was_spoken(parts: Parts) -> None:
    events = [{"event": "open"}, *({"event": "message", "direction": "outgoing", "data": word} for word in "abc")]
    parts.send("websocket_events", *({"id": "w1", "url": "ws://localhost/", **event} for event in events))
    parts.send("websocket_events", {"id": "w2", "url": "ws://localhost/", "event": "open"})
    shown = await look(parts, "websocket", "w1")
    assert [event.get("data") for event in shown["events"]] == [None, "a", "b", "c"]
    assert shown["connection"]["id"] == "w1"
    assert len((await look(parts, "websocket"))["connections"]) == 2


@pytest.mark.parametrize(
    ("stream", "event", "key", "inside"),
    [
        ("logs", {"type": "console", "args": ["x"], "id": "l1"}, "console:l1", "event"),
        ("logs", {"type": "exception", "message": "x", "id": "e1"}, "error:e1", "error"),
        ("network", {"id": "r1", "url": PAGE}, "network:r1", "timing"),
        ("network", {"url": PAGE}, "network:#1", "timing"),
        ("actions", {"id": "a1", "type": "click"}, "action:a1", "event"),
        ("websocket_events", {"id": "w1", "event": "open"}, "websocket:#1", "event"),
    ],
)
async def test_a_row_of_the_timeline_leads_to_its_event(
    parts: Parts, stream: str, event: dict[str, Any], key: str, inside: str
) -> None:
    parts.send(stream, event)
    shown = await look(parts, "timeline", key)
    assert (shown["kind"], bool(shown[inside])) == (key.partition(":")[0], True)


async def test_secrets_are_masked_in_every_detail(parts: Parts) -> None:
    secret = "ghp_" + "A1b2C3d4" * 4 + "E5f6"
    throw(parts, f"token {secret}", id="e1")
    parts.send("network_bodies", {"id": "r1", "url": PAGE, "method": "POST", "requestBody": f'{{"token":"{secret}"}}'})
    for view, wanted in (("timeline", "error:e1"), ("network", "r1")):
        assert secret not in str(await look(parts, view, wanted))


def test_the_state_counts_what_the_views_show(parts: Parts) -> None:
    throw(parts, "one")
    throw(parts, "another thing")
    parts.send("network", {"url": PAGE})
    state = read_state(parts.dispatcher.context(parts.client))
    assert state["counts"]["errors"] == 2
    assert state["counts"]["network"] == 1
    assert (state["extension"]["connected"], state["pilot"], state["clients"]) == (False, False, [])


def test_views_have_unique_names() -> None:
    assert len({view.name for view in ALL}) == len(ALL)
