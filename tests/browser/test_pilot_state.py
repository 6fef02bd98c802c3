"""manage_state: what a site has stored is saved and brought back, all or nothing; values stay in the browser."""

import json
import time
from typing import Any

import pytest
from daemon import Daemon
from pilot import fail, succeed
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser

pytestmark = pytest.mark.usefixtures("pilot_stays_on")

HTML = "<!doctype html><title>State</title>"
FILL = """() => {
    localStorage.clear(); sessionStorage.clear();
    for (let i = 0; i < 5; i++) localStorage.setItem("k" + i, "value-secret-" + i);
    localStorage.setItem("lone", "\\ud800 and \\u0000");
    sessionStorage.setItem("s", "1");
    sessionStorage.setItem("__proto__", "2");
}"""
READ = """() => ({ local: Object.entries(localStorage).sort(), session: Object.entries(sessionStorage).sort(),
    lone: localStorage.getItem("lone")?.charCodeAt(0) })"""
UNDER_WAY = "async () => Object.keys((await chrome.storage.local.get('gasoline_loads')).gasoline_loads ?? {})"
CLEAR = "() => { localStorage.clear(); sessionStorage.clear(); localStorage.setItem('new', '1') }"


@pytest.fixture
def page(browser: Browser, site: Site, pilot: Daemon) -> Page:
    browser.context.clear_cookies()
    site.page("/elsewhere", HTML)
    page = browser.open(site.page("/state", HTML) + "?q=1#here")
    page.bring_to_front()
    return page


def cookies(browser: Browser, site: Site) -> list[Any]:
    keep = ("name", "value", "domain", "path", "httpOnly", "secure", "sameSite", "partitionKey")
    found = [{key: cookie.get(key) for key in keep} for cookie in browser.context.cookies()]
    return sorted(found, key=lambda cookie: cookie["name"])


# PILOT-04
def test_a_state_comes_back_as_it_was(page: Page, browser: Browser, pilot: Daemon, site: Site) -> None:
    page.evaluate(FILL)
    in_an_hour = time.time() + 3600
    host = {"domain": "localhost", "path": "/"}
    browser.context.add_cookies(
        [
            {"name": "plain", "value": "1", **host},
            {"name": "hidden", "value": "2", "httpOnly": True, "sameSite": "Strict", "expires": in_an_hour, **host},
            {"name": "deep", "value": "3", "domain": "localhost", "path": "/deep"},
            {"name": "safe", "value": "4", "secure": True, "sameSite": "None", **host},
        ]
    )
    page.evaluate("document.cookie = 'chip=5; Secure; SameSite=None; Path=/; Partitioned'")
    stored, kept = page.evaluate(READ), cookies(browser, site)
    assert [cookie["name"] for cookie in kept] == ["chip", "deep", "hidden", "plain", "safe"]
    saved = succeed(pilot, "configure", action="save_state", snapshot_name="cart_full")
    assert saved["success"] is True
    assert saved["snapshot_name"] == "cart_full"
    assert saved["size_bytes"] > 100
    page.goto(f"{site.url}/elsewhere")
    page.evaluate(CLEAR)
    browser.context.clear_cookies()
    browser.context.add_cookies([{"name": "other", "value": "x", **host}])
    loaded = succeed(pilot, "configure", action="load_state", snapshot_name="cart_full")
    assert loaded == {
        "success": True,
        "snapshot_name": "cart_full",
        "restored": {"localStorage": 6, "sessionStorage": 2, "cookies": 5},
    }
    page.wait_for_url("**/state?q=1#here")
    assert page.evaluate(READ) == stored
    assert cookies(browser, site) == kept
    expires = next(cookie["expires"] for cookie in browser.context.cookies() if cookie["name"] == "hidden")
    assert abs(expires - in_an_hour) < 2


def test_without_the_url_the_page_stays(page: Page, pilot: Daemon, site: Site) -> None:
    page.evaluate(FILL)
    succeed(pilot, "manage_state", action="save", snapshot_name="stay")
    page.goto(f"{site.url}/elsewhere")
    page.evaluate("window.same = true; localStorage.clear()")
    succeed(pilot, "manage_state", action="load", snapshot_name="stay", include_url=False)
    assert page.url.endswith("/elsewhere")
    assert page.evaluate("[window.same, localStorage.length]") == [True, 6]


