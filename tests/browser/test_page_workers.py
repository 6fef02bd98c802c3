"""Errors of a page's workers, as far as the browser notifies the page of them."""

from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site
from snippets import snippets_of

from browser import Browser, subset

COUNTER = """
function count(items) {
  return items.length;
}
setTimeout(() => count(null));
"""
READING = "Uncaught TypeError: Cannot read properties of null (reading 'length')"


def open_page(page: Page, site: Site, code: str) -> None:
    site.page("/workers", f"<!doctype html><link rel='icon' href='data:,'><script>{code}</script>")
    page.goto(f"{site.url}/workers")


def the_error(daemon: Daemon) -> dict[str, Any]:
    [error] = wait_until(lambda: daemon.call("observe", what="errors"), "the error")
    return dict(error)


# ERR-03
@pytest.mark.parametrize(
    "listener", ["", "worker.onerror = () => {}", "worker.onerror = (event) => event.preventDefault()"]
)
def test_an_exception_in_a_worker_is_one_error_with_its_source(
    page: Page, captured: Daemon, site: Site, listener: str
) -> None:
    site.script("/counter.js", COUNTER)
    open_page(page, site, f"const worker = new Worker('/counter.js'); {listener}")
    error = the_error(captured)
    url = f"{site.url}/counter.js"
    worker = {"kind": "dedicated", "url": url}
    assert subset({"type": "exception", "message": READING, "filename": url, "lineno": 3, "worker": worker}, error)
    assert error["count"] == 1
    assert error["_aiContext"]["summary"].endswith("It happened in the dedicated worker /counter.js.")


def test_the_source_of_a_worker_is_shown(page: Page, captured: Daemon, site: Site) -> None:
    site.script("/counter.js", COUNTER)
    open_page(page, site, "new Worker(new URL('/counter.js', location.href))")
    [snippet] = wait_until(lambda: snippets_of(the_error(captured)), "its source")
    assert [line["text"] for line in snippet["snippet"] if line.get("isError")] == ["  return items.length;"]


@pytest.mark.parametrize(
    ("kind", "code"), [("dedicated", "new Worker('/no.js')"), ("shared", "new SharedWorker('/no.js')")]
)
def test_a_worker_that_does_not_load_is_an_error(
    page: Page, captured: Daemon, site: Site, kind: str, code: str
) -> None:
    open_page(page, site, code)
    error = the_error(captured)
    message = f"Failed to load the {kind} worker: {site.url}/no.js"
    assert subset({"type": "resource", "message": message, "element": "worker", "source": f"{site.url}/no.js"}, error)


def test_an_exception_at_the_start_of_a_shared_worker_is_an_error(page: Page, captured: Daemon, site: Site) -> None:
    site.script("/shared.js", "throw new Error('no start')")
    open_page(page, site, "new SharedWorker('/shared.js')")
    error = the_error(captured)
    worker = {"kind": "shared", "url": f"{site.url}/shared.js"}
    assert subset({"message": "Uncaught Error: no start", "worker": worker}, error)


def test_a_service_worker_that_fails_to_install_is_an_error(page: Page, captured: Daemon, site: Site) -> None:
    code = "addEventListener('install', (event) => event.waitUntil(Promise.reject(new Error('no cache'))))"
    site.script("/install/sw.js", code)
    open_page(page, site, "navigator.serviceWorker.register('/install/sw.js')")
    error = the_error(captured)
    worker = {"kind": "service", "url": f"{site.url}/install/sw.js"}
    assert subset({"message": "The service worker failed to install", "worker": worker}, error)


def test_a_service_worker_that_cannot_be_registered_is_an_unhandled_rejection(
    page: Page, captured: Daemon, site: Site
) -> None:
    open_page(page, site, "navigator.serviceWorker.register('/no.js')")
    error = the_error(captured)
    assert error["rejection"] is True
    assert "Failed to register a ServiceWorker" in error["message"]


FACTS = """
window.seen = [];
const note = (who) => (event) => seen.push([who, event.type, event.constructor.name, event.message, event.lineno]);
addEventListener('error', note('window'));
const worker = new Worker('/counter.js');
worker.addEventListener('error', note('worker'));
new SharedWorker('/no.js').onerror = note('shared');
class Sub extends Worker {}
let refused;
try { Worker('/counter.js') } catch (e) { refused = `${e}` }
seen.push([Worker.name, Worker.length, `${Worker}`.includes('[native code]'), worker instanceof Worker, refused,
  worker.constructor === Worker, new Sub('data:,') instanceof Sub, Object.keys(worker).length]);
navigator.serviceWorker.register('/no.js').catch((e) => seen.push([`${e}`, e.stack]));
"""


@pytest.mark.usefixtures("captured")
def test_a_page_with_workers_sees_no_difference(browser: Browser, bare_browser: Browser, site: Site) -> None:
    site.script("/counter.js", COUNTER)
    assert seen(browser, site) == seen(bare_browser, site)


def seen(browser: Browser, site: Site) -> list[Any]:
    page = browser.context.new_page()
    try:
        open_page(page, site, FACTS)
        page.wait_for_function("seen.length === 5")
        return sorted(page.evaluate("seen"), key=str)
    finally:
        page.close()
