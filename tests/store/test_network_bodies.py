"""get_network_bodies: its shape, its filters, its bounds, and why it is empty."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.capabilities.observe.network_bodies import NETWORK_BODIES_LIMIT
from gasoline.model.events import REQUEST_BODY_BYTES, RESPONSE_BODY_BYTES
from gasoline.store.store import MAX_NETWORK_BODIES
from gasoline.tools.answer_budget import ANSWER_CHARS


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def body(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": f"b{number}",
        "ts": "2026-01-31T12:00:00.000Z",
        "type": "network_body",
        "method": "POST",
        "url": f"http://shop.test/api/{number}",
        "status": 201,
        "requestBody": f"sent {number}",
        "responseBody": f"got {number}",
        "contentType": "application/json",
        "duration": 142,
        "pageUrl": "http://shop.test/cart",
        **more,
    }


async def test_an_entry_has_the_documented_shape(parts: Parts) -> None:
    parts.send("network_bodies", body(1))
    assert await parts.ask("get_network_bodies") == [
        {
            "type": "network_body",
            "ts": "2026-01-31T12:00:00.000Z",
            "method": "POST",
            "url": "http://shop.test/api/1",
            "status": 201,
            "requestBody": "sent 1",
            "responseBody": "got 1",
            "contentType": "application/json",
            "duration": 142,
            "hasAuthHeader": False,
            "pageUrl": "http://shop.test/cart",
        }
    ]


async def test_other_senders_may_leave_out_what_they_do_not_know(parts: Parts) -> None:
    parts.send("network_bodies", {"method": "GET", "url": "/a"})
    [entry] = await parts.ask("observe", what="network_bodies")
    assert (entry["requestBody"], entry["responseBody"], entry["status"]) == (None, None, 0)


async def test_what_the_page_reads_later_completes_the_entry(parts: Parts) -> None:
    parts.send("network_bodies", body(1, responseBody=None), body(2))
    parts.send("network_bodies", {"id": "b1", "responseBody": "late", "truncated": True})
    newest, oldest = await parts.ask("get_network_bodies")
    assert newest["responseBody"] == "got 2"
    assert (oldest["responseBody"], oldest["requestBody"], oldest["truncated"]) == ("late", "sent 1", True)


# NET-10
@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"url_filter": "api/3"}, [3]),
        ({"method": "put"}, [4]),
        ({"status_min": 400}, [5]),
        ({"status_max": 200}, [6]),
        ({"status_min": 200, "status_max": 201, "limit": 2}, [6, 4]),
    ],
)
async def test_filters(parts: Parts, filters: dict[str, Any], found: list[int]) -> None:
    parts.send("network_bodies", body(3), body(4, method="PUT"), body(5, status=500), body(6, status=200))
    entries = await parts.ask("get_network_bodies", **filters)
    assert [int(entry["url"][-1]) for entry in entries] == found


# NET-10
async def test_twenty_are_shown_unless_asked_and_a_hundred_are_kept(parts: Parts) -> None:
    parts.send("network_bodies", *(body(number) for number in range(MAX_NETWORK_BODIES + 1)))
    assert len(await parts.ask("get_network_bodies")) == NETWORK_BODIES_LIMIT
    everything = await parts.ask("get_network_bodies", limit=1000)
    assert len(everything) == MAX_NETWORK_BODIES
    assert everything[-1]["responseBody"] == "got 1"
    health = await parts.ask("get_health")
    assert health["buffers"]["network_bodies"] == {"count": 100, "capacity": 100, "evicted": 1}


async def test_the_longest_bodies_stay_within_the_answer_by_whole_entries(parts: Parts) -> None:
    longest = {"requestBody": "r" * REQUEST_BODY_BYTES, "responseBody": "a" * RESPONSE_BODY_BYTES}
    parts.send("network_bodies", *(body(number, **longest) for number in range(5)))
    reply = await parts.call("get_network_bodies")
    assert sum(map(len, reply.texts)) <= ANSWER_CHARS
    assert "1 of 5 shown" in reply.texts[1]
    assert reply.texts[0].count("a" * RESPONSE_BODY_BYTES) == 1


@pytest.mark.parametrize(
    ("switches", "says_off"),
    [({"networkBodyCaptureEnabled": False}, True), ({"networkBodyCaptureEnabled": True}, False)],
)
async def test_an_empty_answer_says_when_capture_is_off(
    parts: Parts, switches: dict[str, bool], says_off: bool
) -> None:
    parts.store.extension.record_contact()
    parts.store.extension.switches = switches
    reply = await parts.call("get_network_bodies")
    assert reply.texts[0] == "[]"
    assert ("“Capture Network Bodies” is off" in reply.texts[1]) is says_off


# SRV-16
async def test_clear_forgets_the_bodies_alone(parts: Parts) -> None:
    parts.log("kept")
    parts.send("network_bodies", body(1))
    assert await parts.ask("clear_browser_logs", what="network_bodies") == {"cleared": {"network_bodies": 1}}
    assert await parts.ask("get_network_bodies") == []
    assert len(await parts.ask("get_browser_logs")) == 1


async def test_secrets_in_bodies_are_masked(parts: Parts) -> None:
    parts.send("network_bodies", body(1, requestBody='{"password":"correct horse"}'))
    assert "correct horse" not in (await parts.call("get_network_bodies")).texts[0]