# PILOT-04
def test_values_never_reach_the_server(page: Page, pilot: Daemon) -> None:
    page.evaluate(FILL)
    succeed(pilot, "manage_state", action="save", snapshot_name="secret")
    listed = succeed(pilot, "interact", action="list_states")
    succeed(pilot, "manage_state", action="load", snapshot_name="secret")
    everything = json.dumps([listed, pilot.call("get_health")])
    assert "value-secret" not in everything
    line = next(line for line in listed["snapshots"] if line["name"] == "secret")
    assert set(line) == {"name", "url", "timestamp", "size_bytes"}
    assert line["url"] == page.url


def test_a_saved_state_can_be_deleted(page: Page, pilot: Daemon) -> None:
    succeed(pilot, "manage_state", action="save", snapshot_name="gone")
    assert succeed(pilot, "interact", action="delete_state", snapshot_name="gone")["success"] is True
    names = [line["name"] for line in succeed(pilot, "manage_state", action="list")["snapshots"]]
    assert "gone" not in names
    for action in ("delete_state", "load_state"):
        assert fail(pilot, "interact", action=action, snapshot_name="gone")["error"] == "snapshot_not_found"


def test_they_are_kept_under_the_documented_key(page: Page, browser: Browser, pilot: Daemon) -> None:
    succeed(pilot, "manage_state", action="save", snapshot_name="kept")
    stored = browser.worker.evaluate("async () => (await chrome.storage.local.get('gasoline_snapshots'))")
    assert "kept" in stored["gasoline_snapshots"]


def test_a_state_of_another_origin_is_refused(page: Page, browser: Browser, pilot: Daemon, site: Site) -> None:
    page.evaluate(FILL)
    succeed(pilot, "manage_state", action="save", snapshot_name="here")
    other = browser.open(f"http://127.0.0.1:{site.port}/state")
    other.bring_to_front()
    other.evaluate("localStorage.setItem('mine', '1')")
    assert fail(pilot, "manage_state", action="load", snapshot_name="here")["error"] == "snapshot_of_another_origin"
    assert other.evaluate("Object.entries(localStorage)") == [["mine", "1"]]


# PILOT-05
def test_a_load_that_fails_leaves_the_former_state(page: Page, browser: Browser, pilot: Daemon, site: Site) -> None:
    page.evaluate(FILL)
    succeed(pilot, "manage_state", action="save", snapshot_name="broken")
    browser.worker.evaluate(
        """async () => { const all = (await chrome.storage.local.get("gasoline_snapshots")).gasoline_snapshots;
        const bad = { name: "b;a\\nd", value: "\\u0001", domain: "localhost", path: "/", hostOnly: true, storeId: "0" };
        all.broken.cookies = [{ ...bad, name: "good", value: "1" }, bad];
        await chrome.storage.local.set({ gasoline_snapshots: all }); }"""
    )
    page.evaluate(CLEAR)
    browser.context.add_cookies([{"name": "former", "value": "1", "domain": "localhost", "path": "/"}])
    assert fail(pilot, "manage_state", action="load", snapshot_name="broken")["error"] == "cookie_refused"
    assert page.evaluate("Object.entries(localStorage)") == [["new", "1"]]
    assert [cookie["name"] for cookie in cookies(browser, site)] == ["former"]
    assert browser.worker.evaluate(UNDER_WAY) == []
    succeed(pilot, "manage_state", action="delete", snapshot_name="broken")


def test_a_state_that_is_too_large_is_refused(page: Page, pilot: Daemon) -> None:
    page.evaluate("localStorage.setItem('big', 'x'.repeat(4 * 1024 * 1024))")
    assert fail(pilot, "manage_state", action="save", snapshot_name="big")["error"] == "state_too_large"
    page.evaluate("localStorage.clear()")


def test_a_name_is_needed_for_all_but_the_list(page: Page, pilot: Daemon) -> None:
    assert fail(pilot, "interact", action="save_state")["error"] == "missing_argument"
