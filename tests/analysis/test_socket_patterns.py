"""Patterns in WebSockets: each with captures that show it and captures that look like it and do not."""

import pytest
from pattern_events import at, message

from gasoline.analysis.causes.patterns import socket_patterns
from gasoline.model.events import WebSocketEvent


def closed(ms: float, code: int = 1006) -> WebSocketEvent:
    return WebSocketEvent(id=str(ms), url="ws://localhost/feed", event="close", ts=at(ms), code=code)


def of_sockets(*events: WebSocketEvent) -> list[str]:
    return [found.text for found in socket_patterns(enumerate(events, start=1))]


OLD, NEW = '{"type":"tick","price":1.5}', '{"type":"tick","amount":{"value":2}}'


def test_a_message_that_changed_is_reported_with_its_fields_also_after_a_reconnect() -> None:
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


def test_a_socket_that_is_closed_again_and_again_is_reported_with_its_codes() -> None:
    assert of_sockets(closed(0), closed(1000), closed(2000, 1001)) == [
        "the socket /feed was closed 3 times in 2.0 s, with code 1006 ×2, 1001 ×1"
    ]
    assert of_sockets(closed(0), closed(1000)) == []
    assert of_sockets(closed(0, 1001), closed(1000, 1001), closed(2000, 1001)) == []
    assert of_sockets(closed(0), closed(100_000), closed(200_000)) == []
