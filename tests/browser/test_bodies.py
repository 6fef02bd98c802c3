"""Network bodies: every kind both ways, cut at their limits, and the page reads its responses as ever."""

import json
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page, expect
from site_for_tests import Site

from browser import ROOT, Browser
from gasoline.model import limits

LABEL = "Capture Network Bodies"


@pytest.fixture(scope="module")
def bodies_on(browser: Browser) -> Iterator[None]:
    browser.set_switch(LABEL, on=True)
    yield
    browser.set_switch(LABEL, on=False)


@pytest.fixture
def app(bodies_on: None, page: Page, site: Site) -> Page:
    page.goto(site.page("/app", "<!doctype html><title>App</title><link rel='icon' href='data:,'>"))
    return page


def bodies(daemon: Daemon, **filters: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = daemon.call("observe", what="network_bodies", limit=100, **filters)
    return found


def received(daemon: Daemon, part: str) -> dict[str, Any]:
    """The one exchange with this address, as soon as its response is there."""

    def complete() -> dict[str, Any] | None:
        found = bodies(daemon, url_filter=part)
        return found[0] if found and found[0]["responseBody"] is not None else None

    entry: dict[str, Any] = wait_until(complete, f"the body of {part}")
    return entry


SENT = {
    "text": ("'héllo'", "héllo"),
    "json": ("JSON.stringify({ a: [1, 2] })", '{"a":[1,2]}'),
    "params": ("new URLSearchParams({ a: '1', b: 'ü' })", "a=1&b=%C3%BC"),
    "blob": ("""new Blob(['{"b":1}'], { type: 'application/json' })""", '{"b":1}'),
    "binary blob": ("new Blob([new Uint8Array(5)], { type: 'image/png' })", "[Binary: 5 bytes, type: image/png]"),
    "buffer": ("new Uint8Array(7).buffer", "[Binary: 7 bytes, type: application/octet-stream]"),
    "view": ("new Uint16Array(4).subarray(1)", "[Binary: 6 bytes, type: application/octet-stream]"),
    "data view": ("new DataView(new ArrayBuffer(3))", "[Binary: 3 bytes, type: application/octet-stream]"),
    "nothing": ("undefined", None),
}
FORM = """(() => {
    const form = new FormData();
    form.append("name", "Ada"); form.append("tag", "a"); form.append("tag", "b");
    form.append("photo", new File(["abc"], "ada.png", { type: "image/png" }));
    return form;
})()"""


@pytest.mark.parametrize("kind", SENT)
@pytest.mark.parametrize("way", ["fetch", "request", "xhr"])
def test_each_kind_of_request_body(app: Page, captured: Daemon, site: Site, kind: str, way: str) -> None:
    source, expected = SENT[kind]
    url = f"/echo?{way}={kind.replace(' ', '')}"
    calls = {
        "fetch": f"fetch({url!r}, {{ method: 'POST', body: {source} }}).then((r) => r.arrayBuffer())",
        "request": f"fetch(new Request({url!r}, {{ method: 'POST', body: {source} }})).then((r) => r.arrayBuffer())",
        "xhr": f"""new Promise((done) => {{
            const xhr = new XMLHttpRequest(); xhr.open("POST", {url!r}); xhr.onload = done; xhr.send({source});
        }})""",
    }
    app.evaluate(f"async () => {{ await {calls[way]} }}")
    [entry] = wait_until(lambda: bodies(captured, url_filter=url), "the exchange")
    if way == "request" and expected and expected.startswith("[Binary"):
        expected = "[Binary: ?" + expected.removeprefix("[Binary: ")[1:]  # a Request does not tell
    wait_until(lambda: bodies(captured, url_filter=url)[0]["requestBody"] == expected, f"{expected} in {entry}")
    sizes = {"text": 6, "json": 11, "params": 12, "blob": 7}
    _, _, headers = next(request for request in site.requests if request[1] == url.replace(" ", "%20"))
    if kind in sizes:
        assert headers["Content-Length"] == str(sizes[kind])


@pytest.mark.parametrize("way", ["fetch", "xhr"])
def test_a_form_shows_its_fields_and_the_names_of_its_files(app: Page, captured: Daemon, way: str) -> None:
    calls = {
        "fetch": f"await fetch('/echo', {{ method: 'POST', body: {FORM} }})",
        "xhr": f"const xhr = new XMLHttpRequest(); xhr.open('POST', '/echo', false); xhr.send({FORM});",
    }
    app.evaluate(f"async () => {{ {calls[way]} }}")
    [entry] = bodies(captured, url_filter="/echo")
    assert json.loads(entry["requestBody"]) == {
        "name": "Ada",
        "tag": ["a", "b"],
        "photo": "[File: ada.png, 3 bytes, type: image/png]",
    }


RESPONSES = {
    "text/plain": "xxxxx",
    "application/json": "xxxxx",
    "application/vnd.api+json": "xxxxx",
    "text/html": "xxxxx",
    "image/png": "[Binary: 5 bytes, type: image/png]",
    "image/svg+xml": "[Binary: 5 bytes, type: image/svg+xml]",
    "video/mp4": "[Binary: 5 bytes, type: video/mp4]",
    "font/woff2": "[Binary: 5 bytes, type: font/woff2]",
    "application/wasm": "[Binary: 5 bytes, type: application/wasm]",
    "application/octet-stream": "[Binary: 5 bytes, type: application/octet-stream]",
}


@pytest.mark.parametrize("content_type", RESPONSES)
@pytest.mark.parametrize("source", ["bytes/5", "stream/5"])
def test_each_type_of_response(app: Page, captured: Daemon, content_type: str, source: str) -> None:
    url = f"/{source}?piece=x&type={content_type.replace('+', '%2B')}"
    app.evaluate("(url) => fetch(url).then((r) => r.arrayBuffer()).then(() => null)", url)
    wait_until(lambda: received(captured, source)["responseBody"] == RESPONSES[content_type], content_type)
    assert received(captured, source)["contentType"].startswith(content_type)


XHR_TYPES = {
    "": '{"a":"ü"}',
    "text": '{"a":"ü"}',
    "json": '{"a":"ü"}',
    "arraybuffer": '{"a":"ü"}',
    "blob": '{"a":"ü"}',
    "document": "<html",
}


@pytest.mark.parametrize("response_type", XHR_TYPES)
def test_each_response_type_of_xhr(app: Page, captured: Daemon, response_type: str) -> None:
    content_type = "text/html" if response_type == "document" else "application/json"
    app.evaluate(
        """([type, contentType]) => new Promise((done) => {
            const xhr = new XMLHttpRequest();
            xhr.open("POST", "/echo"); xhr.responseType = type;
            xhr.setRequestHeader("Content-Type", contentType); xhr.setRequestHeader("Authorization", "Bearer abc");
            xhr.onload = () => done(); xhr.send('{"a":"ü"}');
        })""",
        [response_type, content_type],
    )
    entry = received(captured, "/echo")
    assert entry["responseBody"].startswith(XHR_TYPES[response_type])
    assert (entry["requestBody"], entry["status"], entry["hasAuthHeader"]) == ('{"a":"ü"}', 200, True)
    assert entry["requestHeaders"] == {"content-type": content_type}


@pytest.mark.parametrize(
    "case",
    [
        (limits.RESPONSE_BODY_BYTES, "x", limits.RESPONSE_BODY_BYTES),
        (limits.RESPONSE_BODY_BYTES + 1, "x", limits.RESPONSE_BODY_BYTES),
        (limits.RESPONSE_BODY_BYTES // 3 + 1, "€", limits.RESPONSE_BODY_BYTES // 3),
        (limits.RESPONSE_BODY_BYTES // 4, "😀", limits.RESPONSE_BODY_BYTES // 4),
        (500_000, "y", limits.RESPONSE_BODY_BYTES),
    ],
)
@pytest.mark.parametrize("way", ["known", "unknown", "xhr"])
def test_a_response_is_cut_at_16_kb_of_utf8(app: Page, captured: Daemon, case: tuple[int, str, int], way: str) -> None:
    size, char, shown = case
    url = f"/stream/1?times={size}&piece={char}" if way == "unknown" else f"/bytes/{size}?char={char}"
    script = """([url, isXhr]) => isXhr ? new Promise((done) => {
        const xhr = new XMLHttpRequest(); xhr.open("GET", url); xhr.send(); xhr.onload = () => done(xhr.response);
    }) : fetch(url).then((r) => r.text())"""
    assert app.evaluate(script, [url, way == "xhr"]) == char * size
    entry = received(captured, url.split("?", maxsplit=1)[0])
    assert entry["responseBody"] == char * shown
    assert entry.get("truncated", False) is (shown < size)


@pytest.mark.parametrize(
    ("size", "char", "shown"), [(8192, "x", 8192), (8193, "x", 8192), (2731, "€", 2730), (2048, "😀", 2048)]
)
def test_a_request_is_cut_at_8_kb_of_utf8(app: Page, captured: Daemon, size: int, char: str, shown: int) -> None:
    send = "(text) => Promise.all([fetch('/echo?a', { method: 'PUT', body: text }), \
        fetch(new Request('/echo?b', { method: 'PUT', body: text }))]).then(() => null)"
    app.evaluate(send, char * size)
    for part in ("/echo?a", "/echo?b"):
        wait_until(lambda part=part: (bodies(captured, url_filter=part) or [{}])[0].get("requestBody"), "the body")
        [entry] = bodies(captured, url_filter=part)
        assert entry["requestBody"] == char * shown
        assert entry.get("truncated", False) is (shown < size)


def test_headers_are_shown_without_secrets(app: Page, captured: Daemon, site: Site) -> None:
    app.evaluate(
        """() => Promise.all([
        fetch("/bytes/1?plain", { headers: { Authorization: "Bearer abc", "X-Api-Key": "k", "X-CSRF-Token": "t",
            "X-My-Secret": "s", "X-Password-Hint": "p", "X-Shown": "yes" } }),
        fetch("/bytes/1?headers", { headers: new Headers({ authorization: "a", "x-shown": "yes" }) }),
        fetch("/bytes/1?pairs", { headers: [["AUTHORIZATION", "a"], ["X-Shown", "yes"]] }),
        fetch(new Request("/bytes/1?request", { headers: { Authorization: "a", "X-Shown": "yes" } })),
        fetch("/bytes/1?none"),
    ]).then(() => null)"""
    )
    for part, has_auth in {"plain": True, "headers": True, "pairs": True, "request": True, "none": False}.items():
        entry = received(captured, f"?{part}")
        assert entry["hasAuthHeader"] is has_auth, part
        assert entry["requestHeaders"] == ({"x-shown": "yes"} if has_auth else {}), part
        assert entry["responseHeaders"]["x-shown"] == "shown"
        assert not {"authorization", "x-api-key", "set-cookie"} & set(entry["responseHeaders"])
        assert entry["pageUrl"] == f"{site.url}/app"
        assert entry["duration"] > 0


def test_what_was_asked_and_where_it_ended(app: Page, captured: Daemon, site: Site) -> None:
    app.evaluate("() => fetch('/redirect/bytes/3').then((r) => r.text())")
    entry = received(captured, "/redirect")
    assert (entry["url"], entry["redirectedTo"]) == (f"{site.url}/redirect/bytes/3", f"{site.url}/bytes/3")
    assert entry["responseBody"] == "xxx"


def test_a_failed_request_is_in_the_log_and_has_its_body(app: Page, captured: Daemon) -> None:
    app.evaluate("() => fetch('/status/500', { method: 'POST', body: 'sent' }).then((r) => r.text())")
    entry = received(captured, "/status/500")
    assert (entry["status"], entry["requestBody"], entry["responseBody"]) == (500, "sent", '{"error":"status 500"}')
    [logged] = captured.call("observe", what="errors")
    assert logged["response"] == '{"error":"status 500"}'


def test_without_an_answer_the_request_is_there(app: Page, captured: Daemon) -> None:
    app.evaluate("() => fetch('/reset', { method: 'POST', body: 'sent' }).catch(() => null)")
    [entry] = bodies(captured)
    assert (entry["status"], entry["requestBody"], entry["responseBody"]) == (0, "sent", None)
    assert "Failed to fetch" in entry["error"]


READINGS = {
    "reader": "const reader = body.getReader(); for (;;) { const { done, value } = await reader.read(); \
        if (done) break; take(value); }",
    "byob": "const reader = body.getReader({ mode: 'byob' }); for (;;) { \
        const { done, value } = await reader.read(new Uint8Array(100)); if (done) break; take(value); }",
    "iterator": "for await (const value of body) take(value);",
}


@pytest.mark.parametrize("way", READINGS)
def test_a_stream_is_captured_while_the_page_reads_it_piece_by_piece(app: Page, captured: Daemon, way: str) -> None:
    script = f"""async () => {{
        const {{ body }} = await fetch("/stream/5?pause=0.05&piece=piece-");
        const pieces = [], decoder = new TextDecoder(), take = (bytes) => pieces.push(decoder.decode(bytes));
        {READINGS[way]}
        return pieces;
    }}"""
    assert app.evaluate(script) == ["piece-"] * 5
    entry = received(captured, "/stream/5")
    assert (entry["responseBody"], entry.get("truncated", False)) == ("piece-" * 5, False)


def test_an_answer_has_what_the_page_has_read_so_far_of_a_stream(app: Page, captured: Daemon, site: Site) -> None:
    app.evaluate(
        """async () => {
        window.reader = (await fetch("/stream/0?pause=0.02&piece=tick-")).body.getReader();
        await reader.read();
    }"""
    )
    entry = received(captured, "/stream/0")
    assert (entry["responseBody"][:5], entry["truncated"]) == ("tick-", True)
    app.evaluate("() => reader.cancel()")
    wait_until(lambda: any("piece=tick-" in path for path in site.closed), "the connection to close")


def test_an_endless_body_keeps_its_back_pressure(app: Page, captured: Daemon, site: Site) -> None:
    path = "/stream/0?times=65536&piece=x"
    app.evaluate("(path) => fetch(path).then((response) => { window.kept = response; })", path)
    stalled = settled(site, path)
    app.evaluate(
        "async () => { window.reader = kept.body.getReader(); for (let i = 0; i < 5; i++) await reader.read(); }"
    )
    assert settled(site, path) - stalled < 20_000_000
    entry = received(captured, "/stream/0")
    assert (len(entry["responseBody"]), entry["truncated"]) == (limits.RESPONSE_BODY_BYTES, True)
    app.evaluate("() => reader.cancel()")
    wait_until(lambda: path in site.closed, "the connection to close")


def settled(site: Site, path: str) -> int:
    """How much was sent until the browser would take no more."""
    before = -1
    while before != site.sent.get(path):
        before = site.sent.get(path, -1)
        time.sleep(0.5)
        assert before < 250_000_000, "nothing holds the server back"
    return before


def test_an_event_stream_is_untouched(app: Page, captured: Daemon, site: Site) -> None:
    lines = app.evaluate(
        """async () => {
        const stop = new AbortController();
        const response = await fetch("/stream/0?pause=0.02&type=text/event-stream&piece=data:x%0a%0a",
            { signal: stop.signal });
        const reader = response.body.getReader();
        const first = new TextDecoder().decode((await reader.read()).value);
        stop.abort();
        return [first, await reader.read().catch((error) => error.name)];
    }"""
    )
    assert lines == ["data:x\n\n", "AbortError"]
    assert received(captured, "/stream/0")["responseBody"] == "[Event stream: not read]"
    wait_until(lambda: any("event-stream" in path for path in site.closed), "the connection to close")


def test_event_sources_and_beacons_are_in_the_waterfall(app: Page, captured: Daemon, site: Site) -> None:
    app.evaluate(
        """() => new Promise((done) => {
        const source = new EventSource("/stream/3?pause=0.02&type=text/event-stream&piece=data:x%0a%0a");
        source.onerror = () => { source.close(); done(); };
    })"""
    )
    assert app.evaluate("() => navigator.sendBeacon('/echo?beacon', 'x')")

    def found() -> dict[str, str]:
        listed = captured.call("observe", what="network", limit=100)
        return {entry["url"].removeprefix(site.url).split("?")[0]: entry["initiator"] for entry in listed}

    wait_until(lambda: {"/stream/3", "/echo"} <= set(found()), "both requests")
    assert found()["/echo"] == "beacon"
    assert found()["/stream/3"] == "other"  # all that Chromium tells of an EventSource


@pytest.mark.parametrize("source", ["/stream/0?pause=0.02&piece=part-", "/stream/0?times=1000&piece=part-"])
def test_an_abort_in_the_middle_reaches_the_page_and_the_server(
    app: Page, captured: Daemon, site: Site, source: str
) -> None:
    outcome = app.evaluate(
        """async (url) => {
        const stop = new AbortController();
        const response = await fetch(url, { signal: stop.signal });
        const text = response.text();
        setTimeout(() => stop.abort(), 100);
        return text.catch((error) => error.name);
    }""",
        source,
    )
    assert outcome == "AbortError"
    entry = received(captured, "/stream/0")
    assert (entry["status"], entry["truncated"], entry["responseBody"][:5]) == (200, True, "part-")
    wait_until(lambda: source in site.closed, "the connection to close")


def test_a_request_that_was_aborted_before_its_answer_is_no_error(app: Page, captured: Daemon, site: Site) -> None:
    app.evaluate(
        """() => { const stop = new AbortController(); setTimeout(() => stop.abort(), 20);
        return fetch("/hang", { signal: stop.signal }).catch(() => null); }"""
    )
    [entry] = bodies(captured)
    assert (entry["aborted"], entry["status"]) == (True, 0)
    assert captured.call("observe", what="errors") == []


def test_the_page_may_clone_and_read_both(app: Page, captured: Daemon) -> None:
    texts = app.evaluate(
        """async () => {
        const results = [];
        for (const url of ["/bytes/4", "/stream/4?piece=s"]) {
            const response = await fetch(url), copy = response.clone();
            results.push(await copy.text(), response.bodyUsed, await response.text());
        }
        return results;
    }"""
    )
    assert texts == ["xxxx", False, "xxxx", "ssss", False, "ssss"]
    assert received(captured, "/bytes/4")["responseBody"] == "xxxx"
    assert received(captured, "/stream/4")["responseBody"] == "ssss"


def test_fifty_requests_at_once_never_mix(app: Page, captured: Daemon) -> None:
    app.evaluate(
        """() => Promise.all(Array.from({ length: 50 }, (_, i) => i % 2
        ? fetch("/echo?" + i, { method: "POST", body: "body " + i }).then((r) => r.text())
        : new Promise((done) => { const xhr = new XMLHttpRequest(); xhr.open("POST", "/echo?" + i);
            xhr.onload = () => done(xhr.response); xhr.send("body " + i); })
        ))"""
    )

    def complete() -> list[dict[str, Any]]:
        found = bodies(captured)
        return found if len(found) == 50 and all(entry["responseBody"] for entry in found) else []

    for entry in wait_until(complete, "fifty bodies"):
        expected = f"body {entry['url'].split('?')[1]}"
        assert (entry["requestBody"], entry["responseBody"]) == (expected, expected)


def test_a_used_request_fails_as_ever(app: Page, captured: Daemon) -> None:
    message = app.evaluate(
        """async () => {
        const request = new Request("/echo", { method: "POST", body: "x" });
        await request.text();
        return fetch(request).catch((error) => error.name + ": " + error.message);
    }"""
    )
    assert message.startswith("TypeError: ")
    [entry] = bodies(captured)
    assert (entry["requestBody"], entry["status"]) == (None, 0)


def test_the_first_request_of_a_page_is_captured(bodies_on: None, page: Page, captured: Daemon, site: Site) -> None:
    script = "window.got = fetch('/echo?first', { method: 'POST', body: 'early' }).then((r) => r.text())"
    page.goto(site.page("/early", f"<!doctype html><title>Early</title><script>{script}</script>"))
    assert page.evaluate("got") == "early"
    entry = received(captured, "/echo?first")
    assert (entry["requestBody"], entry["responseBody"]) == ("early", "early")


def test_the_switch_acts_in_an_open_page_and_off_means_off(
    app: Page, browser: Browser, captured: Daemon, site: Site
) -> None:
    ask = "(name) => fetch('/bytes/3?' + name).then((r) => r.text())"
    app.evaluate(ask, "on")
    assert received(captured, "?on")["responseBody"] == "xxx"
    popup = browser.extension_page("popup.html")
    switch = popup.get_by_label(LABEL)
    switch.uncheck()
    captured.call("clear_browser_logs")
    wait_until(
        lambda: app.evaluate(ask, "probe") and not captured.call("clear_browser_logs")["cleared"]["network_bodies"],
        "the switch to act",
    )
    app.evaluate(ask, "off")
    assert bodies(captured) == []
    assert f"“{LABEL}” is off" in captured.reply("observe", what="network_bodies")["content"][1]["text"]
    assert [entry["status"] for entry in captured.call("observe", what="network", url_filter="?off")] == [200]
    switch.check()
    wait_until(lambda: app.evaluate(ask, "again") and bodies(captured), "the switch to act")
    expect(switch).to_be_checked()
    popup.close()


LIBRARIES = {
    "axios": ("import axios from 'axios'; window.ask = async (url, data) => (await axios.post(url, data)).data;"),
    "axios-fetch": (
        "import axios from 'axios'; window.ask = async (url, data) => "
        "(await axios.post(url, data, { adapter: 'fetch' })).data;"
    ),
    "ky": "import ky from 'ky'; window.ask = (url, data) => ky.post(url, { json: data }).json();",
}


@pytest.fixture(scope="module", params=LIBRARIES)
def library(request: pytest.FixtureRequest) -> str:
    """A client library as a page bundles it."""
    command = ["node_modules/.bin/esbuild", "--bundle", "--format=iife", "--log-level=error"]
    source = LIBRARIES[request.param]
    return subprocess.run(command, cwd=ROOT, input=source, capture_output=True, text=True, check=True).stdout


def test_what_client_libraries_send_and_receive(app: Page, captured: Daemon, site: Site, library: str) -> None:
    app.evaluate(library)
    assert app.evaluate("ask('/echo?library', { name: 'Ada', tags: [1, 2] })") == {"name": "Ada", "tags": [1, 2]}
    entry = received(captured, "?library")
    assert (entry["method"], entry["status"]) == ("POST", 200)
    wait_until(lambda: bodies(captured, url_filter="?library")[0]["requestBody"], "what was sent")
    [entry] = bodies(captured, url_filter="?library")
    assert json.loads(entry["requestBody"]) == json.loads(entry["responseBody"]) == {"name": "Ada", "tags": [1, 2]}
    message = app.evaluate("ask('/status/500', {}).catch((error) => error.message)")
    assert "500" in message
    assert received(captured, "/status/500")["responseBody"] == '{"error":"status 500"}'


def test_the_traffic_of_a_page_is_exported_with_its_bodies(app: Page, captured: Daemon) -> None:
    app.evaluate("() => fetch('/echo?har', { method: 'POST', body: 'sent' }).then((r) => r.text())")
    received(captured, "?har")
    [entry] = [
        entry
        for entry in captured.call("generate", what="har", url_filter="?har")["log"]["entries"]
        if entry["request"]["method"] == "POST"
    ]
    assert (entry["request"]["postData"]["text"], entry["response"]["content"]["text"]) == ("sent", "sent")
    assert (entry["_resourceType"], entry["response"]["status"]) == ("fetch", 200)
    assert entry["time"] > 0
