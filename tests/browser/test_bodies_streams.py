"""Bodies that the page reads piece by piece, copies, breaks off or never ends: it reads them as ever."""

import time

import pytest
from body_entries import exchange, received
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

from gasoline.model.events import RESPONSE_BODY_BYTES

pytestmark = pytest.mark.usefixtures("one_tab")

READINGS = {
    "reader": "const reader = body.getReader(); for (;;) { const { done, value } = await reader.read(); \
        if (done) break; take(value); }",
    "byob": "const reader = body.getReader({ mode: 'byob' }); for (;;) { \
        const { done, value } = await reader.read(new Uint8Array(100)); if (done) break; take(value); }",
    "byob into a DataView": "const reader = body.getReader({ mode: 'byob' }); for (;;) { \
        const { done, value } = await reader.read(new DataView(new ArrayBuffer(100))); if (done) break; take(value); }",
    "byob into wide elements": "const reader = body.getReader({ mode: 'byob' }); for (;;) { \
        const { done, value } = await reader.read(new Uint16Array(50)); if (done) break; take(value); }",
    "iterator": "for await (const value of body) take(value);",
    "pipe through": "for await (const text of body.pipeThrough(new TextDecoderStream())) pieces.push(text);",
    "pipe to": "await body.pipeTo(new WritableStream({ write: take }));",
    "fork": "const [one, other] = body.tee(); void other.cancel(); for await (const value of one) take(value);",
}


@pytest.mark.parametrize("way", READINGS)
def test_a_stream_is_captured_however_the_page_reads_it(app: Page, captured: Daemon, way: str) -> None:
    script = f"""async () => {{
        const {{ body }} = await fetch("/stream/5?pause=0.05&piece=piece-");
        const pieces = [], decoder = new TextDecoder(), take = (bytes) => pieces.push(decoder.decode(bytes));
        {READINGS[way]}
        return pieces;
    }}"""
    pieces = app.evaluate(script)
    assert "".join(pieces) == "piece-" * 5
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


def test_a_pipe_with_options_is_the_pages_alone(app: Page, captured: Daemon) -> None:
    text = app.evaluate(
        """async () => {
        const { body } = await fetch("/stream/5?piece=piece-");
        const pieces = [], sink = new WritableStream({ write: (bytes) => void pieces.push(...bytes) });
        await body.pipeTo(sink, { preventClose: true });
        return String.fromCharCode(...pieces);
    }"""
    )
    assert text == "piece-" * 5
    assert received(captured, "/stream/5")["responseBody"] == "[Stream: not read]"


def test_a_piped_body_keeps_its_back_pressure(app: Page, captured: Daemon, site: Site) -> None:
    path = "/stream/0?times=65536&piece=y"
    app.evaluate(
        """async (path) => {
        window.stop = new AbortController();
        const { body } = await fetch(path, { signal: stop.signal });
        window.reader = body.pipeThrough(new TextDecoderStream()).getReader();
        await reader.read();
    }""",
        path,
    )
    stalled = settled(site, path)
    app.evaluate("async () => { for (let i = 0; i < 5; i++) await reader.read(); }")
    assert settled(site, path) - stalled < 20_000_000
    entry = received(captured, "/stream/0")
    assert (len(entry["responseBody"]), entry["truncated"]) == (RESPONSE_BODY_BYTES, True)
    app.evaluate("() => reader.cancel()")
    wait_until(lambda: path in site.closed, "the connection to close")


# NET-09
def test_an_endless_body_keeps_its_back_pressure(app: Page, captured: Daemon, site: Site) -> None:
    path = "/stream/0?times=65536&piece=x"
    app.evaluate("(path) => fetch(path).then((response) => { window.kept = response; })", path)
    stalled = settled(site, path)
    app.evaluate(
        "async () => { window.reader = kept.body.getReader(); for (let i = 0; i < 5; i++) await reader.read(); }"
    )
    assert settled(site, path) - stalled < 20_000_000
    entry = received(captured, "/stream/0")
    assert (len(entry["responseBody"]), entry["truncated"]) == (RESPONSE_BODY_BYTES, True)
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


# NET-09
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
    first, end = lines
    assert first and not first.replace("data:x\n\n", "")  # a slow reader gets several pieces at once
    assert end == "AbortError"
    assert received(captured, "/stream/0")["responseBody"] == "[Event stream: not read]"
    wait_until(lambda: any("event-stream" in path for path in site.closed), "the connection to close")


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


def test_a_request_that_was_aborted_before_its_answer_is_not_an_error(app: Page, captured: Daemon, site: Site) -> None:
    app.evaluate(
        """() => { const stop = new AbortController(); setTimeout(() => stop.abort(), 20);
        return fetch("/hang", { signal: stop.signal }).catch(() => null); }"""
    )
    entry = exchange(captured)
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
