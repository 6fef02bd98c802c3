"""Text answers: those to one recorded session are files in `golden/`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from golden import check_golden
from parts import Parts
from written_pages import a_browser, a_session

SITE = "http://localhost:5173"
PAGE = f"{SITE}/cart"


def at(seconds: float) -> str:
    return f"2026-01-31T12:00:{seconds:06.3f}Z"


def a_purchase_that_fails(parts: Parts, text: str = "Place order") -> None:
    """A click, a request that fails, and the exception that follows; `text` is whatever the page chose."""
    parts.send("actions", {"type": "click", "ts": at(27.9), "url": PAGE, "tabId": 17, "text": text})
    request = {"method": "POST", "url": f"{SITE}/api/orders", "status": 422, "tabId": 17, "pageUrl": PAGE}
    parts.send("network", {"id": "n1", "ts": at(27.91), "initiator": "fetch", "duration": 15.25, **request})
    body = {"requestBody": '{"sku":7}', "responseBody": json.dumps({"error": text}), "contentType": "application/json"}
    parts.send("network_bodies", {"id": "n1", "ts": at(27.91), "duration": 15.25, **request, **body})
    parts.send("logs", {"type": "network", "id": "l1", "ts": at(27.925), "response": text, **request})
    lines = [
        {"line": 3, "text": "  // the API sends cents"},
        {"line": 4, "text": "  const total = reply.order.total / 100;", "isError": True},
        {"line": 5, "text": f"  box.textContent = {text!r};"},
    ]
    exception = {
        **{"type": "exception", "id": "x1", "ts": at(27.945), "url": PAGE, "tabId": 17, "errorType": "TypeError"},
        "message": "Cannot read properties of undefined (reading 'total')",
        "_sourceSnippets": [
            {"file": "src/receipt.js", "line": 4, "column": 29, "function": "showReceipt", "snippet": lines},
            {"file": "src/button.jsx", "line": 8, "snippet": [{"line": 8, "text": "pay()", "isError": True}]},
        ],
        "_componentAncestry": {"framework": "react", "components": [{"name": "App"}, {"name": "CartPanel"}]},
    }
    parts.send("logs", exception)
    parts.log("%ccart of %s has %o", "color: red", text, {"items": [1, 2]}, "%c", ts=at(20), url=PAGE, tabId=17)
    parts.log("careful", level="warn", ts=at(21), url=PAGE, tabId=17)
    for number in range(4):
        data = json.dumps({"type": "tick", "price": number} if number % 2 else {"subscribe": text})
        direction = "incoming" if number % 2 else "outgoing"
        socket = {"id": "s1", "url": "ws://localhost:5173/feed", "tabId": 17}
        message = {"event": "message", "direction": direction, "data": data, "ts": at(22 + number)}
        parts.send("websocket_events", {**socket, **message})


QUESTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "errors": ("observe", {"what": "errors"}),
    "logs": ("observe", {"what": "logs"}),
    "network": ("observe", {"what": "network"}),
    "network_bodies": ("observe", {"what": "network_bodies"}),
    "websocket_events": ("observe", {"what": "websocket_events"}),
    "actions": ("observe", {"what": "actions"}),
    "timeline": ("observe", {"what": "timeline"}),
    "api": ("analyze", {"what": "api", "action": "analyze"}),
    "security": ("analyze", {"what": "security"}),
    "reproduction": ("generate", {"what": "reproduction"}),
}


@pytest.mark.parametrize("name", QUESTIONS)
async def test_the_answer_reads_as_its_golden_file(name: str, tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    a_purchase_that_fails(parts)
    tool, arguments = QUESTIONS[name]
    check_golden(name, await parts.read(tool, **arguments))


OF_PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    **{what: ("observe", {"what": what}) for what in ("websocket_status", "server_logs", "page", "tabs")},
    "dom": ("observe", {"what": "dom", "selector": "p", "include_styles": True, "include_children": True}),
    **{what: ("analyze", {"what": what}) for what in ("accessibility", "performance")},
    "api_report": ("analyze", {"what": "api", "action": "report"}),
    "har": ("generate", {"what": "har"}),
    "pilot": ("observe", {"what": "pilot"}),
    "clear": ("configure", {"action": "clear"}),
    "streaming": (
        "configure",
        {"action": "streaming", "enabled": True, "events": ["errors", "security"], "url_filter": "/api"},
    ),
    "error_by_id": ("observe", {"what": "errors", "id": "e1"}),
    "request_by_id": ("observe", {"what": "network", "id": "r6"}),
    "several_sites": ("observe", {"what": "logs", "type": "console"}),
}


@pytest.mark.parametrize("name", OF_PAGES)
async def test_the_answer_about_a_page_reads_as_its_golden_file(name: str, tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    a_session(parts, "Buy")
    parts.log("from another project", ts=at(10), url="http://localhost:3000/")
    a_browser(parts, "Buy")
    tool, arguments = OF_PAGES[name]
    check_golden(name, await parts.read(tool, **arguments))


async def test_health_begins_with_what_is_wrong_and_leaves_out_what_is_empty(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.log("one")
    lines = (await parts.read("observe", what="health")).splitlines()
    assert lines[0] == "1 problem · server 1.2.3 on port 7890, up 5 s"
    assert lines[2] == "warn: the extension has never connected to this server"
    assert lines[3].startswith("  fix: Run `gasoline browser`")
    assert 'captured: {"logs":"1 of 10000"}' in lines
    assert not any("network" in line or "null" in line for line in lines)


# ANS-02
async def test_the_five_tools_answer_as_text_and_the_named_ones_as_json(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    a_purchase_that_fails(parts)
    composite = await parts.dispatcher.call("observe", {"what": "logs"}, parts.client)
    named = await parts.dispatcher.call("get_browser_logs", {}, parts.client)
    as_json = await parts.dispatcher.call("observe", {"what": "logs", "output": "json"}, parts.client)
    assert composite.texts[0].startswith("4 entries, newest first")
    assert json.loads(named.texts[0]) == json.loads(as_json.texts[0])


async def test_another_output_is_refused_with_the_two_that_exist(tmp_path: Path) -> None:
    failure = await Parts(tmp_path).fail("observe", what="logs", output="xml")
    assert failure["error"] == "invalid_argument"
    assert failure["hint"] == "output takes text or json."


# ANS-05
async def test_an_id_gives_the_entry_complete(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    a_purchase_that_fails(parts)
    listed = await parts.read("observe", what="errors")
    [entry_id] = re.findall(r"^(e\d+) .*TypeError", listed, re.MULTILINE)
    text = await parts.read("observe", what="errors", id=entry_id)
    [entry] = await parts.ask("get_browser_errors", id=entry_id)
    assert text.startswith(f"{entry_id}, complete")
    for key in entry:
        assert re.search(rf"^{re.escape(key)}:", text, re.MULTILINE), key


async def test_an_id_that_is_gone_says_so(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    a_purchase_that_fails(parts)
    assert "no entry e999" in await parts.read("observe", what="errors", id="e999")
    assert (await parts.fail("observe", what="errors", id="xyz"))["error"] == "invalid_argument"


async def test_files_that_loaded_are_folded_until_they_are_asked_for(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for number in range(5):
        asset = {"ts": at(number), "url": f"{SITE}/src/{number}.js", "status": 200, "initiator": "script"}
        parts.send("network", {**asset, "pageUrl": PAGE, "transferSize": 1_000})
    parts.send("network", {"ts": at(6), "url": f"{SITE}/api/x", "method": "GET", "status": 200, "initiator": "fetch"})
    folded = await parts.read("observe", what="network")
    assert "and 5 files loaded by the page (5 script; 5 kB): include_assets=true lists them" in folded
    assert "/src/3.js" not in folded
    assert "/src/3.js" in await parts.read("observe", what="network", include_assets=True)


async def test_a_failed_request_has_the_id_that_the_network_list_gives_it_and_its_time(tmp_path: Path) -> None:
    """The log entry of a failed request has another id than its entry in the network list."""
    parts = Parts(tmp_path)
    request = {"method": "POST", "url": f"{SITE}/api/orders", "status": 500, "tabId": 17, "pageUrl": PAGE}
    for seconds in (1, 2):
        timing = {"id": f"n{seconds}", "ts": at(seconds), "initiator": "fetch", "duration": 15.0}
        parts.send("network", {**timing, **request})
    parts.send("logs", {"type": "network", "id": "l1", "ts": at(2.015), **request})
    error = {"type": "exception", "id": "x1", "ts": at(2.035), "url": PAGE, "tabId": 17, "message": "no receipt"}
    parts.send("logs", error)
    assert "\n  20 ms before: r2 POST /api/orders → 500" in await parts.read("observe", what="errors")


async def test_a_failed_request_that_the_network_list_lost_has_the_id_of_its_error(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    request = {"method": "POST", "url": f"{SITE}/api/orders", "status": 500, "tabId": 17, "pageUrl": PAGE}
    parts.send("logs", {"type": "network", "id": "l1", "ts": at(2.015), **request})
    parts.send("logs", {"type": "exception", "id": "x1", "ts": at(2.035), "url": PAGE, "tabId": 17, "message": "no"})
    assert "\n  20 ms before: e1 POST /api/orders → 500" in await parts.read("observe", what="errors")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ws://localhost:5173/?token=kX2", '{"type":"connected"}'),
        ("ws://localhost:8080/ws", '{"type":"hash","data":"1f0"}'),
        ("ws://localhost:3000/_next/webpack-hmr", '{"action":"built"}'),
    ],
)
async def test_the_socket_of_hot_reload_is_folded_until_it_is_asked_for(url: str, message: str, tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    sent = {"event": "message", "direction": "incoming", "ts": at(1)}
    parts.send("websocket_events", {**sent, "id": "hmr", "url": url, "data": message})
    parts.send("websocket_events", {**sent, "id": "app", "url": "ws://localhost:5173/feed", "data": '{"price":1}'})
    folded = await parts.read("observe", what="websocket_events")
    assert "and 1 event of the development server's hot reload: connection_id=hmr lists them" in folded
    assert message not in folded and '{"price":1}' in folded
    assert message in await parts.read("observe", what="websocket_events", connection_id="hmr")


@pytest.mark.parametrize("url", ["ws://localhost:5173/feed", "ws://localhost:5173/", "ws://localhost:8080/ws"])
async def test_a_socket_of_the_application_is_not_folded(url: str, tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    sent = {"event": "message", "direction": "incoming", "ts": at(1), "id": "app", "url": url}
    parts.send("websocket_events", {**sent, "data": '{"type":"connected"}'})
    assert '{"type":"connected"}' in await parts.read("observe", what="websocket_events")


async def test_sites_are_counted_when_there_are_several(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for port, number in ((3000, 3), (5173, 1)):
        for each in range(number):
            parts.log(f"message {each}", url=f"http://localhost:{port}/", ts=at(each))
    first = (await parts.read("observe", what="logs")).partition("\n")[0]
    assert "sites: localhost:3000 (3), localhost:5173 (1); url_filter=localhost:3000 shows one" in first


# ANS-04
async def test_lists_stay_within_what_a_model_can_afford(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for number in range(200):
        parts.log(f"message {number}", {"id": number, "name": f"item {number}"}, ts=at(number / 10), url=PAGE)
    for number in range(100):
        url = f"{SITE}/api/items/{number}?page=2"
        parts.send("network", {"ts": at(number / 10), "url": url, "method": "GET", "status": 200, "initiator": "fetch"})
        message = json.dumps({"type": "tick", "price": number} if number % 2 else {"sub": number})
        socket = {"event": "message", "direction": "incoming", "id": "s", "url": "ws://localhost/", "data": message}
        parts.send("websocket_events", {**socket, "ts": at(number / 10)})
    sizes = {
        what: len((await parts.read("observe", what=what, limit=limit)).encode())
        for what, limit in (("logs", 200), ("network", 100), ("websocket_events", 100))
    }
    assert sizes["logs"] <= 11_000
    assert sizes["network"] <= 5_600
    assert sizes["websocket_events"] <= 4_000


async def test_a_file_without_a_source_map_is_called_so_once(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    snippets = [
        {"file": f"{SITE}/bundle.js", "line": line, "isGenerated": True, "snippet": [{"line": line, "text": "pay()"}]}
        for line in (4, 8)
    ]
    thrown = {"type": "exception", "ts": at(3), "url": PAGE, "tabId": 17, "message": "no receipt"}
    parts.send("logs", {**thrown, "_sourceSnippets": snippets})
    text = await parts.read("observe", what="errors")
    assert "/bundle.js:4 (no source map)" in text and "called from /bundle.js:8\n" in text
