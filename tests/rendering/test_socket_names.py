"""A connection has a short name in text answers, and the questions take it."""

import json
from pathlib import Path

import pytest
from parts import Parts

LONG = "5efae4d0-d569-4283-b595-dcbc63685807"
OTHER = "77aae4d0-d569-4283-b595-dcbc63685807"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    parts = Parts(tmp_path)
    for name, price in ((LONG, 1), (OTHER, 2)):
        socket = {"id": name, "url": "ws://localhost:5173/feed"}
        message = {"event": "message", "direction": "incoming", "data": json.dumps({"price": price})}
        parts.send("websocket_events", {**socket, **message, "ts": f"2026-01-31T12:00:0{price}.000Z"})
        parts.send("websocket_status", {**socket, "state": "open", "keys": ["price", "sku"]})
    return parts


@pytest.mark.parametrize("what", ["websocket_events", "websocket_status", "timeline"])
async def test_a_random_id_is_shown_by_its_prefix(what: str, parts: Parts) -> None:
    text = await parts.read("observe", what=what)
    assert "5efae4d0 " in text and "77aae4d0 " in text
    assert LONG not in text


@pytest.mark.parametrize("name", [LONG, "5efae4d0"])
@pytest.mark.parametrize("what", ["websocket_events", "websocket_status"])
async def test_a_connection_is_asked_for_by_either_name(what: str, name: str, parts: Parts) -> None:
    text = await parts.read("observe", what=what, connection_id=name)
    assert "5efae4d0 " in text and "77aae4d0" not in text


async def test_another_prefix_is_not_a_name(parts: Parts) -> None:
    assert "None of the" in await parts.read("observe", what="websocket_events", connection_id="5efae")


async def test_keys_that_a_shape_shows_are_not_listed_again(parts: Parts) -> None:
    text = await parts.read("observe", what="websocket_status")
    assert "JSON keys: sku\n" in text
