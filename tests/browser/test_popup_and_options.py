"""Popup and options, as a person uses them: what they show is true, what they change acts at once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page, Playwright, expect
from site_for_tests import Site

from browser import ROOT, Browser, violations
from gasoline.capsule.load import load_capsule
from gasoline.model.wire import MAX_ACTIONS


@pytest.fixture
def popup(browser: Browser, captured: Daemon, site: Site) -> Page:
    """The popup, about a page of the site."""
    browser.open(site.page("/shop", "<!doctype html><title>Shop</title><h1>Shop</h1>"))
    return browser.extension_page("popup.html")


@pytest.fixture
def options(browser: Browser, captured: Daemon) -> Page:
    return browser.extension_page("options.html")


def shop(browser: Browser) -> Page:
    return next(page for page in browser.context.pages if page.url.endswith("/shop"))


def logged(daemon: Daemon) -> list[Any]:
    return [entry["args"][0] for entry in reversed(daemon.call("observe", what="logs")) if entry["type"] == "console"]


# EXT-05
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["popup.html", "options.html"])
def test_the_page_has_no_accessibility_violations(browser: Browser, captured: Daemon, name: str, scheme: Any) -> None:
    page = browser.extension_page(name)
    page.emulate_media(color_scheme=scheme)
    assert violations(page) == []


def test_the_popup_says_that_it_is_connected_and_which_site_it_is_about(popup: Page, site: Site) -> None:
    expect(popup.locator("#connection")).to_contain_text("Connected")
    expect(popup.get_by_label("Capture this site")).to_be_checked()
    expect(popup.locator("#capture-site-hint")).to_contain_text(site.url.removeprefix("http://"))


EVERYTHING_AT_ONCE = """() => {
    for (const hidden of document.querySelectorAll("[hidden]")) hidden.hidden = false;
    document.getElementById("advice").textContent = "The server is not the one of this browser. ".repeat(3);
    document.getElementById("dropped-why").textContent = "Dropped: 12,345 expired in the queue. ".repeat(3);
    document.getElementById("save-note").textContent = "Saved, with secrets masked:";
    document.getElementById("saved-path").textContent = "/home/ada/state".repeat(10);
    const list = document.getElementById("pilot-command-list");
    for (let number = 0; number < 20; number++) list.append(document.createElement("li"), "12:00 assistant: execute");
    const pilot = document.getElementById("aiWebPilotEnabled");
    pilot.scrollIntoView();
    return [document.documentElement.scrollHeight, document.querySelector("main").offsetHeight,
            pilot.getBoundingClientRect().bottom];
}"""


def test_the_popup_fits_what_chrome_shows_of_it_whatever_there_is_to_say(popup: Page) -> None:
    popup.set_viewport_size({"width": 340, "height": 600})
    assert popup.evaluate("document.documentElement.scrollHeight") <= 600
    whole, main, pilot = popup.evaluate(EVERYTHING_AT_ONCE)
    assert whole <= 600 and main <= 600
    assert pilot < 600, "its last switch can be reached"


# EXT-07
def test_errors_are_counted_on_popup_and_badge_and_cleared_by_the_button(
    popup: Page, browser: Browser, captured: Daemon
) -> None:
    shop(browser).evaluate("console.error('one'); console.error('two'); console.log('three')")
    expect(popup.locator("#errors")).to_have_text("2")
    badge = """async () => {
        const [tab] = await chrome.tabs.query({ url: "*://localhost/*" });
        return chrome.action.getBadgeText({ tabId: tab.id });
    }"""
    wait_until(lambda: browser.worker.evaluate(badge) == "2", "the badge")
    popup.get_by_role("button", name="Clear logs").click()
    expect(popup.locator("#errors")).to_have_text("0")
    assert captured.call("observe", what="logs") == []


# CAPS-10
def test_the_button_saves_the_session_and_says_where(popup: Page, browser: Browser, captured: Daemon) -> None:
    shop(browser).evaluate("console.error('the last thing before the click')")
    popup.get_by_role("button", name="Save this session").click()
    expect(popup.locator("#save-note")).to_have_text("Saved, with secrets masked:")
    capsule = load_capsule(Path(popup.locator("#saved-path").inner_text()).read_bytes(), "saved.gasoline")
    [slot] = capsule.store.logs.errors.newest_first()
    assert "the last thing before the click" in str(slot.event)


def test_switching_a_site_off_and_on_acts_in_the_open_page(popup: Page, browser: Browser, captured: Daemon) -> None:
    page, switch = shop(browser), popup.get_by_label("Capture this site")
    page.evaluate("console.log('before')")
    switch.uncheck()
    wait_until(lambda: not captured.call("observe", what="tabs")[0]["captured"], "the site to be switched off")
    page.evaluate("console.log('while off')")
    switch.check()
    wait_until(lambda: captured.call("observe", what="tabs")[0]["captured"], "the site to be switched on")
    wait_until(lambda: page.evaluate("console.log('after')") or "after" in logged(captured), "capture to go on")
    assert "while off" not in logged(captured)
    assert logged(captured)[0] == "before"


def test_the_pilot_switch_is_confirmed_and_reaches_the_server(popup: Page, browser: Browser, captured: Daemon) -> None:
    def enabled() -> bool:
        return bool(captured.get("/pilot-status").json["enabled"])

    switch = popup.get_by_label("AI Web Pilot")
    expect(switch).not_to_be_checked()
    switch.check()
    wait_until(enabled, "the switch to reach the server")
    assert captured.call("observe", what="pilot")["source"] == "extension_poll"
    areas = """async () => Promise.all(["sync", "local", "session"].map(async (area) =>
        (await chrome.storage[area].get("aiWebPilotEnabled")).aiWebPilotEnabled))"""
    assert browser.worker.evaluate(areas) == [True, True, True]
    switch.uncheck()
    wait_until(lambda: not enabled(), "the switch to be off")


# EXT-05
def test_the_popup_can_be_used_by_keyboard_alone(popup: Page) -> None:
    popup.locator("body").focus()
    focusable = popup.locator("input:enabled, button:enabled, a[href], [tabindex='0']")
    reached = set()
    for _ in range(focusable.count()):
        popup.keyboard.press("Tab")
        reached.add(popup.evaluate("document.activeElement.id"))
    assert {"options", "capture-site", "aiWebPilotEnabled", "clear"} <= reached
    popup.get_by_label("Capture this site").focus()
    popup.keyboard.press("Space")
    expect(popup.get_by_label("Capture this site")).not_to_be_checked()
    popup.keyboard.press("Space")
    expect(popup.get_by_label("Capture this site")).to_be_checked()


# EXT-06
@pytest.mark.parametrize(
    "url", ["", "nonsense", "ftp://127.0.0.1:7890", "http://example.com:7890", "https://evil.example"]
)
def test_a_server_url_that_is_not_local_is_refused_with_a_reason(
    options: Page, browser_daemon: Daemon, url: str
) -> None:
    options.get_by_label("Server URL").fill(url)
    options.get_by_role("button", name="Save").click()
    expect(options.locator("#server-note")).to_have_attribute("data-kind", "error")
    expect(options.locator("#server-note")).not_to_be_empty()
    options.reload()
    expect(options.get_by_label("Server URL")).to_have_value(browser_daemon.url)


def test_enhanced_selectors_can_be_switched_off_in_open_pages(
    options: Page, browser: Browser, captured: Daemon, site: Site
) -> None:
    page = browser.open(site.page("/shop", "<!doctype html><button id=buy data-testid=buy>Buy</button>"))
    switch = options.get_by_label("Enhanced selectors")
    expect(switch).to_be_checked()
    switch.uncheck()
    try:
        page.bring_to_front()
        wait_until(lambda: clicked(page, captured) == {"cssPath": "#buy"}, "the CSS path alone")
    finally:
        switch.check()
    page.bring_to_front()
    wait_until(lambda: clicked(page, captured).get("testId") == "buy", "all selectors")


def clicked(page: Page, daemon: Daemon) -> dict[str, Any]:
    """The selectors of a button that is clicked now."""
    page.click("#buy")
    selectors: dict[str, Any] = daemon.call("get_enhanced_actions", limit=1)[0]["selectors"]
    return selectors


# ACT-08
def test_the_number_of_actions_kept_is_bounded_and_reaches_the_server(options: Page, captured: Daemon) -> None:
    field = options.get_by_label("Actions kept for scripts")
    expect(field).to_have_value("50")
    try:
        for typed, kept in (("120", 120), ("9999", 500), ("0", 1)):
            field.fill(typed)
            field.blur()
            expect(field).to_have_value(str(kept))
            wait_until(lambda size=kept: capacity_of_actions(captured) == size, f"{kept} actions")
    finally:
        field.fill("50")
        field.blur()
        wait_until(lambda: capacity_of_actions(captured) == MAX_ACTIONS, "the default")


def capacity_of_actions(daemon: Daemon) -> int:
    return int(daemon.call("get_health")["buffers"]["actions"]["capacity"])


# CON-06
def test_the_level_acts_in_open_pages_and_never_drops_exceptions(
    options: Page, browser: Browser, captured: Daemon, site: Site
) -> None:
    page = browser.open(site.page("/level", "<!doctype html><title>Level</title>"))
    options.get_by_label("Capture level").select_option("Errors only")
    wait_until(
        lambda: (
            not page.evaluate("console.log('probe')") and captured.call("clear_browser_logs")["cleared"]["logs"] == 0
        ),
        "the level to act",
    )
    page.evaluate("console.log('log'); console.warn('warn'); console.error('error')")
    page.evaluate(
        "() => new Promise((done) => { setTimeout(() => { setTimeout(done); throw new Error('thrown'); }); })"
    )
    types = [(entry["type"], entry["level"]) for entry in reversed(captured.call("observe", what="logs"))]
    options.get_by_label("Capture level").select_option("Everything")
    assert types == [("console", "error"), ("exception", "error")]
    wait_until(lambda: page.evaluate("console.log('again')") or "again" in logged(captured), "the level to be back")


@pytest.fixture
def all_hosts(playwright: Playwright, tmp_path: Path, daemon: Daemon) -> Iterator[Browser]:
    """The build that needs no permission prompt, which a headless browser cannot answer; `shop.test` is our site."""
    import subprocess

    folder = tmp_path / "extension"
    build = ["node", "extension/build.mjs", "--flavour", "all-hosts", "--out", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    browser = Browser(playwright, tmp_path / "profile", folder, "--host-resolver-rules=MAP *.test 127.0.0.1")
    browser.connect(daemon)
    yield browser
    browser.close()


# EXT-02
def test_another_site_is_captured_by_one_click_and_without_a_reload(
    all_hosts: Browser, daemon: Daemon, site: Site
) -> None:
    site.page("/other", "<!doctype html><title>Other</title>")
    page = all_hosts.open(f"http://shop.test:{site.port}/other")
    page.evaluate("console.log('too early')")
    popup = all_hosts.extension_page("popup.html")
    switch = popup.get_by_label("Capture this site")
    expect(switch).not_to_be_checked()
    switch.check()
    wait_until(lambda: page.evaluate("console.log('captured')") or "captured" in logged(daemon), "capture to begin")
    assert "too early" not in logged(daemon)
    page.reload()
    page.evaluate("console.log('after a reload')")
    assert logged(daemon)[-1] == "after a reload"
    switch.uncheck()
    wait_until(lambda: not daemon.call("observe", what="tabs")[0]["captured"], "capture to end")


# EXT-02
def test_all_sites_are_captured_when_the_person_wants_it(all_hosts: Browser, daemon: Daemon, site: Site) -> None:
    site.page("/other", "<!doctype html><title>Other</title><script>console.log('first script')</script>")
    options = all_hosts.extension_page("options.html")
    options.get_by_label("Capture all sites").check()
    expect(options.get_by_label("Capture all sites")).to_be_checked()
    wait_until(
        lambda: all_hosts.worker.evaluate("async () => (await chrome.scripting.getRegisteredContentScripts()).length"),
        "the scripts to be registered",
    )
    page = all_hosts.open(f"http://any.test:{site.port}/other")
    wait_until(lambda: logged(daemon) == ["first script"], "the page to be captured")
    options.get_by_label("Capture all sites").uncheck()
    wait_until(
        lambda: not page.evaluate("console.log('more')") and not daemon.call("observe", what="tabs")[0]["captured"],
        "capture to end",
    )


# EXT-08
def test_a_different_server_on_the_port_is_shown_and_gets_no_data(
    playwright: Playwright, tmp_path: Path, site: Site
) -> None:
    old = Daemon(tmp_path / "old" / "state")
    browser = Browser(playwright, tmp_path / "profile")
    browser.connect(old)
    old.stop()
    impostor = Daemon(tmp_path / "new" / "state", port=old.port)
    try:
        page = browser.open(site.page("/secret", "<!doctype html><title>Secret</title>"))
        page.evaluate("console.log('secret')")
        popup = browser.extension_page("popup.html")
        expect(popup.locator("#connection")).to_contain_text("Unrecognized server", timeout=15_000)
        assert impostor.call("observe", what="logs") == []
        popup.get_by_role("button", name="Trust this server").click()
        wait_until(lambda: logged(impostor) == ["secret"], "the queued entry after the person's decision")
    finally:
        browser.close()
        impostor.stop()
