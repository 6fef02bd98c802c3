"""highlight_element: one frame around one element, where it is, for as long as it was asked for."""

from typing import Any

import pytest
from daemon import Daemon
from pilot import fail, move_pilot, succeed
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser

pytestmark = pytest.mark.usefixtures("pilot_stays_on")

HTML = """<!doctype html><title>Highlight</title><style>body { margin: 0 } div { display: none !important }
    button { display: block; width: 120px; height: 40px } .hidden { visibility: hidden } .none { display: none }
    section { height: 200px; overflow: auto } section p { height: 1000px; margin: 0 }</style>
    <button id="buy">Buy</button><button class="hidden">Hidden</button><button class="none">None</button>
    <section><p></p><button id="inner">Inner</button><p></p></section>
    <p style="height: 3000px"></p><button id="far">Far</button><p style="height: 3000px"></p>"""
OVERLAY = "#gasoline-highlighter"
FITS = """(selector) => { const overlay = document.querySelector("#gasoline-highlighter"),
    a = overlay?.getBoundingClientRect(), b = document.querySelector(selector).getBoundingClientRect();
    return a && ["x", "y", "width", "height"].every((key) => Math.abs(a[key] - b[key]) < 1); }"""


@pytest.fixture
def page(browser: Browser, site: Site, pilot: Daemon) -> Page:
    page = browser.open(site.page("/highlight", HTML))
    page.bring_to_front()
    return page


# PILOT-03
def test_the_frame_is_drawn_as_specified_and_goes_after_its_time(page: Page, pilot: Daemon) -> None:
    answer = succeed(pilot, "highlight_element", selector="#buy", duration_ms=400)
    assert answer == {"success": True, "selector": "#buy", "bounds": {"x": 0, "y": 0, "width": 120, "height": 40}}
    style = page.evaluate(
        """() => { const style = getComputedStyle(document.querySelector("#gasoline-highlighter"));
        return [style.position, style.border, style.zIndex, style.pointerEvents]; }"""
    )
    assert style == ["fixed", "4px solid rgb(255, 0, 0)", "2147483647", "none"]
    assert page.evaluate(FITS, "#buy")
    page.locator(OVERLAY).wait_for(state="detached")


# PILOT-03
def test_the_frame_lets_clicks_through(page: Page, pilot: Daemon) -> None:
    page.evaluate("buy.onclick = () => { window.bought = true }")
    succeed(pilot, "highlight_element", selector="#buy")
    page.mouse.click(2, 2)
    assert page.evaluate("window.bought") is True


def test_the_next_call_replaces_the_frame(page: Page, pilot: Daemon) -> None:
    succeed(pilot, "interact", action="highlight", selector="#buy")
    succeed(pilot, "configure", action="highlight", selector="#far")
    assert page.locator(OVERLAY).count() == 1
    page.wait_for_function(FITS, arg="#far")


@pytest.mark.parametrize("selector", ["#far", "#inner"])
def test_it_is_scrolled_to_and_followed(page: Page, pilot: Daemon, selector: str) -> None:
    bounds = succeed(pilot, "highlight_element", selector=selector)["bounds"]
    box = page.locator(selector).bounding_box()
    assert box == bounds
    assert 0 <= bounds["y"] <= page.evaluate("innerHeight")
    page.evaluate("scrollBy(0, 37); document.querySelector('section').scrollBy(0, 11)")
    page.wait_for_function(FITS, arg=selector)
    page.set_viewport_size({"width": 700, "height": 500})
    page.wait_for_function(FITS, arg=selector)


def test_it_goes_with_its_element(page: Page, pilot: Daemon) -> None:
    succeed(pilot, "highlight_element", selector="#buy")
    page.evaluate("document.querySelector('#buy').remove()")
    page.locator(OVERLAY).wait_for(state="detached")


def test_a_label_is_text_and_nothing_else(page: Page, pilot: Daemon) -> None:
    label = "<img src=x onerror='window.hacked = 1'>"
    succeed(pilot, "highlight_element", selector="#buy", label=label)
    assert page.evaluate("[document.images.length, typeof window.hacked]") == [0, "undefined"]
    assert page.evaluate("document.querySelector('#gasoline-highlighter').shadowRoot") is None


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"selector": "#nothing"}, "element_not_found"),
        ({"selector": "#buy", "index": 3}, "element_not_found"),
        ({"selector": "button"}, "several_elements"),
        ({"selector": ".hidden"}, "element_hidden"),
        ({"selector": ".none"}, "element_hidden"),
        ({"selector": "[["}, "invalid_selector"),
        ({"selector": "#buy", "duration_ms": 0}, "invalid_argument"),
        ({"selector": "#buy", "duration_ms": 10**9}, "invalid_argument"),
    ],
)
def test_failures_are_distinguished(page: Page, pilot: Daemon, arguments: Any, code: str) -> None:
    failure = fail(pilot, "highlight_element", **arguments)
    assert failure["error"] == code
    assert failure["hint"]
    assert page.locator(OVERLAY).count() == 0


def test_one_of_several_is_chosen_by_index(page: Page, pilot: Daemon) -> None:
    succeed(pilot, "highlight_element", selector="button", index=0)
    assert page.evaluate(FITS, "#buy")


def test_an_element_in_a_dialog_a_shadow_root_or_a_frame_is_framed(browser: Browser, site: Site, pilot: Daemon) -> None:
    site.page("/inner", "<!doctype html><button id=deep>Deep</button>")
    page = browser.open(
        site.page(
            "/places",
            """<!doctype html><dialog><button id="ok">OK</button></dialog><x-host></x-host>
            <iframe src="/inner"></iframe><script>
            document.querySelector("x-host").attachShadow({ mode: "open" }).innerHTML = "<b id=shadow>S</b>";
            document.querySelector("dialog").showModal()</script>""",
        )
    )
    page.bring_to_front()
    succeed(pilot, "highlight_element", selector="#ok")
    assert page.evaluate("document.querySelector('#gasoline-highlighter').matches(':popover-open')")
    succeed(pilot, "highlight_element", selector="x-host >>> #shadow")
    assert page.locator(OVERLAY).count() == 1
    succeed(pilot, "highlight_element", selector="#deep", frame="0")
    assert page.frames[1].locator(OVERLAY).count() == 1
    assert page.locator(OVERLAY).count() == 0


# PILOT-10
def test_switching_off_removes_it(page: Page, browser: Browser, pilot: Daemon) -> None:
    succeed(pilot, "highlight_element", selector="#buy", duration_ms=60_000)
    move_pilot(browser, pilot, on=False)
    page.locator(OVERLAY).wait_for(state="detached")
