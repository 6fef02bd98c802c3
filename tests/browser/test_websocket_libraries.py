"""Libraries that pages use for WebSockets, from npm, against real servers: they work, and are recorded."""

import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from bundle import bundle
from daemon import Daemon, wait_until
from echo_server import EchoServer
from playwright.sync_api import Page
from site_for_tests import Site

from browser import ROOT


@pytest.fixture(scope="module")
def socket_io_port() -> Iterator[int]:
    server = subprocess.Popen(
        ["node", ROOT / "tests/support/socket_io_server.mjs"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout and server.stdin
    yield int(server.stdout.readline())
    server.stdin.close()
    server.wait(10)
    server.stdout.close()


def open_page(page: Page, site: Site, path: str, code: str) -> None:
    page.goto(site.page(path, f"<!doctype html><title>Library</title><body><script>{bundle(code, ROOT)}</script>"))


def events(daemon: Daemon, **filters: Any) -> list[Any]:
    return list(reversed(daemon.call("observe", what="websocket_events", limit=1000, **filters)))


# WS-10
@pytest.mark.parametrize("transports", ['["websocket"]', '["polling", "websocket"]'], ids=["websocket", "upgrade"])
def test_socket_io_works_and_is_recorded(
    page: Page, captured: Daemon, site: Site, socket_io_port: int, transports: str
) -> None:
    open_page(
        page,
        site,
        "/socket-io",
        f"""
        import {{ io }} from "socket.io-client";
        const socket = io("http://127.0.0.1:{socket_io_port}", {{ transports: {transports} }});
        const upgraded = new Promise((done) => socket.on("connect", () => {{
            if (socket.io.engine.transport.name === "websocket") done();
            else socket.io.engine.on("upgrade", () => done());
        }}));
        window.finished = upgraded.then(async () => {{
            const answer = new Promise((done) => socket.on("chat", done));
            const acknowledged = await socket.emitWithAck("chat", "hello");
            return [acknowledged, await answer];
        }});
        """,
    )
    assert page.evaluate("finished") == ["got it", {"text": "hello", "from": "server"}]
    wait_until(lambda: any("got it" in each.get("data", "") for each in events(captured)), "the acknowledgement")
    data = [(each["direction"], each["data"]) for each in events(captured) if each["event"] == "message"]
    assert ("outgoing", '420["chat","hello"]') in data
    assert ("incoming", '42["chat",{"text":"hello","from":"server"}]') in data
    (name,) = {each["id"] for each in events(captured) if "got it" in each.get("data", "")}
    (found,) = captured.call("observe", what="websocket_status", connection_id=name)["connections"]
    assert found["url"].startswith(f"ws://127.0.0.1:{socket_io_port}/socket.io/?EIO=4&transport=websocket")


def test_reconnecting_websocket_works_and_each_of_its_connections_is_recorded(
    page: Page, captured: Daemon, site: Site, echo: EchoServer
) -> None:
    open_page(
        page,
        site,
        "/reconnecting",
        f"""
        import ReconnectingWebSocket from "reconnecting-websocket";
        const socket = new ReconnectingWebSocket("{echo.url}/again", [], {{ minReconnectionDelay: 10 }});
        let opened = 0;
        window.finished = new Promise((done) => {{
            socket.onopen = () => {{
                if (++opened === 1) socket.send('{{"do":"close","code":4000,"reason":"again"}}');
                else socket.send("hello again");
            }};
            socket.onmessage = (event) => done([opened, event.data, socket.readyState]);
        }});
        """,
    )
    assert page.evaluate("finished") == [2, "hello again", 1]
    wait_until(lambda: events(captured, direction="incoming"), "the echo")
    seen = [(each["event"], each.get("code"), each.get("direction")) for each in events(captured)]
    assert seen == [
        ("open", None, None),
        ("message", None, "outgoing"),
        ("close", 4000, None),
        ("open", None, None),
        ("message", None, "outgoing"),
        ("message", None, "incoming"),
    ]
    found = captured.call("observe", what="websocket_status", url_filter="/again")
    assert (len(found["connections"]), len(found["closed"]), found["closed"][0]["closeReason"]) == (1, 1, "again")
