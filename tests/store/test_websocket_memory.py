"""WebSockets on the server: events, connections, and the two answers about them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from parts import Parts

from gasoline.analysis.sessions.websocket_states import message_rate
from gasoline.model.events import Traffic
from gasoline.store.socket_evidence import FIRST_EVENTS, MAX_SHAPES
from gasoline.store.socket_ring import MAX_EVIDENCE_CONNECTIONS
from gasoline.store.websocket_connections import MAX_WEBSOCKET_EVENTS
from gasoline.toolkit.socket_shapes import evicted_messages, shown_shapes

T0 = "2026-01-31T12:00:00.000Z"
LATER = "2026-01-31T12:00:01.000Z"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def event(name: str, connection: str = "a", **more: Any) -> dict[str, Any]:
    return {"ts": T0, "type": "websocket", "event": name, "id": connection, "url": f"ws://x/{connection}", **more}


def message(data: str, connection: str = "a", direction: str = "incoming", **more: Any) -> dict[str, Any]:
    return event("message", connection, direction=direction, data=data, size=len(data.encode())) | more


def status(connection: str, number: int = 0, **more: Any) -> dict[str, Any]:
    ts = f"2026-01-31T12:00:{number:02}.000Z"
    return {"id": connection, "ts": ts, "url": f"ws://x/{connection}", "state": "open", "openedAt": ts, **more}


async def ids(parts: Parts, group: str = "connections", **filters: Any) -> list[str]:
    found = await parts.ask("observe", what="websocket_status", **filters)
    return [each["id"] for each in found[group]]


async def test_events_of_one_connection_are_all_kept_newest_first_with_its_id(parts: Parts) -> None:
    parts.send("websocket_events", event("open"), message("1"), message("2"), event("close", code=1000, reason="bye"))
    found = await parts.ask("get_websocket_events")
    assert [(each["event"], each["id"], each.get("data")) for each in found] == [
        ("close", "a", None),
        ("message", "a", "2"),
        ("message", "a", "1"),
        ("open", "a", None),
    ]
    assert found[0]["type"] == "websocket" and (found[0]["code"], found[0]["reason"]) == (1000, "bye")


# WS-08
async def test_events_are_filtered_by_connection_address_and_direction(parts: Parts) -> None:
    parts.send(
        "websocket_events", event("open"), message("in"), message("out", direction="outgoing"), message("b", "b")
    )

    async def data(**filters: Any) -> list[Any]:
        return [each.get("data") for each in await parts.ask("observe", what="websocket_events", **filters)]

    assert await data(connection_id="a") == ["out", "in", None]
    assert await data(url_filter="x/b") == ["b"]
    assert await data(direction="incoming") == ["b", "in"]
    assert await data(direction="outgoing", limit=5) == ["out"]


# WS-04
async def test_one_event_more_than_the_newest_and_the_first_evicts_the_oldest_between_them(parts: Parts) -> None:
    last = FIRST_EVENTS + MAX_WEBSOCKET_EVENTS
    parts.send("websocket_events", *(message(str(number)) for number in range(last + 1)))
    found = await parts.ask("observe", what="websocket_events", limit=1000)
    kept = [*range(FIRST_EVENTS), *range(FIRST_EVENTS + 1, last + 1)]
    assert [each["data"] for each in found] == [str(number) for number in reversed(kept)]
    buffer = (await parts.ask("observe", what="health"))["buffers"]["websocket_events"]
    assert buffer == {"count": MAX_WEBSOCKET_EVENTS, "capacity": MAX_WEBSOCKET_EVENTS, "evicted": 1}


def busy_socket(parts: Parts) -> None:
    """Opens, says hello once, changes its format for one message, and ends."""
    ticks = [message('{"type":"tick","price":1}') for _ in range(FIRST_EVENTS)]
    changed = message('{"type":"tick","price":"1"}')
    parts.send("websocket_events", event("open"), message('{"type":"welcome"}'), *ticks, changed)
    parts.send("websocket_events", *(message('{"type":"tick","price":2}', ts=LATER) for _ in range(250)))


# WS-11
async def test_the_first_messages_and_one_of_every_shape_survive_a_busy_socket(parts: Parts) -> None:
    busy_socket(parts)
    found = await parts.ask("observe", what="websocket_events", limit=1000)
    assert found[-1]["event"] == "open"
    kept = [each.get("data") for each in found]
    assert kept.count('{"type":"welcome"}') == kept.count('{"type":"tick","price":"1"}') == 1
    assert len(kept) == MAX_WEBSOCKET_EVENTS + FIRST_EVENTS + 1


# WS-12
async def test_open_and_closed_connections_list_the_shapes_of_their_messages(parts: Parts) -> None:
    busy_socket(parts)
    shapes = {
        '{"type":"string"}': (1, T0, T0, "w2", '{"type":"welcome"}'),
        '{"type":"string","price":"number"}': (FIRST_EVENTS + 250, T0, LATER, "w3", '{"type":"tick","price":1}'),
        '{"type":"string","price":"string"}': (1, T0, T0, f"w{FIRST_EVENTS + 3}", '{"type":"tick","price":"1"}'),
    }

    def listed(connection: dict[str, Any]) -> dict[str, Any]:
        fields = ("count", "first", "last", "sampleId", "sample")
        found = connection["_shapes"]
        assert list(found) == ["incoming"]
        return {each["shape"]: tuple(each[name] for name in fields) for each in found["incoming"]}

    (live,) = (await parts.ask("observe", what="websocket_status"))["connections"]
    assert listed(live) == shapes
    parts.send("websocket_events", event("close", code=1006))
    (closed,) = (await parts.ask("observe", what="websocket_status"))["closed"]
    assert listed(closed) == shapes
    assert closed["_detectedKeys"] == ["price", "type"]
    assert closed["_lastMessage"]["incoming"]["preview"] == '{"type":"tick","price":2}'
    text = await parts.read("observe", what="websocket_status")
    assert f'w{FIRST_EVENTS + 3}: {{"type":"tick","price":"1"}}' in text


# WS-12
async def test_an_empty_list_says_what_was_evicted_of_the_messages_that_were_asked_for(parts: Parts) -> None:
    busy_socket(parts)

    async def note(**filters: Any) -> str:
        reply = await parts.call("observe", what="websocket_events", **filters)
        return " ".join(reply.texts)

    lost = f"{FIRST_EVENTS + 250 - MAX_WEBSOCKET_EVENTS - (FIRST_EVENTS - 2)} messages"
    said = f"{lost} ({lost.split(maxsplit=1)[0]} incoming `tick` of connection `a`) were evicted; repeat the steps"
    assert said in await note(connection_id="a", direction="incoming", since=LATER, before="w40")
    assert "evicted" not in await note(connection_id="a", direction="outgoing")
    assert "Nothing of this connection was captured" in await note(connection_id="zz")


# WS-11
def test_a_saved_session_keeps_what_is_known_of_its_sockets(parts: Parts, tmp_path: Path) -> None:
    busy_socket(parts)
    again = Parts(tmp_path / "again")
    for line in map(msgspec.json.encode, parts.store.websocket_events.saved()):
        again.store.websocket_events.load(line)
    before, after = (each.store.websocket_events.ring for each in (parts, again))
    assert shown_shapes(after.evidence["a"]) == shown_shapes(before.evidence["a"])
    assert evicted_messages(after.evidence, None) == evicted_messages(before.evidence, None)
    assert [slot.seq for slot in after.newest_first()] == [slot.seq for slot in before.newest_first()]


# WS-11
def test_the_connection_that_was_silent_longest_loses_its_evidence_first(parts: Parts) -> None:
    names = [f"c{number}" for number in range(MAX_EVIDENCE_CONNECTIONS + 1)]
    parts.send("websocket_events", *(event("open", name) for name in names[:-1]), message("1", "c0"))
    parts.send("websocket_events", event("open", names[-1]))
    ring = parts.store.websocket_events.ring
    assert list(ring.evidence) == [*names[2:-1], "c0", names[-1]]
    parts.send("websocket_events", *(message("x", "c0") for _ in range(MAX_WEBSOCKET_EVENTS)))
    opened = {slot.event.id for slot in ring.newest_first() if slot.event.event == "open"}
    assert opened == {*names} - {"c1"}
    assert parts.store.clear("websocket_events") and list(ring.newest_first()) == []


# WS-11
def test_messages_of_shapes_beyond_the_limit_count_as_one(parts: Parts) -> None:
    parts.send("websocket_events", *(message(f'{{"k{number}":1}}') for number in range(MAX_SHAPES + 5)))
    shapes = shown_shapes(parts.store.websocket_events.ring.evidence["a"])["incoming"]
    assert len(shapes) == MAX_SHAPES + 1
    assert (shapes[-1]["shape"], shapes[-1]["count"]) == ("other", 5)


async def test_the_twenty_first_connection_evicts_the_oldest_for_good(parts: Parts) -> None:
    parts.send("websocket_status", *(status(f"c{number}", number) for number in range(21)))
    parts.send("websocket_status", status("c0", 0, incoming={"total": 5}))
    assert await ids(parts) == [f"c{number}" for number in range(20, 0, -1)]


async def test_closed_connections_are_listed_apart_and_bounded(parts: Parts) -> None:
    closed = {"state": "closed", "closedAt": T0, "closeCode": 1006, "closeReason": ""}
    parts.send("websocket_status", status("open", 59), status("late", 58))
    parts.send("websocket_status", *(status(f"c{number}", number, **closed) for number in range(25)))
    parts.send("websocket_status", status("late", 58, incoming={"total": 2}, outgoing={"total": 1}, **closed))
    assert await ids(parts) == ["open"]
    assert await ids(parts, "closed") == ["late", *(f"c{number}" for number in range(24, 5, -1))]
    found = await parts.ask("get_websocket_status", connection_id="late")
    assert found == {
        "connections": [],
        "closed": [
            {
                "id": "late",
                "url": "ws://x/late",
                "state": "closed",
                "openedAt": "2026-01-31T12:00:58.000Z",
                "closedAt": T0,
                "closeCode": 1006,
                "closeReason": "",
                "totalMessages": 3,
            }
        ],
    }


async def test_a_connection_that_nobody_watches_any_more_is_not_listed(parts: Parts) -> None:
    parts.send("websocket_status", status("a"), status("b", 1))
    parts.send("websocket_status", status("a", state="untracked"))
    assert (await ids(parts), await ids(parts, "closed")) == (["b"], [])


# WS-07
async def test_status_has_the_documented_shape(parts: Parts) -> None:
    traffic = {"total": 9, "bytes": 90, "at": T0, "preview": '{"b":1}', "second": 1, "counts": [9]}
    parts.send("websocket_status", status("a", incoming=traffic, keys=["b", "a"], jsonMessages=9))
    (found,) = (await parts.ask("observe", what="websocket_status"))["connections"]
    assert found.pop("duration") > 0
    assert found == {
        "id": "a",
        "url": "ws://x/a",
        "state": "open",
        "openedAt": T0,
        "messageRate": {
            "incoming": {"perSecond": 0, "total": 9, "bytes": 90},
            "outgoing": {"perSecond": 0, "total": 0, "bytes": 0},
        },
        "lastMessage": {"incoming": {"at": T0, "preview": '{"b":1}'}, "outgoing": None},
        "schema": {"detectedKeys": ["a", "b"], "messageCount": 9},
    }


async def test_a_sender_that_reports_events_alone_has_a_status_too(parts: Parts) -> None:
    parts.send("websocket_events", event("open"), message('{"n":1}', sampled=4), message("x", direction="outgoing"))
    (found,) = (await parts.ask("observe", what="websocket_status"))["connections"]
    assert found["messageRate"]["incoming"] == {"perSecond": 0, "total": 5, "bytes": 7}
    assert found["messageRate"]["outgoing"]["total"] == 1
    assert found["schema"] == {"detectedKeys": ["n"], "messageCount": 1}
    parts.send("websocket_events", event("close", code=1001, reason="away"))
    (closed,) = (await parts.ask("observe", what="websocket_status"))["closed"]
    assert (closed["closeCode"], closed["closeReason"], closed["totalMessages"]) == (1001, "away", 6)


async def test_a_connections_own_report_wins_over_its_events(parts: Parts) -> None:
    parts.send("websocket_events", event("open"), message("1"))
    parts.send("websocket_status", status("a", incoming={"total": 1000, "bytes": 4000}))
    parts.send("websocket_events", message("2"))
    (found,) = (await parts.ask("observe", what="websocket_status"))["connections"]
    assert found["messageRate"]["incoming"] == {"perSecond": 0, "total": 1000, "bytes": 4000}


async def test_clearing_forgets_events_and_closed_connections_but_not_open_ones(parts: Parts) -> None:
    parts.send("websocket_events", event("open", "b"))
    parts.send("websocket_status", status("a"), status("b", 1, state="closed"))
    assert await parts.ask("configure", action="clear", what="websocket_events") == {"cleared": {"websocket_events": 1}}
    assert await parts.ask("observe", what="websocket_events") == []
    assert (await ids(parts), await ids(parts, "closed")) == (["a"], [])


@pytest.mark.parametrize(
    ("counts", "second", "now_s", "since_s", "rate"),
    [
        ([], 0, 1000.0, 0.0, 0.0),
        ([100, 100, 100, 100, 100], 1000, 1000.99, 0.0, 100.2),
        ([50, 10], 1000, 1000.5, 999.0, 40.0),  # young: since it was opened
        ([7], 1000, 1000.1, 1000.0, 7.0),  # very young: as if for a second
        ([500, 500], 1000, 1004.5, 0.0, 111.1),  # the earlier second is out of reach
        ([500], 1000, 1005.0, 0.0, 0.0),
    ],
)
def test_the_rate_is_of_the_last_seconds(
    counts: list[int], second: int, now_s: float, since_s: float, rate: float
) -> None:
    assert message_rate(Traffic(counts=counts, second=second), since_s, now_s) == rate
