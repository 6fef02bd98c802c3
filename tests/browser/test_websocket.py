"""WebSockets in a real browser: what is recorded of them, at every bound."""

from typing import Any

import pytest
from daemon import Daemon, wait_until
from echo_server import EchoServer
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser
from gasoline.store.websocket_connections import MAX_WEBSOCKET_EVENTS

pytestmark = pytest.mark.usefixtures("one_tab")

# What the tests' pages do with a socket.
TOOLS = """
window.opened = (url, ...more) => new Promise((done, fail) => {
    const socket = new WebSocket(url, ...more);
    socket.onopen = () => done(socket);
    socket.onclose = fail;
});
window.next = (socket) => new Promise((done) => socket.addEventListener("message", done, { once: true }));
window.ended = (socket) => new Promise((done) => (socket.onclose = done));
window.heard = (socket, count) => new Promise((done) => {
    let left = count;
    socket.addEventListener("message", () => --left || done());
});
window.ask = (socket, order) => socket.send(JSON.stringify(order));
"""


@pytest.fixture
def chat(page: Page, site: Site, echo: EchoServer) -> Page:
    page.goto(site.page("/chat", f"<!doctype html><title>Chat</title><script>{TOOLS}URL_ = '{echo.url}/';</script>"))
    return page


def events(daemon: Daemon, **filters: Any) -> list[Any]:
    return list(reversed(daemon.call("observe", what="websocket_events", limit=1000, **filters)))


def messages(daemon: Daemon, direction: str) -> list[Any]:
    return [
        (each["data"], each["size"], each.get("truncated", False))
        for each in events(daemon, direction=direction)
        if not each["data"].startswith('{"do":')
    ]


def status(daemon: Daemon, **filters: Any) -> Any:
    # Other files leave connections of other schemes in the daemon that they share.
    return daemon.call("observe", what="websocket_status", **{"url_filter": "ws://", **filters})


# WS-01
def test_a_life_is_recorded_from_open_to_close(chat: Page, captured: Daemon, echo: EchoServer) -> None:
    chat.evaluate("""async () => {
        const socket = await opened(URL_ + "room", "chat");
        const answer = next(socket);
        socket.send("hello");
        await answer;
        const end = ended(socket);
        ask(socket, { do: "close", code: 4001, reason: "köln" });
        await end;
    }""")
    wait_until(lambda: any(each["event"] == "close" for each in events(captured)), "the close")
    found = events(captured)
    assert [(each["event"], each.get("direction"), each.get("data")) for each in found] == [
        ("open", None, None),
        ("message", "outgoing", "hello"),
        ("message", "incoming", "hello"),
        ("message", "outgoing", '{"do":"close","code":4001,"reason":"köln"}'),
        ("close", None, None),
    ]
    assert (found[-1]["code"], found[-1]["reason"]) == (4001, "köln")
    assert {each["id"] for each in found} == {found[0]["id"]} and len(found[0]["id"]) == 36
    assert {each["url"] for each in found} == {f"{echo.url}/room"}
    assert all(isinstance(each["tabId"], int) and each["type"] == "websocket" for each in found)
    room = f"{echo.url}/room"
    assert [each for each in status(captured)["connections"] if each["url"] == room] == []
    (closed,) = [each for each in status(captured)["closed"] if each["url"] == room]
    assert (closed["closeCode"], closed["closeReason"], closed["totalMessages"]) == (4001, "köln", 3)


def test_a_connection_that_fails_is_an_error_and_a_close(chat: Page, captured: Daemon) -> None:
    chat.evaluate("new Promise((done) => (new WebSocket('ws://127.0.0.1:1/none').onclose = done)).then(() => 0)")
    wait_until(lambda: [each["event"] for each in events(captured)][-1:] == ["close"], "the close")
    assert [(each["event"], each.get("code")) for each in events(captured)] == [("error", None), ("close", 1006)]
    (closed,) = status(captured)["closed"]
    assert (closed["openedAt"], closed["closeCode"]) == (None, 1006)


# WS-05
def test_binary_messages_say_how_long_they_are(chat: Page, captured: Daemon) -> None:
    chat.evaluate("""async () => {
        const socket = await opened(URL_);
        const buffer = new ArrayBuffer(100);
        const views = [new Uint8Array(buffer, 10, 20), new DataView(buffer, 1, 3), new Float64Array(2)];
        const out = [buffer, ...views, new Blob(["héllo"])];
        const all = heard(socket, out.length + 1);
        for (const each of out) socket.send(each);
        socket.binaryType = "arraybuffer";
        ask(socket, { do: "binary", size: 7 });
        await all;
    }""")
    sent = [100, 20, 3, 16, 6]
    wait_until(lambda: len(messages(captured, "incoming")) == len(sent) + 1, "the echoes")
    assert messages(captured, "outgoing") == [(f"[Binary: {size} bytes]", size, False) for size in sent]
    assert messages(captured, "incoming") == [(f"[Binary: {size} bytes]", size, False) for size in [*sent, 7]]


