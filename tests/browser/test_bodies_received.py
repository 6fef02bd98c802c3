"""What a page receives: every type, cut at its limit; redirects, failures, no answer at all."""

import pytest
from body_entries import exchange, received
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

from gasoline.model.events import RESPONSE_BODY_BYTES

pytestmark = pytest.mark.usefixtures("one_tab")

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


# NET-07
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


@pytest.mark.parametrize("sent", ["<html>no JSON", "null"])
def test_what_xhr_cannot_parse_is_said_so(app: Page, captured: Daemon, sent: str) -> None:
    script = """(sent) => new Promise((done) => {
        const xhr = new XMLHttpRequest();
        xhr.open("POST", "/echo"); xhr.responseType = "json";
        xhr.onload = () => done(xhr.response); xhr.send(sent);
    })"""
    assert app.evaluate(script, sent) is None
    assert received(captured, "/echo")["responseBody"] == "[JSON: null, empty or not valid]"


# NET-06
@pytest.mark.parametrize(
    "case",
    [
        (RESPONSE_BODY_BYTES, "x", RESPONSE_BODY_BYTES),
        (RESPONSE_BODY_BYTES + 1, "x", RESPONSE_BODY_BYTES),
        (RESPONSE_BODY_BYTES // 3 + 1, "€", RESPONSE_BODY_BYTES // 3),
        (RESPONSE_BODY_BYTES // 4, "😀", RESPONSE_BODY_BYTES // 4),
        (500_000, "y", RESPONSE_BODY_BYTES),
    ],
)
@pytest.mark.parametrize("way", ["known", "unknown", "xhr"])
def test_a_response_is_truncated_at_16_kb_of_utf8(
    app: Page, captured: Daemon, case: tuple[int, str, int], way: str
) -> None:
    size, char, shown = case
    url = f"/stream/1?times={size}&piece={char}" if way == "unknown" else f"/bytes/{size}?char={char}"
    script = """([url, isXhr]) => isXhr ? new Promise((done) => {
        const xhr = new XMLHttpRequest(); xhr.open("GET", url); xhr.send(); xhr.onload = () => done(xhr.response);
    }) : fetch(url).then((r) => r.text())"""
    assert app.evaluate(script, [url, way == "xhr"]) == char * size
    entry = received(captured, url.split("?", maxsplit=1)[0])
    assert entry["responseBody"] == char * shown
    assert entry.get("truncated", False) is (shown < size)


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
    entry = exchange(captured)
    assert (entry["status"], entry["requestBody"], entry["responseBody"]) == (0, "sent", None)
    assert "Failed to fetch" in entry["error"]
