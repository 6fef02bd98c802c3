"""Patterns that need to know when a real page changed: an answer or messages that it did not show."""

import pytest
from daemon import Daemon, wait_until
from echo_server import EchoServer
from playwright.sync_api import Page, Route
from site_for_tests import Site

pytestmark = pytest.mark.usefixtures("one_tab", "bodies_on")

SHOP = """<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>
<button id="save">Save</button><button id="load">Load</button><input id="q"><p id="out">nothing yet</p><script>
const out = document.getElementById("out");
save.onclick = () => fetch("/orders.json", { method: "POST" }).then((reply) => reply.json());
load.onclick = async () => { out.textContent = (await (await fetch("/orders.json")).json()).name; };
q.oninput = async () => {
  const reply = await (await fetch("/search?q=" + q.value)).json();
  out.textContent = "Found " + reply.first;
};
window.listen = (url, count) => new Promise((done) => {
  const socket = new WebSocket(url);
  let came = 0;
  socket.onmessage = ({ data }) => {
    if (++came <= 2) out.textContent = data;
    if (came < count) setTimeout(() => socket.send(JSON.stringify({ price: came })), 700);
    else done();
  };
  socket.onopen = () => socket.send(JSON.stringify({ price: 0 }));
});
</script>"""


@pytest.fixture
def shop(page: Page, site: Site, captured: Daemon) -> Page:
    site.page("/orders.json", '{"name": "Teapot"}', "application/json")
    page.goto(site.page("/shop", SHOP))
    return page


def text(daemon: Daemon, what: str) -> str:
    return str(daemon.reply("observe", what=what, output="text")["content"][0]["text"])


# ERR-25
def test_an_answer_that_the_page_did_not_show_is_named(shop: Page, captured: Daemon) -> None:
    with shop.expect_response("**/orders.json"):
        shop.click("#save")
    wait_until(lambda: "but no element or text of the page changed in the" in text(captured, "network"), "the pattern")
    assert "POST /orders.json was answered 200, but no element or text of the page changed" in text(captured, "errors")


def test_an_answer_that_the_page_shows_is_not_named(shop: Page, captured: Daemon) -> None:
    shop.click("#load")
    shop.get_by_text("Teapot").wait_for()
    assert "of the page changed" not in text(captured, "network")


def test_answers_out_of_order_say_which_one_the_page_showed(shop: Page, captured: Daemon) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    shop.route("**/search?q=a", hold)
    shop.route("**/search?q=ab", lambda route: route.fulfill(json={"first": "Abel"}))
    shop.locator("#q").press_sequentially("ab", delay=120)
    shop.get_by_text("Found Abel").wait_for()
    waiting[0].fulfill(json={"first": "Anna"})
    shop.get_by_text("Found Anna").wait_for()
    said = "the page then showed “Found Anna” of the older"
    wait_until(lambda: said in text(captured, "network"), "the pattern")


def test_messages_that_the_page_no_longer_shows_are_named(shop: Page, captured: Daemon, echo: EchoServer) -> None:
    shop.evaluate("(url) => listen(url, 7)", f"{echo.url}/prices")
    wait_until(lambda: "while the page no longer changed" in text(captured, "websocket_events"), "the pattern")
    assert "of /prices" in text(captured, "errors")
