"""validate_api of WebSocket messages: one contract for each kind of message of a socket."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.watchers.learn_contracts import MAX_SOCKET_KINDS


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def said(data: str, url: str = "ws://localhost:3000/live?token=a", **more: Any) -> dict[str, Any]:
    return {
        "ts": "2026-01-31T12:00:00.000Z",
        "id": "s1",
        "event": "message",
        "direction": "incoming",
        "url": url,
        "data": data,
        **more,
    }


TICK = said('{"type":"tick","price":1.5}')


# API-07
async def test_each_kind_of_message_of_a_socket_has_a_contract(parts: Parts) -> None:
    parts.send("websocket_events", *[TICK] * 3, said('["joined",{"name":"Ada"}]'), said("plain"))
    parts.send("websocket_events", said('{"type":"sent"}', direction="outgoing"))
    endpoints = (await parts.ask("validate_api", action="report"))["endpoints"]
    assert [(each["endpoint"], each["call_count"], each["established_shape"]) for each in endpoints] == [
        ("WS /live (joined)", 1, {"[0]": "string", "[1]": {"name": "string"}}),
        ("WS /live (tick)", 3, {"type": "string", "price": "number"}),
    ]
    text = await parts.read("analyze", what="api", action="report")
    assert "endpoint WS /live (tick) ×3, 100% consistent" in text


# API-01
async def test_a_message_of_another_shape_is_a_violation_also_after_a_reconnect(parts: Parts) -> None:
    changed = said('{"type":"tick","price":"1.5"}', "ws://localhost:3000/live?token=b", id="s2")
    parts.send("websocket_events", *[TICK] * 3, changed)
    (found,) = (await parts.ask("validate_api", action="analyze"))["violations"]
    assert (found["endpoint"], found["type"], found["field"]) == ("WS /live (tick)", "type_change", "price")


async def test_messages_of_development_servers_have_no_contract(parts: Parts) -> None:
    vite = "ws://localhost:3000/?token=x"
    parts.send("websocket_events", said('{"type":"connected"}', vite), said('{"type":"update","updates":[]}', vite))
    assert (await parts.ask("validate_api", action="report"))["endpoints"] == []


# API-03
async def test_a_socket_whose_kinds_are_data_leaves_room_for_other_endpoints(parts: Parts) -> None:
    parts.send("websocket_events", *(said(f'{{"channel":"room-{n}x"}}') for n in range(MAX_SOCKET_KINDS + 5)))
    assert len((await parts.ask("validate_api", action="report"))["endpoints"]) == MAX_SOCKET_KINDS
