"""Questions to the live page and to the waterfall, answered through the real extension."""

from typing import Any

from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser, subset

SHOP = """<!doctype html><title>Shop</title><link rel="icon" href="data:,">
<h1>Products</h1><h2>Tea</h2><a href="/tea">Tea</a><a href="/pot">Pot</a><img alt="" src="data:,">
<form id="login" action="/api/login"><input name="email"><input name="password" type="password">
<button>Go</button></form>
<div style="height: 3000px"></div>"""


# DOM-08
def test_the_page_is_described(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/shop", SHOP))
    page.evaluate("scrollTo(0, 120)")
    described = captured.call("observe", what="page")
    assert subset(
        {
            "url": f"{site.url}/shop",
            "title": "Shop",
            "viewport": {"width": 1280, "height": 720},
            "scroll": {"x": 0, "y": 120},
            "forms": [{"id": "login", "action": "/api/login", "fields": ["email", "password"]}],
            "headings": ["Products", "Tea"],
            "links": 2,
            "images": 1,
            "interactiveElements": 5,
        },
        described,
    ), described
    assert described["documentHeight"] > 3000


def test_the_page_as_text_has_what_a_person_can_read(page: Page, captured: Daemon, site: Site) -> None:
    html = "<!doctype html><title>T</title><p>You  owe\n 12 EUR<p hidden>secret plan<input value='typed'><p>Pay now"
    page.goto(site.page("/bill", html))
    text = captured.reply("observe", what="page", output="text")["content"][0]["text"]
    assert "visible text:\n  | You owe 12 EUR\n  | Pay now" in text
    assert "secret plan" not in text and "typed" not in text
    assert "visibleText" not in captured.call("observe", what="page")


def test_another_tab_is_asked_by_its_number(browser: Browser, captured: Daemon, site: Site) -> None:
    browser.open(site.page("/first", "<!doctype html><title>First</title>"))
    browser.open(site.page("/second", "<!doctype html><title>Second</title>")).bring_to_front()
    tabs = {tab["title"]: tab for tab in captured.call("observe", what="tabs")}
    assert tabs["First"]["captured"] and tabs["Second"]["active"]
    assert captured.call("observe", what="page")["title"] == "Second"
    assert captured.call("observe", what="page", tab_id=tabs["First"]["tabId"])["title"] == "First"


def test_a_tab_that_is_not_there_is_said_so(browser: Browser, captured: Daemon, site: Site) -> None:
    browser.open(site.page("/any", "<!doctype html><title>Any</title>"))
    reply = captured.reply("observe", what="page", tab_id=123456789)
    assert reply["isError"]
    assert '"error":"tab_closed"' in reply["content"][0]["text"]


def requests(daemon: Daemon, **filters: Any) -> list[Any]:
    return list(reversed(daemon.call("observe", what="network", limit=1000, **filters)))


# NET-01
def test_every_request_is_in_the_waterfall_once(page: Page, captured: Daemon, site: Site) -> None:
    url = site.page(
        "/waterfall",
        """<!doctype html><link rel="icon" href="data:,">
        <img src="/status/200?image"><script src="/strict-csp/none.js"></script>
        <script>window.finished = (async () => {
            await (await fetch("/status/200?fetch")).text();
            await (await fetch("/redirect/status/200", { method: "POST" })).text();
            await new Promise((done) => {
                const request = new XMLHttpRequest();
                request.open("PUT", "/status/200?xhr");
                request.onloadend = () => setTimeout(done, 50);
                request.send("x");
            });
            navigator.sendBeacon("/status/200?beacon", "x");
            const controller = new AbortController();
            const aborted = fetch("/hang", { signal: controller.signal }).catch(() => {});
            controller.abort();
            await aborted;
        })();</script>""",
    )
    page.goto(url)
    page.evaluate("window.finished")
    wait_until(lambda: any("beacon" in one["url"] for one in requests(captured)), "the beacon's timing")

    found = {
        (one["initiator"], one.get("method"), one["url"].removeprefix(site.url)): one for one in requests(captured)
    }
    assert len(found) == len(requests(captured)), "a request is listed twice"
    assert subset({"status": 200}, found[("navigation", None, "/waterfall")])
    assert subset({"status": 200}, found[("img", None, "/status/200?image")])
    assert subset({"status": 404}, found[("script", None, "/strict-csp/none.js")])
    assert subset({"status": 200, "cached": False}, found[("fetch", "GET", "/status/200?fetch")])
    assert found[("fetch", "GET", "/status/200?fetch")]["transferSize"] > 0
    assert subset({"redirectedTo": f"{site.url}/status/200"}, found[("fetch", "POST", "/redirect/status/200")])
    assert subset({"status": 200}, found[("xmlhttprequest", "PUT", "/status/200?xhr")])
    assert ("beacon", "POST", "/status/200?beacon") in found
    assert found[("fetch", "GET", "/hang")]["aborted"] is True
    assert requests(captured, status_min=400) == [found[("script", None, "/strict-csp/none.js")]]


def test_health_shows_the_extension_and_the_watched_tabs(browser: Browser, captured: Daemon, site: Site) -> None:
    browser.open(site.page("/watched", "<!doctype html><title>Watched</title>"))
    extension = captured.call("observe", what="health")["extension"]
    assert extension["connected"] and extension["version"] and extension["watched_tabs"] >= 1


def test_event_sources_and_beacons_are_in_the_waterfall(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/beacons", "<!doctype html><title>Beacons</title>"))
    page.evaluate(
        """() => new Promise((done) => {
        const source = new EventSource("/stream/3?pause=0.02&type=text/event-stream&piece=data:x%0a%0a");
        source.onerror = () => { source.close(); done(); };
    })"""
    )
    assert page.evaluate("() => navigator.sendBeacon('/echo?beacon', 'x')")

    def found() -> dict[str, str]:
        listed = captured.call("observe", what="network", limit=100)
        return {entry["url"].removeprefix(site.url).split("?")[0]: entry["initiator"] for entry in listed}

    wait_until(lambda: {"/stream/3", "/echo"} <= set(found()), "both requests")
    assert found()["/echo"] == "beacon"
    assert found()["/stream/3"] == "other"  # all that Chromium reports about an EventSource