# WS-02
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("x" * 4096, 4096),
        ("x" * 4097, 4096),
        ("x" * 4094 + "é", 4095),  # 4096 bytes
        ("x" * 4095 + "é", 4095),
        ("x" * 4093 + "😀x", 4093),
        ("x" * 4092 + "😀", 4093),  # 4096 bytes
        ("😀" * 5000, 1024),
        ("€" * 100_000, 1365),
    ],
    ids=["4096", "4097", "two-bytes-fit", "two-bytes-cut", "four-bytes-cut", "four-bytes-fit", "pairs", "long"],
)
def test_text_is_truncated_at_four_kilobytes_and_at_a_character(
    chat: Page, captured: Daemon, text: str, kept: int
) -> None:
    chat.evaluate(
        """async (text) => {
            const socket = await opened(URL_);
            const answer = next(socket);
            socket.send(text);
            await answer;
        }""",
        text,
    )
    expected = [(text[:kept], len(text.encode()), kept < len(text))]
    for direction in ("outgoing", "incoming"):
        wait_until(lambda direction=direction: messages(captured, direction), "the message")
        assert messages(captured, direction) == expected


def test_messages_that_are_not_sent_are_not_recorded(chat: Page, captured: Daemon) -> None:
    names = chat.evaluate("""async () => {
        const early = new WebSocket(URL_);
        const names = [];
        try { early.send("early"); } catch (error) { names.push(error.name); }
        await new Promise((done) => (early.onopen = done));
        early.close();
        early.send("late");
        await ended(early);
        return names;
    }""")
    assert names == ["InvalidStateError"]
    assert [each["event"] for each in events(captured)] == ["open", "close"]


def test_events_that_the_page_makes_up_are_not_recorded(chat: Page, captured: Daemon) -> None:
    chat.evaluate("""async () => {
        const socket = await opened(URL_);
        socket.dispatchEvent(new MessageEvent("message", { data: "made up" }));
        socket.dispatchEvent(new CloseEvent("close", { code: 1000 }));
    }""")
    assert [each["event"] for each in events(captured)] == ["open"]


def test_the_status_of_an_open_connection(chat: Page, captured: Daemon, echo: EchoServer) -> None:
    chat.evaluate("""async () => {
        window.socket = await opened(URL_ + "status");
        const all = heard(socket, 2);
        socket.send('{"type":"chat","msg":"hello"}');
        socket.send('{"type":"é"}');
        await all;
    }""")

    def complete() -> Any:
        found = status(captured, url_filter="/status")["connections"]
        return found if found and found[0]["messageRate"]["incoming"]["total"] == 2 else []

    (found,) = wait_until(complete, "both echoes")
    assert (found["url"], found["state"]) == (f"{echo.url}/status", "open")
    assert found["messageRate"]["incoming"].items() >= {"total": 2, "bytes": 42}.items()
    assert found["messageRate"]["outgoing"].items() >= {"total": 2, "bytes": 42}.items()
    assert 0 < found["messageRate"]["incoming"]["perSecond"] <= 2
    assert found["lastMessage"]["incoming"]["preview"] == '{"type":"é"}'
    assert found["schema"] == {"detectedKeys": ["msg", "type"], "messageCount": 4}
    assert 0 <= found["duration"] < 60_000 and found["openedAt"].endswith("Z")
    assert status(captured, url_filter="/nothing") == {"connections": [], "closed": []}
    assert status(captured, connection_id=found["id"])["connections"][0]["url"] == found["url"]


# WS-03
def test_the_twenty_first_connection_evicts_the_oldest(chat: Page, captured: Daemon, echo: EchoServer) -> None:
    chat.evaluate("""async () => {
        window.sockets = [];
        for (let i = 0; i < 21; i++) sockets.push(await opened(URL_ + i));
        const answer = next(sockets[0]);
        sockets[0].send("still here");
        await answer;
    }""")
    urls = [each["url"] for each in status(captured)["connections"]]
    assert urls == [f"{echo.url}/{number}" for number in range(20, 0, -1)]
    assert messages(captured, "outgoing") == [("still here", 10, False)]


def test_leaving_the_page_ends_its_connections(chat: Page, captured: Daemon, site: Site) -> None:
    # By its address: the browser may report late how those of the page before it ended.
    mine = {"url_filter": "/leaving"}
    chat.evaluate("async () => { window.socket = await opened(URL_ + 'leaving'); }")
    assert len(status(captured, **mine)["connections"]) == 1
    chat.goto(site.page("/elsewhere", "<!doctype html><title>Elsewhere</title>"))
    found = status(captured, **mine)
    assert (found["connections"], [each["closeCode"] for each in found["closed"]]) == ([], [1001])
    assert [(each["event"], each.get("code")) for each in events(captured, **mine)] == [("open", None), ("close", 1001)]


def totals(daemon: Daemon) -> dict[str, tuple[int, int]]:
    """Messages in and out, by the last letter of the connection's URL."""
    rates = {each["url"][-1]: each["messageRate"] for each in status(daemon)["connections"]}
    return {name: (rate["incoming"]["total"], rate["outgoing"]["total"]) for name, rate in rates.items()}


