"""Open pages get the recorders without a reload, and none gets them twice."""

from collections.abc import Iterator

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser

# What the worker asks open pages: the files that it injects, and how many of its other functions have answered.
WATCH = """() => {
    const { executeScript } = chrome.scripting;
    globalThis.calls = { asked: 0, answered: 0, files: [] };
    globalThis.stopWatching = () => { chrome.scripting.executeScript = executeScript };
    chrome.scripting.executeScript = async (order) => {
        if (order.files) calls.files.push(...order.files);
        else calls.asked++;
        const result = await executeScript(order);
        calls.answered++;
        return result;
    };
    chrome.runtime.onInstalled.dispatch({ reason: "update" });
}"""
# Comments: the browser has the document, but nothing to make an element of.
BEGUN = "/stream/0?type=text/html&piece=<!---->&pause=0.05"


@pytest.fixture
def slow_site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


@pytest.mark.usefixtures("captured")
def test_a_page_that_is_recorded_gets_no_second_copy(browser: Browser, page: Page, site: Site) -> None:
    page.goto(site.page("/recorded", "<!doctype html><title>Recorded</title>"))
    try:
        browser.worker.evaluate(WATCH)
        wait_until(lambda: browser.worker.evaluate("calls.answered > 0"), "the page's answer")
        assert browser.worker.evaluate("calls.files") == []
    finally:
        browser.worker.evaluate("stopWatching()")


def test_a_page_that_the_registered_scripts_are_about_to_record_gets_no_second_copy(
    browser: Browser, captured: Daemon, page: Page, slow_site: Site
) -> None:
    page.goto(slow_site.url + BEGUN, wait_until="commit")
    try:
        browser.worker.evaluate(WATCH)
        wait_until(lambda: browser.worker.evaluate("calls.asked > 0"), "the question to the page")
        slow_site.released.set()
        wait_until(lambda: browser.worker.evaluate("calls.answered > 0"), "the page's answer")
        assert browser.worker.evaluate("calls.files") == []
    finally:
        browser.worker.evaluate("stopWatching()")
    page.evaluate("console.log('once')")
    wait_until(lambda: captured.call("get_browser_logs"), "the entry")
    assert [entry["args"] for entry in captured.call("get_browser_logs")] == [["once"]]
