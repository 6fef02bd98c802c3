"""WebSockets on the server: events, connections, and the two answers about them."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.analysis.sessions.websocket_states import message_rate
from gasoline.model.events import Traffic
from gasoline.store.websocket_connections import MAX_WEBSOCKET_EVENTS

T0 = "2026-01-31T12:00:00.000Z"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def event(name: str, connection: str = "a", **more: Any) -> dict[str, Any]:
    return {"ts": T0, "type": "websocket", "event": name, "id": connection, "url": f"ws://x/{connection}", **more}


def message(data: str, connection: str = "a", direction: str = "incoming", **more: Any) -> dict[str, Any]:
    return event("message", connection, direction=direction, data=data, size=len(data.encode()), **more)


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
async def test_the_two_hundred_and_first_event_evicts_the_oldest(parts: Parts) -> None:
    parts.send("websocket_events", *(message(str(number)) for number in range(MAX_WEBSOCKET_EVENTS + 1)))
    found = await parts.ask("observe", what="websocket_events", limit=1000)
    assert [each["data"] for each in found] == [str(number) for number in range(MAX_WEBSOCKET_EVENTS, 0, -1)]
    buffer = (await parts.ask("observe", what="health"))["buffers"]["websocket_events"]
    assert buffer == {"count": MAX_WEBSOCKET_EVENTS, "capacity": MAX_WEBSOCKET_EVENTS, "evicted": 1}


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