# WS-06
def test_heavy_traffic_is_sampled_and_counted_exactly(chat: Page, captured: Daemon) -> None:
    chat.evaluate("""async () => {
        window.sockets = await Promise.all([0, 1, 2].map((n) => opened(URL_ + "heavy" + n)));
        const all = sockets.map((socket) => heard(socket, 4000));
        for (const socket of sockets) ask(socket, { do: "ticks", count: 4000, odd_at: 3000 });
        for (let i = 0; i < 2000; i++) sockets[0].send(JSON.stringify({ do: "text", text: "", times: 0, n: i }));
        await Promise.all(all);
    }""")
    expected = {"0": (4000, 2001), "1": (4000, 1), "2": (4000, 1)}
    wait_until(lambda: totals(captured) == expected, "the totals")
    found = {each["url"][-1]: each for each in status(captured)["connections"]}
    size = sum(len(f'{{"tick": {number}, "text": "{"é" * 20}"}}'.encode()) for number in range(4000))
    size += len(b', "odd": true')
    for connection in found.values():
        incoming = connection["messageRate"]["incoming"]
        assert incoming["bytes"] == size
        assert '"tick": 3999' in connection["lastMessage"]["incoming"]["preview"]
        assert {"tick", "text", "odd"} <= set(connection["schema"]["detectedKeys"])
    kept = events(captured)
    assert captured.call("observe", what="health")["buffers"]["websocket_events"]["count"] == MAX_WEBSOCKET_EVENTS
    assert any(each.get("sampled", 0) > 0 for each in kept)
    for connection in found.values():
        assert any('"tick": 3999' in each.get("data", "") for each in kept if each["id"] == connection["id"])


def test_left_out_messages_and_shown_ones_are_all_of_them(chat: Page, captured: Daemon) -> None:
    """Of one connection whose events all fit: nothing is unaccounted for, and the odd one is there."""
    chat.evaluate("""async () => {
        const noise = await opened(URL_);
        const heardNoise = heard(noise, 3000);
        ask(noise, { do: "ticks", count: 3000 });
        await heardNoise;
    }""")
    captured.call("configure", action="clear", what="websocket_events")
    chat.evaluate("""async () => {
        window.socket = await opened(URL_ + "counted");
        const all = heard(socket, 150);
        ask(socket, { do: "ticks", count: 150, odd_at: 120 });
        await all;
    }""")
    # Fewer than the server keeps, however many of them a slow machine leaves time to send on.
    shown = events(captured, url_filter="counted", direction="incoming")
    assert sum(1 + each.get("sampled", 0) for each in shown) == 150
    numbers = [int(each["data"].split(": ")[1].split(",")[0]) for each in shown]
    assert numbers == sorted(numbers) and numbers[:9] == list(range(9)) and numbers[-1] == 149
    assert any('"odd": true' in each["data"] for each in shown)


# WS-09
def test_the_switch_acts_in_the_open_page(chat: Page, browser: Browser, captured: Daemon) -> None:
    chat.evaluate("async () => { window.socket = await opened(URL_ + 'before'); socket.send('before'); }")
    wait_until(lambda: messages(captured, "outgoing") == [("before", 6, False)], "the first message")
    switch = browser.extension_page("popup.html").get_by_label("Capture WebSockets")
    assert switch.is_checked()
    chat.evaluate("() => { window.patched = WebSocket.prototype.send; }")
    switch.uncheck()
    try:
        wait_until(lambda: chat.evaluate("WebSocket.prototype.send !== patched"), "the switch to act")
        chat.evaluate("""async () => {
            const answer = next(socket);
            socket.send("while off");
            await answer;
            window.unseen = await opened(URL_ + "unseen");
            unseen.send("also off");
        }""")
        chat.reload()
        chat.evaluate("async () => { window.socket = await opened(URL_ + 'reloaded'); socket.send('still off'); }")
        assert "off" not in str([each.get("data") for each in events(captured)])
        assert status(captured) == {"connections": [], "closed": []}
    finally:
        switch.check()
    wait_until(
        lambda: chat.evaluate("socket.send('on again')") or ("on again", 8, False) in messages(captured, "outgoing"),
        "capture to go on",
    )
    (found,) = status(captured, url_filter="reloaded")["connections"]
    assert (found["state"], found["openedAt"]) == ("open", None)


def test_sockets_in_workers_work_and_are_left_alone(chat: Page, captured: Daemon) -> None:
    answer = chat.evaluate("""async () => {
        const code = `onmessage = ({ data }) => {
            const socket = new WebSocket(data);
            socket.onopen = () => socket.send("from a worker");
            socket.onmessage = (event) => postMessage([event.data, String(WebSocket)]);
        }`;
        const worker = new Worker(URL.createObjectURL(new Blob([code])));
        const answer = new Promise((done) => (worker.onmessage = (event) => done(event.data)));
        worker.postMessage(URL_);
        return answer;
    }""")
    assert answer == ["from a worker", "function WebSocket() { [native code] }"]
    assert events(captured) == []
