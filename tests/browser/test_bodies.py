"""Which exchanges have their bodies captured: when the switch says so, each its own, whoever sends them."""

import json
import subprocess
from typing import Any

import pytest
from body_entries import bodies, exchange, received
from daemon import Daemon, wait_until
from playwright.sync_api import Page, expect
from site_for_tests import Site

from browser import ROOT, Browser

pytestmark = pytest.mark.usefixtures("one_tab")

LABEL = "Capture Network Bodies"


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


# NET-11
def test_requests_to_the_server_itself_are_nowhere(app: Page, captured: Daemon, site: Site) -> None:
    app.evaluate(
        """async (port) => {
        for (const host of ["127.0.0.1", "localhost"]) {
            await fetch(`http://${host}:${port}/health`).catch(() => null);
            await fetch(`http://${host}:${port}/logs`, { method: "POST", body: "x" }).catch(() => null);
            await new Promise((done) => (new WebSocket(`ws://${host}:${port}/ws`).onclose = done));
        }
        await fetch("/echo?last");
    }""",
        captured.port,
    )
    wait_until(lambda: bodies(captured, url_filter="?last"), "the page's own request")
    assert [entry["url"] for entry in bodies(captured)] == [f"{site.url}/echo?last"]
    waterfall = [entry["url"] for entry in captured.call("observe", what="network", limit=100)]
    assert [url for url in waterfall if str(captured.port) in url] == []
    assert captured.call("observe", what="websocket_events") == []
    assert captured.call("observe", what="errors", url_filter=str(captured.port)) == []


# PAGE-03
def test_the_first_request_of_a_page_is_captured(bodies_on: None, page: Page, captured: Daemon, site: Site) -> None:
    script = "window.got = fetch('/echo?first', { method: 'POST', body: 'early' }).then((r) => r.text())"
    page.goto(site.page("/early", f"<!doctype html><title>Early</title><script>{script}</script>"))
    assert page.evaluate("got") == "early"
    entry = received(captured, "/echo?first")
    assert (entry["requestBody"], entry["responseBody"]) == ("early", "early")


# NET-04
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
    entry = exchange(captured, url_filter="?library")
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
