"""Every number that a stream accepts, as far out as it may be, in an event that is otherwise ordinary."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from exits import every_answer
from msgspec import inspect
from parts import Parts

from gasoline.model.events import LATEST
from gasoline.model.wire import STREAMS

PAGE = "https://shop.test/cart"
TS = "2026-01-31T12:00:00.000Z"
LAST = f"{LATEST.year - 1}-12-31T23:59:59.000Z"
CLICK = {"type": "click", "url": PAGE, "selectors": {"testId": "pay"}, "position": {"x": 1, "y": 1}}
CALL = {"id": "r1", "method": "GET", "url": "https://shop.test/api/cart", "status": 500, "pageUrl": PAGE}
ORDINARY: dict[str, list[dict[str, Any]]] = {
    "actions": [{**CLICK, "id": "a1", "pageWatch": {"until": 10, "changed": 5}}],
    "network": [{**CALL, "initiator": "fetch", "start": 1, "duration": 2, "phases": {"wait": 1}}],
    "network_bodies": [{**CALL, "responseBody": '{"cart":null}', "contentType": "application/json", "duration": 2}],
    "websocket_status": [{"id": "s1", "url": "wss://shop.test/", "state": "open", "incoming": {"counts": [1]}}],
    "websocket_events": [{"id": "s1", "event": "message", "direction": "incoming", "data": "{}"}],
    "logs": [
        {"type": "exception", "message": "x of null", "stack": "TypeError: x\n at pay (a.js:1:1)", "url": PAGE},
        {"type": "network", "method": "GET", "url": CALL["url"], "status": 500, "duration": 2},
    ],
    "performance": [{"url": "/cart", "pageUrl": PAGE, "timing": {"load": 1}, "resources": [{"url": "/a.js"}]}],
}
EXTREMES = (1e308, -1e308, float(2**53 - 1), 1e15, 1e12, -1e12)


def wild_events(stream: str) -> Iterator[dict[str, Any]]:
    """Each ordinary event with each of its numbers, at any depth, replaced by each extreme."""
    for event in ORDINARY[stream]:
        for path in number_paths(inspect.type_info(event_type(stream, event)), ()):
            for extreme in EXTREMES:
                changed = deepcopy(event)
                place = changed
                for name in path[:-1]:
                    place = place.setdefault(name, {})
                place[path[-1]] = int(extreme) if extreme.is_integer() else extreme
                yield changed


def event_type(stream: str, event: dict[str, Any]) -> Any:
    [declared] = (each.event for each in STREAMS if each.name == stream)
    kinds = getattr(declared, "__args__", (declared,))
    return next(kind for kind in kinds if kind.__struct_config__.tag in {None, event.get("type"), "network_body"})


def number_paths(kind: inspect.Type, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    match kind:
        case inspect.Metadata():
            yield from number_paths(kind.type, path)
        case inspect.UnionType():
            for each in kind.types:
                yield from number_paths(each, path)
        case inspect.StructType():
            for field in kind.fields:
                yield from number_paths(field.type, (*path, field.encode_name))
        case inspect.IntType() | inspect.FloatType():
            yield path


# ANS-08
@pytest.mark.parametrize("ts", [TS, LAST])
@pytest.mark.parametrize("stream", ORDINARY)
async def test_a_number_as_far_out_as_its_field_allows_breaks_no_answer(stream: str, ts: str, tmp_path: Path) -> None:
    accepted = 0
    for number, wild in enumerate(wild_events(stream)):
        parts = Parts(tmp_path / str(number))
        for other, events in ORDINARY.items():
            if other != stream:
                parts.send(other, *({"ts": ts, **each} for each in events))
        if parts.send(stream, {"ts": ts, **wild}).received:
            accepted += 1
            async for where, text in every_answer(parts):
                assert "internal_error" not in text, (where, wild)
    assert accepted > 0
