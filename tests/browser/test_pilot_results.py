"""What execute_javascript returns for objects of browsers and frameworks."""

from typing import Any

import pytest
from daemon import Daemon
from pilot import fail, succeed
from playwright.sync_api import Page
from site_for_tests import Site

from apps import Apps

pytestmark = pytest.mark.usefixtures("pilot_stays_on")

HTML = """<!doctype html><title>Values</title>
<ul id="list"><li class="item first">Milk</li><li class="item">Bread and
    butter</li></ul>
<form><input name="size" value="L"><input name="color" value="red"><input name="color" value="blue"></form>
<button id="buy" style="color: red; top: 1px" class="big" data-sku="7" disabled>Buy</button>
<script>
  class Cart extends EventTarget { items = ["shoe"]; #secret = 1; get total() { return 5; } }
  window.cart = new Cart();
  customElements.define("price-tag", class extends HTMLElement { amount = 5; });
</script><price-tag>5 EUR</price-tag>"""


def run(daemon: Daemon, script: str, **more: Any) -> Any:
    return succeed(daemon, "interact", action="execute", script=script, **more)["result"]


@pytest.fixture
def page(one_tab: Page, site: Site, pilot: Daemon) -> Page:
    one_tab.goto(site.page("/values", HTML))
    one_tab.bring_to_front()
    return one_tab


@pytest.mark.parametrize(
    ("script", "result"),
    [
        ("new DOMRect(1, 2, 3, 4)",
         {"x": 1, "y": 2, "width": 3, "height": 4, "top": 2, "right": 4, "bottom": 6, "left": 1}),
        ("new URLSearchParams('a=1&b=2&a=3')", {"a": ["1", "3"], "b": "2"}),
        ("new URL('/x?y=1', 'http://localhost:9')", "http://localhost:9/x?y=1"),
        ("new Headers({ 'X-One': '1', accept: 'text/html' })", {"accept": "text/html", "x-one": "1"}),
        ("new FormData(document.forms[0])", {"size": "L", "color": ["red", "blue"]}),
        ("new Map([['k', { v: 1 }]])", {"k": {"v": 1}}),
        ("new Map([[1, 'one']])", [[1, "one"]]),
        ("new Set([2, 'x'])", [2, "x"]),
        ("new Uint8Array([1, 2, 255])", [1, 2, 255]),
        ("new Date(0)", "1970-01-01T00:00:00.000Z"),
        ("cart", {"items": ["shoe"]}),
        ("document.querySelectorAll('li')", ["<li.item.first> Milk", "<li.item> Bread and butter"]),
        ("document.querySelector('#list').attributes", ['id="list"']),
        ("document.forms[0].elements", ["<input>", "<input>", "<input>"]),
        ("document.querySelector('#buy')", "<button#buy.big> Buy"),
        ("document.querySelector('#buy').classList", ["big"]),
        ("document.querySelector('#buy').dataset", {"sku": "7"}),
        ("document.querySelector('#buy').style", {"color": "red", "top": "1px"}),
        ("document.querySelector('price-tag')", "<price-tag> 5 EUR"),
        ("new Blob(['abc'], { type: 'text/plain' })", {"size": 3, "type": "text/plain"}),
        ("localStorage.clear(), localStorage.setItem('theme', 'dark'), localStorage", {"theme": "dark"}),
        ("[Promise.resolve(1), new WeakMap(), window, document.createTextNode('t')]",
         ["[Promise]", "[WeakMap]", "[Window]", "#text t"]),
        ("Object.assign(document.createElement('iframe'), {}).sandbox", []),
    ],
)  # fmt: skip
def test_a_browser_object_is_readable(page: Page, pilot: Daemon, script: str, result: Any) -> None:
    assert run(pilot, script) == result


@pytest.mark.parametrize(
    ("script", "part"),
    [
        (
            "new Response('{}', { status: 404, headers: { 'content-type': 'application/json' } })",
            {"status": 404, "ok": False, "headers": {"content-type": "application/json"}, "body": "[ReadableStream]"},
        ),
        ("new File(['abc'], 'a.txt', { lastModified: 5 })", {"name": "a.txt", "size": 3, "lastModified": 5}),
        (
            "new MouseEvent('click', { clientX: 3 })",
            {"type": "click", "clientX": 3, "isTrusted": False, "target": None},
        ),
        ("getComputedStyle(document.querySelector('#buy'))", {"color": "rgb(255, 0, 0)", "display": "inline-block"}),
        ("matchMedia('(min-width: 1px)')", {"media": "(min-width: 1px)", "matches": True}),
        ("document.querySelector('input').validity", {"valid": True}),
        ("new DOMException('gone', 'AbortError')", {"name": "AbortError", "message": "gone"}),
        ("location", {"pathname": "/values", "protocol": "http:"}),
    ],
)
def test_the_attributes_of_a_browser_object_are_its_fields(page: Page, pilot: Daemon, script: str, part: Any) -> None:
    shown = run(pilot, script)
    assert {key: shown[key] for key in part} == part


@pytest.mark.parametrize(
    ("script", "result"),
    [
        ("vueApp.$data", {"user": {"name": "Ada", "roles": ["admin"]}, "visits": 3}),
        ("vueApp.greeting", "Hello Ada"),
        ("vueMap", {"shoe": {"price": 5}}),
        ("vueSet", ["red"]),
        ("svelteState", {"items": [{"name": "shoe"}, {"name": "hat"}]}),
        ("svelteMap", {"a": 1}),
        ("svelteCounter", {"count": 1, "label": "clicks"}),
        ("draft", {"items": [{"name": "shoe"}, {"name": "hat"}], "prices": {"shoe": 5, "hat": 7}}),
        ("store.getState()", {"count": 1, "add": "[Function add]"}),
    ],
)
def test_the_state_of_a_framework_is_readable(
    one_tab: Page, apps: Apps, pilot: Daemon, script: str, result: Any
) -> None:
    url = apps.url("values")
    if one_tab.url != url:
        one_tab.goto(url)
    one_tab.bring_to_front()
    assert run(pilot, script) == result


def test_a_long_text_fills_the_answer(page: Page, pilot: Daemon) -> None:
    assert run(pilot, "'ab '.repeat(13000)") == "ab " * 13_000


def test_what_does_not_fit_is_left_out_and_said(page: Page, pilot: Daemon) -> None:
    assert run(pilot, "'ab '.repeat(100000)").endswith(" chars]")
    assert run(pilot, "Array.from({ length: 1e5 }, () => 'word')")[-1].endswith(" items]")


def test_a_slow_value_ends_at_the_deadline(page: Page, pilot: Daemon) -> None:
    script = """const slow = {};
        const wait = () => { const end = performance.now() + 20; while (performance.now() < end); };
        for (let i = 0; i < 1000; i++) Object.defineProperty(slow, 'k' + i, { enumerable: true, get: wait });
        return slow"""
    assert "timed out" in fail(pilot, "interact", action="execute", script=script, timeout_ms=300)["error"]
