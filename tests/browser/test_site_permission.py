"""The real permissions of the shipped build: the click on the icon, "Capture this site" on another host, revocation."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page, Playwright, expect
from site_for_tests import Site

from browser import EXTENSION, Browser
from gasoline.launch.pairing_keys import EXTENSION_ID

HOST = "shop.test"
PATTERN = f"http://{HOST}/*"
FLAGS = (f"--host-resolver-rules=MAP {HOST} 127.0.0.1", "--enable-unsafe-extension-debugging")


@pytest.fixture
def person(playwright: Playwright, tmp_path: Path, daemon: Daemon) -> Iterator[Browser]:
    """A browser whose person once said yes for the site: it does not ask again, which nobody could answer here."""
    said_yes = {"api": [], "explicit_host": [PATTERN], "manifest_permissions": [], "scriptable_host": []}
    settings = {EXTENSION_ID: {"granted_permissions": said_yes, "runtime_granted_permissions": said_yes}}
    preferences = tmp_path / "profile" / "Default" / "Preferences"
    preferences.parent.mkdir(parents=True)
    preferences.write_text(json.dumps({"extensions": {"settings": settings}}))
    browser = Browser(playwright, tmp_path / "profile", EXTENSION, *FLAGS)
    browser.connect(daemon)
    yield browser
    browser.close()


@pytest.fixture
def shop(person: Browser, site: Site) -> Page:
    site.page("/shop", "<!doctype html><title>Shop</title><script>console.log('first script')</script>")
    return person.open(f"http://{HOST}:{site.port}/shop")


def click_icon(browser: Browser, page: Page) -> None:
    """On the extension's icon in the toolbar, while the page is in front."""
    assert browser.context.browser
    session = browser.context.browser.new_browser_cdp_session()
    tabs = session.send("Target.getTargets", {"filter": [{"type": "tab"}]})["targetInfos"]
    (tab,) = (tab["targetId"] for tab in tabs if tab["url"] == page.url)
    session.send("Extensions.triggerAction", {"id": EXTENSION_ID, "targetId": tab})


def asked(browser: Browser, what: str) -> Any:
    return browser.worker.evaluate(f"async () => ({what})")


def url_of_tab(browser: Browser, page: Page) -> bool:
    return page.url in asked(browser, "(await chrome.tabs.query({})).map((tab) => tab.url)")


def hosts(browser: Browser) -> list[str]:
    return list(asked(browser, "(await chrome.permissions.getAll()).origins"))


def logged(daemon: Daemon) -> list[Any]:
    return [entry["args"][0] for entry in reversed(daemon.call("observe", what="logs")) if entry["type"] == "console"]


def has_picture(reply: dict[str, Any]) -> bool:
    return any(block["type"] == "image" for block in reply["content"])


def test_without_a_click_the_extension_does_not_know_the_address_of_another_site(person: Browser, shop: Page) -> None:
    assert PATTERN not in hosts(person)
    assert not url_of_tab(person, shop)
    assert not shop.evaluate("'__gasoline' in window")


def test_the_click_on_the_icon_shows_the_address_of_that_tab_only(person: Browser, shop: Page, site: Site) -> None:
    site.page("/other", "<!doctype html><title>Other</title>")
    other = person.open(f"http://{HOST}:{site.port}/other")
    shop.bring_to_front()
    click_icon(person, shop)
    wait_until(lambda: url_of_tab(person, shop), "the tab's address")
    assert not url_of_tab(person, other)
    assert PATTERN not in hosts(person)


def test_the_click_on_the_icon_allows_a_screenshot_of_that_tab(person: Browser, site: Site, daemon: Daemon) -> None:
    site.page("/local", "<!doctype html><title>Local</title>")
    page = person.open(f"http://localhost:{site.port}/local")
    wait_until(lambda: "not_captured" not in str(daemon.reply("take_screenshot")), "the tab to be captured")
    assert daemon.call("take_screenshot")["error"] == "screenshot_not_allowed"
    click_icon(person, page)
    wait_until(
        lambda: "image" in [block["type"] for block in daemon.reply("take_screenshot")["content"]], "the picture"
    )


def test_a_captured_site_is_captured_until_the_permission_is_revoked(
    person: Browser, shop: Page, daemon: Daemon
) -> None:
    click_icon(person, shop)
    wait_until(lambda: url_of_tab(person, shop), "the tab's address")
    popup = person.extension_page("popup.html")
    switch = popup.get_by_label("Capture this site")
    expect(switch).not_to_be_checked()
    switch.check()
    wait_until(lambda: PATTERN in hosts(person), "the permission")
    shop.reload()
    wait_until(lambda: "first script" in logged(daemon), "the page's first script")

    settings = person.context.new_page()
    settings.goto("chrome://extensions/")
    settings.evaluate(f"chrome.developerPrivate.removeHostPermission('{EXTENSION_ID}', '{PATTERN}')")
    wait_until(lambda: PATTERN not in hosts(person), "the permission to go")
    wait_until(
        lambda: not asked(person, "(await chrome.scripting.getRegisteredContentScripts()).length"), "the scripts"
    )
    shop.reload()
    assert not shop.evaluate("'__gasoline' in window")
    assert logged(daemon) == ["first script"]
    wait_until(lambda: asked(person, "(await chrome.storage.local.get('capturedSites')).capturedSites") == [])
