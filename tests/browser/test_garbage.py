"""What a page lets go of is collected: our listeners keep nothing of it alive."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon, wait_until
from echo_server import EchoServer
from playwright.sync_api import Page, Playwright
from site_for_tests import Site
from state_switch import switch_state

from browser import EXTENSION, Browser

HTML = """<!doctype html><title>Garbage</title><script>
const collected = [];
const registry = new FinalizationRegistry((name) => collected.push(name));
function makeStore(name) {
    let state = { name, items: [] };
    const listeners = new Set();
    const store = { getState: () => state, dispatch() {}, subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
    } };
    registry.register(store, name);
    return store;
}
window.store = makeStore("first store");
</script>"""
OPEN_AND_CLOSE = """(url) => new Promise((done) => {
    const socket = new WebSocket(url);
    registry.register(socket, "socket");
    socket.onopen = () => socket.close();
    socket.onclose = () => done();
})"""
COLLECT = "async () => { gc(); await new Promise((done) => setTimeout(done)); return collected; }"


@pytest.fixture
def page(playwright: Playwright, tmp_path: Path, daemon: Daemon, site: Site) -> Iterator[Page]:
    browser = Browser(playwright, tmp_path / "profile", EXTENSION, "--js-flags=--expose-gc")
    browser.connect(daemon)
    switch_state(browser, on=True)
    yield browser.open(site.page("/garbage", HTML))
    browser.close()


# PAGE-07
def test_a_closed_socket_and_a_replaced_store_are_collected(page: Page, daemon: Daemon, echo: EchoServer) -> None:
    page.evaluate("setTimeout(() => { throw new Error('with the first store') })")
    wait_until(lambda: "stateSnapshot" in str(daemon.call("get_browser_errors", full=True)), "the store to be found")
    page.evaluate("() => { window.store = makeStore('second store'); }")
    page.evaluate(OPEN_AND_CLOSE, echo.url)
    wait_until(lambda: set(page.evaluate(COLLECT)) == {"first store", "socket"}, "both to be collected")
