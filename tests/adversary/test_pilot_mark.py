"""A page that hides that AI Web Pilot is on: the mark comes back, or the icon says so; it goes with the switch."""

import pytest
from daemon import Daemon, wait_until
from pilot import move_pilot, restart_worker
from pilot_mark import HOST, IN_PAGE, mark_box
from playwright.sync_api import FloatRect, Page, expect
from site_for_tests import Site

from browser import Browser

HTML = "<!doctype html><title>Hostile</title><h1>Hostile</h1>"
REWRITE = f"document.open(); document.write('{HTML}'); document.close();"
CANCEL = "addEventListener('beforetoggle', (event) => event.preventDefault(), true);"
TAMPERINGS = {
    "removes it": "mark.remove()",
    "moves it": "document.body.append(mark)",
    "hides it by its style": "mark.style.setProperty('display', 'none', 'important')",
    "takes its style": "mark.removeAttribute('style')",
    "hides it by an attribute": "mark.hidden = true",
    "makes a closed popover of it": "mark.popover = 'manual'",
    "gives it a name for its styles": "mark.className = 'hidden'",
    "animates it": "mark.animate([{ opacity: 0, display: 'none' }], { duration: 1e9, fill: 'both' })",
    "replaces the root element": "document.documentElement.replaceWith(document.createElement('html'))",
    "rewrites itself and cancels its events": REWRITE + CANCEL,
}
STYLES = {
    "transforms the root": "html { transform: translateZ(0); min-height: 10000px; }",
    "clips the root": "html { clip-path: inset(0 50% 50% 0); }",
    "fades the root": "html { opacity: 0.01; }",
    "filters the root": "html { filter: opacity(0); }",
    "contains the root": "html { contain: strict; height: 100px; overflow: clip; }",
    "makes the root invisible": "html { visibility: hidden; }",
    "hides its element": "@layer first { html > aside, .hidden { display: none !important; opacity: 0 !important; } }",
}
HIDES_AT_ONCE = {
    "observes the document": f"""new MutationObserver(() => {{
        for (const mark of document.querySelectorAll("{HOST}")) {{ mark.remove(); window.removed++; }}
    }}).observe(document, {{ childList: true, subtree: true }});""",
    "rewrites itself": f"setInterval(() => {{ {REWRITE} window.removed++; }}, 20);",
}
DEFINE = """for (const name of ["gasoline-pilot-mark", "aside"]) try {
    customElements.define(name, class extends HTMLElement { connectedCallback() { this.remove(); } });
} catch { /* this is not a name for an element of a page */ }"""
ICON = """async () => { const [tab] = await chrome.tabs.query({ url: "*://localhost/*" });
    return [await chrome.action.getBadgeText({ tabId: tab.id }), await chrome.action.getTitle({ tabId: tab.id })]; }"""
SAID = "This page hides the mark of AI Web Pilot."


def open_marked(browser: Browser, site: Site, script: str = "") -> tuple[Page, FloatRect]:
    page = browser.open(site.page("/mark", f"{HTML}<script>{script}</script>"))
    return page, wait_for_mark(page)


def wait_for_mark(page: Page) -> FloatRect:
    box: FloatRect = wait_until(lambda: mark_box(page), "the mark")
    return box


@pytest.mark.parametrize("tampering", TAMPERINGS.values(), ids=TAMPERINGS.keys())
def test_the_mark_is_seen_again_each_time(browser: Browser, pilot: Daemon, site: Site, tampering: str) -> None:
    page, box = open_marked(browser, site)
    before = page.screenshot(clip=box)
    for _ in range(2):
        page.evaluate(f"() => {{ const mark = document.querySelector('{HOST}'); {tampering}; }}")
        wait_for_mark(page)
    assert page.screenshot(clip=box) == before


# PILOT-16
@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES.keys())
@pytest.mark.parametrize("script", ["", CANCEL, DEFINE], ids=["", "and cancels its events", "and defines its element"])
def test_no_style_of_the_page_hides_it(browser: Browser, pilot: Daemon, site: Site, style: str, script: str) -> None:
    page, box = open_marked(browser, site, script)
    before = page.screenshot(clip=box)
    page.add_style_tag(content=style)
    wait_for_mark(page)
    assert page.screenshot(clip=box) == before


def test_a_page_does_not_reach_into_it(browser: Browser, pilot: Daemon, site: Site) -> None:
    page, _ = open_marked(browser, site)
    reached = page.evaluate(
        f"""() => {{
            const mark = document.querySelector("{HOST}");
            let internals = "none";
            try {{ internals = mark.attachInternals().shadowRoot; }} catch {{ /* not for an element like this */ }}
            return [mark.shadowRoot, mark.textContent, mark.childNodes.length, internals];
        }}"""
    )
    assert reached == [None, "", 0, "none"]


# PILOT-16
@pytest.mark.parametrize("script", HIDES_AT_ONCE.values(), ids=HIDES_AT_ONCE.keys())
def test_icon_and_popup_say_that_a_page_removes_it_each_time(
    browser: Browser, pilot: Daemon, site: Site, script: str
) -> None:
    page, _ = open_marked(browser, site)
    assert browser.worker.evaluate(ICON)[0] == "AI"
    page.evaluate(f"() => {{ window.removed = 0; {script} document.querySelector('{HOST}').remove(); }}")
    wait_until(lambda: browser.worker.evaluate(ICON)[0] == "AI!", "the icon to say so")
    assert "AI Web Pilot is on, and this page hides its mark" in browser.worker.evaluate(ICON)[1]
    restart_worker(browser)
    popup = browser.extension_page("popup.html")
    expect(popup.get_by_text(SAID)).to_be_visible()
    wait_until(lambda: popup.evaluate(ICON)[0] == "AI!", "the icon to say so after a restart of the worker")

    assert page.title() == "Hostile"
    before = page.evaluate("window.removed")
    page.wait_for_function("(before) => window.removed > before", arg=before)
    move_pilot(browser, pilot, on=False)
    expect(page.locator(HOST)).to_have_count(0)
    expect(popup.get_by_text(SAID)).to_be_hidden()
    wait_until(lambda: popup.evaluate(ICON)[0] == "", "the icon to end it")


def test_a_page_that_leaves_the_mark_alone_is_not_accused(browser: Browser, pilot: Daemon, site: Site) -> None:
    page, _ = open_marked(browser, site)
    page.evaluate(f"document.querySelector('{HOST}').remove()")
    wait_for_mark(page)
    assert browser.worker.evaluate(ICON)[0] == "AI"
    popup = browser.extension_page("popup.html")
    expect(popup.get_by_text("AI Web Pilot", exact=True)).to_be_visible()
    expect(popup.get_by_text(SAID)).to_be_hidden()


def test_it_is_shown_once(browser: Browser, pilot: Daemon, site: Site) -> None:
    page, _ = open_marked(browser, site)
    page.evaluate(f"document.querySelector('{HOST}').remove()")
    wait_for_mark(page)
    assert page.locator(HOST).count() == 1
    assert page.evaluate(IN_PAGE)
