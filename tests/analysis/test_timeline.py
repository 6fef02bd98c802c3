"""get_session_timeline: actions, requests and errors in one line of time."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.capabilities.observe.timeline import MAX_TIMELINE_ENTRIES

PAGE = "http://localhost:3000/shop"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    parts = Parts(tmp_path)
    parts.send("actions", at(1, type="click", selectors={"id": "a"}), at(3, type="click", selectors={"id": "b"}))
    body = {"method": "POST", "status": 201, "responseBody": '{"id": 7, "tags": ["x"]}', "requestBody": '{"n": 1}'}
    parts.send("network_bodies", at(2, **body) | {"url": "http://localhost:3000/api", "pageUrl": PAGE})
    parts.log("chatter", **at(2.1))
    parts.log("careful", level="warn", **at(2.2))
    parts.send("logs", at(4, type="exception", message="boom"))
    return parts


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"url": PAGE, "ts": f"2026-01-31T12:00:{seconds:06.3f}Z", **event}


# ACT-13
async def test_everything_is_in_one_order(parts: Parts) -> None:
    answer = await parts.ask("get_session_timeline")
    assert [entry["kind"] for entry in answer["timeline"]] == ["action", "network", "console", "action", "console"]
    assert answer["summary"] == {"actions": 2, "network_requests": 1, "console_errors": 1, "duration_ms": 3000}


# ACT-13
async def test_bodies_are_shapes(parts: Parts) -> None:
    (request,) = (await parts.ask("get_session_timeline", include=["network"]))["timeline"]
    assert request["responseShape"] == {"id": "number", "tags": ["string"]}
    assert request["requestShape"] == {"n": "number"}
    assert "responseBody" not in request


async def test_shapes_keep_their_types_behind_the_names_of_secrets(parts: Parts) -> None:
    body = {"method": "POST", "status": 200, "responseBody": '{"accessToken": "x1Y2z3W4", "secret": true, "otp": 7}'}
    parts.send("network_bodies", at(5, **body) | {"url": "http://localhost:3000/login", "pageUrl": PAGE})
    request = (await parts.ask("get_session_timeline", include=["network"]))["timeline"][-1]
    assert request["responseShape"] == {"accessToken": "string", "secret": "boolean", "otp": "number"}


async def test_last_n_actions_begins_with_that_action(parts: Parts) -> None:
    timeline = (await parts.ask("get_session_timeline", last_n_actions=1))["timeline"]
    assert [entry["kind"] for entry in timeline] == ["action", "console"]


async def test_url_filter_leaves_other_pages_out(parts: Parts) -> None:
    assert (await parts.ask("get_session_timeline", url_filter="/elsewhere"))["timeline"] == []


# ACT-13
async def test_the_newest_entries_are_kept(parts: Parts) -> None:
    parts.send("logs", *(at(10 + n / 100, type="exception", message=f"e{n}") for n in range(300)))
    timeline = (await parts.ask("get_session_timeline"))["timeline"]
    assert len(timeline) == MAX_TIMELINE_ENTRIES
    assert timeline[-1]["message"] == "e299"


API = "http://localhost:3000/api/orders"


def failed(seconds: float) -> dict[str, Any]:
    return at(seconds, method="POST", status=500, pageUrl=PAGE) | {"url": API}


async def test_failed_requests_are_in_the_console_part_when_it_is_asked_for_alone(parts: Parts) -> None:
    parts.send("network", failed(5) | {"id": "r1", "initiator": "fetch"})
    parts.send("logs", failed(5) | {"type": "network"})
    alone = (await parts.ask("get_session_timeline", include=["console"]))["timeline"]
    assert [entry.get("type") for entry in alone] == ["console", "exception", "network"]
    both = (await parts.ask("get_session_timeline", include=["console", "network"]))["timeline"]
    assert [entry["kind"] for entry in both if entry["url"] == API] == ["network"]


async def test_an_old_failure_is_not_hidden_by_a_later_success_at_the_same_address(parts: Parts) -> None:
    parts.send("logs", failed(5) | {"type": "network"})
    parts.send("network", failed(6) | {"id": "r1", "initiator": "fetch", "status": 200})
    timeline = (await parts.ask("get_session_timeline"))["timeline"]
    assert [entry["status"] for entry in timeline if entry["url"] == API] == [500, 200]


async def test_a_filter_for_requests_keeps_the_actions_of_their_page(parts: Parts) -> None:
    elsewhere = "http://localhost:3000/elsewhere"
    parts.send("actions", at(3.5, type="click", selectors={"id": "c"}) | {"url": elsewhere})
    parts.send("network", failed(5) | {"id": "r1", "initiator": "fetch"})
    timeline = (await parts.ask("get_session_timeline", url_filter="/api/orders"))["timeline"]
    assert [entry["kind"] for entry in timeline] == ["action", "action", "network"]


async def test_last_n_actions_applies_with_a_filter_for_requests(parts: Parts) -> None:
    parts.send("network", failed(2.5) | {"id": "r0", "initiator": "fetch"})
    parts.send("network", failed(5) | {"id": "r1", "initiator": "fetch"})
    timeline = (await parts.ask("get_session_timeline", url_filter="/api/orders", last_n_actions=1))["timeline"]
    assert [entry["kind"] for entry in timeline] == ["action", "network"]


async def test_an_empty_timeline_says_that_filters_left_everything_out(parts: Parts) -> None:
    reply = await parts.call("get_session_timeline", url_filter="/elsewhere")
    assert "broaden the filters" in reply.texts[1]


def said(seconds: float, data: str, direction: str = "incoming") -> dict[str, Any]:
    return at(seconds, id="s1", event="message", direction=direction, data=data, url="ws://localhost:3000/live")


# ACT-13
async def test_socket_messages_of_one_shape_are_one_entry_until_the_user_acts(parts: Parts) -> None:
    opened = at(0.5, id="s1", event="open", url="ws://localhost:3000/live")
    ticks = [said(seconds, '{"price":1}') for seconds in (1.5, 1.6, 3.5, 3.6, 3.7)]
    parts.send("websocket_events", opened, *ticks, said(3.8, "ping", "outgoing"))
    reload = "ws://localhost:3000/_next/webpack-hmr"
    parts.send("websocket_events", at(1, id="s2", event="open", url=reload))
    sockets = (await parts.ask("get_session_timeline", include=["websocket"]))["timeline"]
    found = [(each["event"], each.get("direction"), each.get("data"), each.get("count")) for each in sockets]
    assert found == [
        ("open", None, None, None),
        ("message", "incoming", '{"price":1}', 2),
        ("message", "incoming", '{"price":1}', 3),
        ("message", "outgoing", "ping", None),
    ]
    text = await parts.read("observe", what="timeline")
    lines = [line.partition(" ")[2] for line in text.splitlines() if "websocket s1" in line]
    assert lines == [
        "12:00:00.500 websocket s1 open ws://localhost:3000/live",
        '12:00:01.500 websocket s1 ← {"price":1} (last 12:00:01.600) ×2',
        '12:00:03.500 websocket s1 ← {"price":1} (last 12:00:03.700) ×3',
        '12:00:03.800 websocket s1 → "ping"',
    ]
    assert "what=websocket_events id=w" in text


# ERR-25
async def test_the_timeline_includes_patterns_of_its_events(parts: Parts) -> None:
    request = {"method": "POST", "status": 200, "initiator": "fetch", "duration": 300}
    for seconds in (5, 5.1):
        parts.send("network", at(seconds, **request) | {"url": "http://localhost:3000/api/orders"})
    said = "possible cause: two changes to the same address: r7 POST /api/orders and r8 100 ms later"
    assert said in await parts.read("observe", what="timeline")
    assert said in (await parts.call("observe", what="timeline")).texts[1]
    assert "possible cause" not in await parts.read("observe", what="timeline", url_filter="/elsewhere")
