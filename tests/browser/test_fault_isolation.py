"""Capture survives what pages do to it: a failure costs one event, is counted, and never ends a recorder."""

from collections import Counter
from typing import Any

import pytest
from daemon import Daemon, wait_until
from endless_recursion import DESCEND
from playwright.sync_api import Page
from site_for_tests import Site

from gasoline.browser.extension_state import RECORDER_REST_MS

BLANK = "<!doctype html><title>Faults</title><link rel='icon' href='data:,'>"


@pytest.fixture
def plain(page: Page, site: Site) -> Page:
    page.goto(site.page("/faults", BLANK))
    return page


def messages(daemon: Daemon) -> list[Any]:
    return [error.get("message") for error in daemon.call("get_browser_errors")]


def logged(daemon: Daemon) -> list[Any]:
    return [entry["args"][0] for entry in daemon.call("get_browser_logs", limit=100) if entry["type"] == "console"]


def requested(daemon: Daemon) -> list[Any]:
    return [request["url"] for request in daemon.call("get_network_requests", limit=100)]


REJECTIONS = {
    "Bluebird's": "new CustomEvent('unhandledrejection', { detail: { reason: new TypeError('theirs'), promise: {} } })",
    "core-js's": "Object.assign(new Event('unhandledrejection'), { reason: new TypeError('theirs'), promise: {} })",
}


@pytest.mark.parametrize("event", REJECTIONS.values(), ids=REJECTIONS)
def test_a_librarys_own_rejection_event_is_recorded_and_ends_nothing(plain: Page, captured: Daemon, event: str) -> None:
    plain.evaluate(f"void dispatchEvent({event})")
    plain.evaluate("setTimeout(() => { throw new Error('after') })")
    plain.evaluate("new Promise((done) => setTimeout(done))")
    rejection = next(error for error in captured.call("get_browser_errors") if error["message"] == "theirs")
    assert rejection["rejection"] is True
    assert "after" in messages(captured)


STRANGE_EVENTS = [
    "new Event('unhandledrejection')",
    "new CustomEvent('unhandledrejection')",
    "new CustomEvent('unhandledrejection', { detail: new Proxy({}, { getOwnPropertyDescriptor() { throw 1 } }) })",
    "Object.defineProperty(new Event('unhandledrejection'), 'reason', { get() { throw 1 } })",
    "new Event('error')",
    "new CustomEvent('error', { detail: 1 })",
    "new ErrorEvent('error', { error: Proxy.revocable({}, {}).proxy })",
]


def test_strange_error_events_end_nothing(plain: Page, captured: Daemon) -> None:
    for event in STRANGE_EVENTS:
        plain.evaluate(f"void dispatchEvent({event})")
    plain.evaluate("setTimeout(() => { throw new Error('after') }); Promise.reject(new Error('rejected')); 0")
    plain.evaluate("new Promise((done) => setTimeout(done))")
    assert {"after", "rejected"} <= set(messages(captured))


# PAGE-04
@pytest.mark.parametrize(
    "call", ["console.log(n)", "console.error(n)", "fetch('data:,x')", "new XMLHttpRequest().open('GET', '/')"]
)
def test_an_endless_recursion_stops_neither_a_recorder_nor_the_outbox(plain: Page, captured: Daemon, call: str) -> None:
    plain.evaluate(DESCEND.replace("CALL", call))
    plain.evaluate("""async () => {
        console.log("log after");
        console.error("error after");
        await fetch("/echo?after");
        setTimeout(() => { throw new Error("thrown after") });
        await new Promise((done) => setTimeout(done));
    }""")
    # An answer waits for the page for a moment only, and this page is busy with thousands of calls.
    wait_until(lambda: {"log after", "error after"} <= set(logged(captured)), "console capture")
    wait_until(lambda: "thrown after" in messages(captured), "error capture")
    wait_until(lambda: any("/echo?after" in url for url in requested(captured)), "request capture")
    assert captured.call("get_health")["extension"]["open_breakers"] == []


# A native that recorders use fails on demand, and their clock can be set forward. This test is the last one, because
# health names the recorder for seconds.
FAULTS = """
    const { stringify } = JSON, { now } = Date;
    JSON.stringify = (...args) => {
        if (globalThis.isFaulty) throw new TypeError("injected");
        return stringify(...args);
    };
    Date.now = () => now() + (globalThis.laterMs ?? 0);
"""


# PAGE-04
def test_a_recorder_that_keeps_failing_rests_is_named_in_health_and_comes_back(
    page: Page, site: Site, captured: Daemon
) -> None:
    dropped = Counter(health_of(captured)["dropped"])  # by earlier tests
    page.add_init_script(FAULTS)
    page.goto(site.page("/faults", BLANK))
    page.evaluate("""() => {
        console.log("before");
        isFaulty = true;
        for (let i = 0; i < 12; i++) console.log(`missed ${i}`);
        isFaulty = false;
        console.log("during the rest");
    }""")
    dropped.update(recorder_console=13, breaker_console=1)
    wait_until(lambda: health_of(captured)["dropped"] == dropped, "the counts")
    assert health_of(captured)["open_breakers"] == ["console"]
    page.evaluate("fetch('/echo?meanwhile').then(() => undefined)")
    wait_until(lambda: any("/echo?meanwhile" in url for url in requested(captured)), "capture by the other recorders")
    assert logged(captured) == ["before"]
    page.evaluate("ms => { globalThis.laterMs = ms; console.log('after the rest'); }", RECORDER_REST_MS)
    wait_until(lambda: logged(captured) == ["after the rest", "before"], "console capture")
    assert health_of(captured)["dropped"] == dropped


def health_of(daemon: Daemon) -> Any:
    return daemon.call("get_health")["extension"]
