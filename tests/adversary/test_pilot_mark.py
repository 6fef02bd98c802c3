"""A page that hides that AI Web Pilot is on: the mark comes back, and goes with the switch."""

import pytest
from daemon import Daemon
from pilot import move_pilot
from playwright.sync_api import Page, expect
from site_for_tests import Site

from browser import Browser

HTML = "<!doctype html><title>Hostile</title><h1>Hostile</h1>"
MARK = "gasoline-pilot-mark"
TAMPERINGS = {
    "removes it": "(mark) => mark.remove()",
    "moves it": "(mark) => document.body.append(mark)",
    "hides it by its style": "(mark) => mark.style.setProperty('display', 'none', 'important')",
    "takes its style": "(mark) => mark.removeAttribute('style')",
    "hides it by an attribute": "(mark) => { mark.hidden = true }",
    "closes its popover": "(mark) => mark.hidePopover()",
    "takes its popover": "(mark) => { mark.popover = null }",
    "replaces the root element": "() => document.documentElement.replaceWith(document.createElement('html'))",
}
SEEN = f"""() => {{
    const mark = document.querySelector("html > {MARK}");
    if (!mark || mark.hidden || !mark.checkVisibility() || !mark.matches(":popover-open")) return false;
    const {{ left, top, right, bottom, width }} = mark.getBoundingClientRect();
    return width > 20 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}}"""
STYLES = {
    "transforms the root": "html { transform: translateZ(0); min-height: 10000px; }",
    "clips the root": "html { clip-path: inset(0 50% 50% 0); }",
    "fades the root": "html { opacity: 0.01; }",
    "filters the root": "html { filter: opacity(0); }",
    "contains the root": "html { contain: strict; height: 100px; overflow: clip; }",
}
CANCEL = "addEventListener('beforetoggle', (event) => event.preventDefault(), true)"


@pytest.mark.parametrize("tampering", TAMPERINGS.values(), ids=TAMPERINGS.keys())
def test_the_mark_comes_back_each_time(browser: Browser, pilot: Daemon, site: Site, tampering: str) -> None:
    page = browser.open(site.page("/mark", HTML))
    for _ in range(2):
        page.wait_for_function(SEEN)
        page.evaluate(f"({tampering})(document.querySelector('{MARK}'))")
    page.wait_for_function(SEEN)


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES.keys())
@pytest.mark.parametrize("script", ["", CANCEL], ids=["", "and cancels its events"])
def test_no_style_of_the_page_hides_it(browser: Browser, pilot: Daemon, site: Site, style: str, script: str) -> None:
    page = browser.open(site.page("/mark", f"{HTML}<script>{script}</script>"))
    page.wait_for_function(SEEN)
    box = page.locator(MARK).bounding_box()
    assert box is not None
    before = page.screenshot(clip=box)
    page.add_style_tag(content=style)
    page.wait_for_function(SEEN)
    assert page.screenshot(clip=box) == before


def test_a_page_that_removes_it_at_once_keeps_working(browser: Browser, pilot: Daemon, site: Site) -> None:
    page = browser.open(site.page("/mark", HTML))
    page.wait_for_function(SEEN)
    page.evaluate(
        f"""() => {{
            window.removed = 0;
            new MutationObserver(() => {{
                for (const mark of document.querySelectorAll("{MARK}")) {{ mark.remove(); window.removed++; }}
            }}).observe(document, {{ childList: true, subtree: true }});
            document.querySelector("{MARK}").remove();
        }}"""
    )
    page.wait_for_function("window.removed >= 2")
    assert page.title() == "Hostile"
    move_pilot(browser, pilot, on=False)
    expect(page.locator(MARK)).to_have_count(0)


def test_it_is_shown_once(browser: Browser, pilot: Daemon, site: Site) -> None:
    page: Page = browser.open(site.page("/mark", HTML))
    page.wait_for_function(SEEN)
    page.evaluate(f"document.querySelector('{MARK}').remove()")
    page.wait_for_function(SEEN)
    assert page.locator(MARK).count() == 1
