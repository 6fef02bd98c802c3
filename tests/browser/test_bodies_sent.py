"""What a page sends: every kind of body, cut at its limit, headers without secrets."""

import json

import pytest
from body_entries import bodies, exchange, received
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

pytestmark = pytest.mark.usefixtures("one_tab")

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
@pytest.mark.parametrize("way", ["fetch", "url", "request", "xhr"])
def test_each_kind_of_request_body(app: Page, captured: Daemon, site: Site, kind: str, way: str) -> None:
    source, expected = SENT[kind]
    url = f"/echo?{way}={kind.replace(' ', '')}"
    calls = {
        "fetch": f"fetch({url!r}, {{ method: 'POST', body: {source} }}).then((r) => r.arrayBuffer())",
        "url": f"fetch(new URL({url!r}, location), {{ method: 'POST', body: {source} }}).then((r) => r.arrayBuffer())",
        "request": f"fetch(new Request({url!r}, {{ method: 'POST', body: {source} }})).then((r) => r.arrayBuffer())",
        "xhr": f"""new Promise((done) => {{
            const xhr = new XMLHttpRequest(); xhr.open("POST", {url!r}); xhr.onload = done; xhr.send({source});
        }})""",
    }
    app.evaluate(f"async () => {{ await {calls[way]} }}")
    entry = exchange(captured, url_filter=url)
    if way == "request" and expected and expected.startswith("[Binary"):
        expected = "[Binary: ?" + expected.removeprefix("[Binary: ")[1:]  # a Request does not tell
    wait_until(lambda: bodies(captured, url_filter=url)[0]["requestBody"] == expected, f"{expected} in {entry}")
    sizes = {"text": 6, "json": 11, "params": 12, "blob": 7}
    _, _, headers = next(request for request in site.requests if request[1] == url.replace(" ", "%20"))
    if kind in sizes:
        assert headers["Content-Length"] == str(sizes[kind])


# NET-07
@pytest.mark.parametrize("way", ["fetch", "xhr"])
def test_a_form_shows_its_fields_and_the_names_of_its_files(app: Page, captured: Daemon, way: str) -> None:
    calls = {
        "fetch": f"await fetch('/echo', {{ method: 'POST', body: {FORM} }})",
        "xhr": f"const xhr = new XMLHttpRequest(); xhr.open('POST', '/echo', false); xhr.send({FORM});",
    }
    app.evaluate(f"async () => {{ {calls[way]} }}")
    entry = exchange(captured, url_filter="/echo")
    assert json.loads(entry["requestBody"]) == {
        "name": "Ada",
        "tag": ["a", "b"],
        "photo": "[File: ada.png, 3 bytes, type: image/png]",
    }


WORKER = """
onactivate = (event) => event.waitUntil(clients.claim());
onfetch = (event) => {
    if (!event.request.url.endsWith("/answered")) return;
    event.respondWith(event.request.text().then((text) => new Response(text.toUpperCase())));
};
"""
SEND_STREAM = """async (isRequest) => {
    const pulls = [];
    const body = new ReadableStream({
        pull(controller) {
            pulls.push(pulls.length);
            if (pulls.length < 4) controller.enqueue(new TextEncoder().encode("piece "));
            else controller.close();
        },
    });
    const init = { method: "POST", body, duplex: "half", headers: { "Content-Type": "text/plain" } };
    const response = await (isRequest ? fetch(new Request("/answered", init)) : fetch("/answered", init));
    return [await response.text(), body.locked, pulls.length];
}"""


@pytest.mark.parametrize("is_request", [False, True], ids=["fetch", "request"])
def test_a_stream_is_sent_untouched(app: Page, captured: Daemon, site: Site, is_request: bool) -> None:
    """A service worker answers: over HTTP/1 Chromium sends no streams."""
    site.page("/worker.js", WORKER, **{"Content-Type": "text/javascript"})
    app.evaluate("""async () => {
        await navigator.serviceWorker.register("/worker.js");
        if (navigator.serviceWorker.controller) return;
        await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    }""")
    try:
        assert app.evaluate(SEND_STREAM, is_request) == ["PIECE PIECE PIECE ", True, 4]
        expected = "piece piece piece " if is_request else "[Stream: not read]"
        wait_until(lambda: exchange(captured, url_filter="/answered")["requestBody"] == expected, expected)
    finally:
        app.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).unregister(); }")


# NET-05
@pytest.mark.parametrize(
    ("size", "char", "shown"), [(8192, "x", 8192), (8193, "x", 8192), (2731, "€", 2730), (2048, "😀", 2048)]
)
def test_a_request_is_truncated_at_8_kb_of_utf8(app: Page, captured: Daemon, size: int, char: str, shown: int) -> None:
    send = "(text) => Promise.all([fetch('/echo?a', { method: 'PUT', body: text }), \
        fetch(new Request('/echo?b', { method: 'PUT', body: text }))]).then(() => null)"
    app.evaluate(send, char * size)
    for part in ("/echo?a", "/echo?b"):
        wait_until(lambda part=part: (bodies(captured, url_filter=part) or [{}])[0].get("requestBody"), "the body")
        entry = exchange(captured, url_filter=part)
        assert entry["requestBody"] == char * shown
        assert entry.get("truncated", False) is (shown < size)


# NET-08
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


def test_a_used_request_fails_as_ever(app: Page, captured: Daemon) -> None:
    message = app.evaluate(
        """async () => {
        const request = new Request("/echo", { method: "POST", body: "x" });
        await request.text();
        return fetch(request).catch((error) => error.name + ": " + error.message);
    }"""
    )
    assert message.startswith("TypeError: ")
    entry = exchange(captured)
    assert (entry["requestBody"], entry["status"]) == (None, 0)
