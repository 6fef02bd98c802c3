"""A page fires the events of a person's input itself: only what the browser says is genuine becomes an action."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Playwright
from site_for_tests import Site

from browser import EXTENSION, Browser

HTML = """<!doctype html><title>Forger</title><link rel="icon" href="data:,"><body style="height: 5000px">
<select id="forged-select"><option>a<option>b</select>
<input id="forged-date" type="date"><input id="forged-time" type="time"><input id="forged-range" type="range">
<input id="forged-color" type="color"><input id="forged-file" type="file"><input id="forged-text">
<div id="forged-box" style="height: 20px; overflow: auto"><p style="height: 500px">tall</div>
<button id="genuine">Genuine</button>"""
FORGE = """() => {
    const options = { bubbles: true, composed: true, key: "Enter", clientX: 1, clientY: 1 };
    for (const element of document.querySelectorAll("[id^=forged]")) {
        if ("value" in element && element.type !== "file") element.value = { date: "2026-01-02", time: "01:02",
            range: "7", color: "#123456" }[element.type] ?? "b";
        for (const type of ["pointerdown", "wheel", "keydown", "click", "dblclick", "input", "change", "scroll"])
            element.dispatchEvent(new (type === "keydown" ? KeyboardEvent : MouseEvent)(type, options));
        element.dispatchEvent(new InputEvent("input", options));
        element.dispatchEvent(new Event("input", options));
    }
    document.dispatchEvent(new Event("scroll", options));
    window.dispatchEvent(new Event("scroll", options));
}"""


@pytest.fixture
def ordinary(playwright: Playwright, tmp_path: Path, daemon: Daemon) -> Iterator[Browser]:
    """A browser as a person has it: it does not say that a program drives it."""
    browser = Browser(playwright, tmp_path / "profile", EXTENSION, "--disable-blink-features=AutomationControlled")
    browser.connect(daemon)
    yield browser
    browser.close()


def test_events_that_a_page_fires_itself_are_not_actions(ordinary: Browser, daemon: Daemon, site: Site) -> None:
    page = ordinary.open(site.page("/forger", HTML))
    assert page.evaluate("navigator.webdriver") is False
    page.evaluate(FORGE)
    page.evaluate("Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => true })")
    page.evaluate(FORGE)
    page.click("#genuine")
    wait_until(lambda: "genuine" in json.dumps(daemon.call("get_enhanced_actions")), "the genuine click")
    actions = daemon.call("get_enhanced_actions")
    assert [action["type"] for action in actions if action["type"] != "navigate"] == ["click"]
    assert "forged" not in json.dumps(actions)
