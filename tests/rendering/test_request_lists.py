"""The list of requests as text: every line can be told from the others, and files take no place of calls."""

import re
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

SITE = "http://localhost:5173"
DEEP = "/api/v2/organizations/acme/projects/storefront/environments/production/deployments"


def at(seconds: float) -> str:
    return f"2026-01-31T12:00:{seconds:06.3f}Z"


def request(seconds: float, url: str, **more: Any) -> dict[str, Any]:
    call = {"method": "GET", "status": 200, "initiator": "fetch", "duration": 10.0, "pageUrl": f"{SITE}/cart"}
    return {"ts": at(seconds), "url": url, **call, **more}


def lines_of(text: str) -> list[str]:
    return re.findall(r"^r\d+ \S+ (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("number", [50, 100])
@pytest.mark.parametrize("site", [SITE, "https://api.example.com"])
async def test_long_addresses_in_a_long_list_stay_different(site: str, number: int, tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for each in range(number):
        parts.send("network", request(each / 10, f"{site}{DEEP}/{each}/logs"))
    lines = lines_of(await parts.read("observe", what="network", limit=number))
    assert len(set(lines)) == number
    assert all(f"/{each}/logs" in line for each, line in zip(range(number), lines[::-1], strict=True))


def asset(seconds: float, url: str, **more: Any) -> dict[str, Any]:
    return request(seconds, url, initiator="script", transferSize=1_000, **more)


async def test_files_of_the_page_take_no_place_of_its_calls(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for each in range(3):
        parts.send("network", request(each, f"{SITE}/api/{each}"))
    for each in range(60):
        parts.send("network", asset(10 + each / 10, f"{SITE}/src/{each}.js"))
    text = await parts.read("observe", what="network")
    assert text.startswith("3 requests, newest first")
    assert [line.split()[1] for line in lines_of(text)] == ["/api/2", "/api/1", "/api/0"]
    assert "\nand 60 files loaded by the page (60 script; 60 kB): include_assets=true lists them" in text
    assert len(await parts.ask("get_network_requests")) == 50
    assert len(lines_of(await parts.read("observe", what="network", include_assets=True, limit=100))) == 63


async def test_a_page_without_calls_counts_its_files(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for each in range(2):
        parts.send("network", asset(each, f"{SITE}/src/{each}.js"))
    text = await parts.read("observe", what="network")
    assert text == "No calls and 2 files loaded by the page (2 script; 2 kB): include_assets=true lists them"


async def test_only_files_between_the_listed_calls_are_counted(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for each in range(4):
        parts.send("network", asset(each, f"{SITE}/src/{each}.js"), request(each + 0.5, f"{SITE}/api/{each}"))
    text = await parts.read("observe", what="network", limit=2)
    assert text.startswith("2 of 4 requests") and "and 1 file loaded" in text


@pytest.mark.parametrize("failure", [{"status": 0}, {"status": 404}, {"aborted": True}])
async def test_a_file_that_failed_is_listed(failure: dict[str, Any], tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("network", asset(1, f"{SITE}/src/good.js"), asset(2, f"{SITE}/src/bad.js", **failure))
    text = await parts.read("observe", what="network")
    assert "/src/bad.js" in text and "/src/good.js" not in text and "and 1 file loaded" in text


async def test_a_file_whose_failure_only_the_page_knows_is_listed(tmp_path: Path) -> None:
    """Browsers hide the status of what another origin answered."""
    parts = Parts(tmp_path)
    hidden = {"ts": at(1), "initiator": "script", "pageUrl": f"{SITE}/"}
    parts.send("network", {**hidden, "url": "https://cdn.example.com/lib.js"})
    failure = {"type": "resource", "ts": at(1.1), "url": f"{SITE}/", "message": "not loaded", "element": "script"}
    parts.send("logs", {**failure, "source": "https://cdn.example.com/lib.js"})
    assert "https://cdn.example.com/lib.js" in await parts.read("observe", what="network")


async def test_messages_of_hot_reload_take_no_place_of_others(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    message = {"event": "message", "direction": "incoming"}
    feed = {**message, "id": "app", "url": "ws://localhost:5173/feed", "data": '{"price":1}'}
    parts.send("websocket_events", {**feed, "ts": at(1)})
    noise = {**message, "id": "hmr", "url": "ws://localhost:8080/ws", "data": '{"type":"hash","data":"1f0"}'}
    for each in range(60):
        parts.send("websocket_events", {**noise, "ts": at(2 + each / 10)})
    text = await parts.read("observe", what="websocket_events")
    assert text.startswith("1 event, newest first") and '{"price":1}' in text
    assert "and 60 events of the development server's hot reload: connection_id=hmr lists them" in text
    assert len(await parts.ask("get_websocket_events")) == 50


async def test_a_page_with_only_hot_reload_says_so(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    noise = {"id": "hmr", "url": "ws://localhost:3000/_next/webpack-hmr", "event": "open", "ts": at(1)}
    parts.send("websocket_events", noise)
    text = await parts.read("observe", what="websocket_events")
    assert "No events of the page's own sockets\n\nand 1 event of the development server's hot reload" in text


HMR = "ws://localhost:3000/_next/webpack-hmr"


async def test_attempts_to_reconnect_are_folded_with_the_connection(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    message = {"event": "message", "direction": "incoming"}
    feed = {**message, "id": "app", "url": "ws://localhost:5173/feed", "data": '{"price":1}'}
    noise = {"url": "ws://localhost:8080/ws", "ts": at(2)}
    parts.send("websocket_events", {**feed, "ts": at(1)}, {**message, **noise, "id": "hmr", "data": '{"type":"ok"}'})
    for name in ("again", "later"):
        parts.send("websocket_events", *({**noise, "id": name, "event": event} for event in ("error", "close")))
    text = await parts.read("observe", what="websocket_events")
    fold = "and 5 events of the development server's hot reload: connection_id=later lists them"
    assert f"{fold}; further connections: again, hmr" in text
    assert text.count("connection ") == 1


async def test_the_status_of_hot_reload_is_folded_until_it_is_asked_for(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    app = {"id": "app", "url": "ws://localhost:3000/feed"}
    parts.send("websocket_events", *({**one, "event": "open", "ts": at(1)} for one in ({"id": "hmr", "url": HMR}, app)))
    text = await parts.read("observe", what="websocket_status")
    assert text.startswith("1 open WebSocket, 0 closed") and HMR not in text
    assert "and 1 connection of the development server's hot reload: connection_id=hmr lists them" in text
    assert HMR in await parts.read("observe", what="websocket_status", connection_id="hmr")
    assert [each["id"] for each in (await parts.ask("get_websocket_status"))["connections"]] == ["hmr", "app"]


async def test_the_status_of_a_page_with_only_hot_reload_says_so(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("websocket_events", {"id": "hmr", "url": HMR, "event": "open", "ts": at(1)})
    text = await parts.read("observe", what="websocket_status")
    assert "No sockets of the page's own\n\nand 1 connection of the development server's hot reload" in text


@pytest.mark.parametrize(
    ("first", "second"),
    [("/api/search?q=a", "/api/search?q=ab"), ("/api/products/1", "/api/products/2"), ("/a/deadbeef0/x", "/a/7/x")],
)
async def test_an_answer_that_overtook_an_earlier_call_of_its_endpoint_is_marked(
    first: str, second: str, tmp_path: Path
) -> None:
    parts = Parts(tmp_path)
    parts.send("network", request(1, SITE + first, duration=900.0), request(1.2, SITE + second, duration=100.0))
    assert "r2 12:00:01.200 GET " in (text := await parts.read("observe", what="network"))
    assert re.search(r"^r2 .*\(answered before r1\)$", text, re.MULTILINE)
    timeline = await parts.read("observe", what="timeline")
    assert re.search(r"^r2 .*\(answered before r1\)$", timeline, re.MULTILINE)


@pytest.mark.parametrize(
    "other",
    [
        {"url": f"{SITE}/api/reviews/2"},
        {"url": "http://localhost:3000/api/products/2"},
        {"method": "POST"},
        {"tabId": 4},
    ],
)
async def test_calls_of_other_endpoints_and_tabs_overtake_nothing(other: dict[str, Any], tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    later = {**request(1.2, f"{SITE}/api/products/2", duration=100.0, tabId=3), **other}
    parts.send("network", request(1, f"{SITE}/api/products/1", duration=900.0, tabId=3), later)
    assert "answered before" not in await parts.read("observe", what="network")


async def test_two_sockets_of_one_page_are_not_two_sites(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for number, address in enumerate(("ws://localhost:5173/feed", "ws://localhost:8080/chat")):
        opened = {"id": f"s{number}", "url": address, "event": "open", "ts": at(number), "tabId": 17}
        parts.send("websocket_events", opened)
    text = await parts.read("observe", what="websocket_events")
    assert "sites:" not in text and "/feed" in text and "/chat" in text
