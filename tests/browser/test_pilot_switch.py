"""The AI Web Pilot switch: the person's alone, known everywhere at once, and it ends what is running."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from pilot import LABEL, enabled, fail, move_pilot, restart_worker, succeed
from pilot_mark import IN_PAGE as MARK
from playwright.sync_api import Page, Playwright, expect
from site_for_tests import Site

from browser import Browser, violations

AREAS = """async () => Promise.all(["sync", "local", "session"].map(async (area) =>
    (await chrome.storage[area].get("aiWebPilotEnabled")).aiWebPilotEnabled))"""
SET_AREAS = """async (values) => { for (const [area, value] of Object.entries(values))
    await (value === null ? chrome.storage[area].remove("aiWebPilotEnabled")
        : chrome.storage[area].set({ aiWebPilotEnabled: value })); }"""
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("highlight_element", {"selector": "h1"}),
    ("execute_javascript", {"script": "window.touched = true"}),
    ("manage_state", {"action": "save", "snapshot_name": "x"}),
    ("manage_state", {"action": "list"}),
    *(
        (tool, {"action": action, **arguments})
        for tool in ("interact", "configure")
        for action, arguments in (
            ("highlight", {"selector": "h1"}),
            ("execute", {"script": "window.touched = true"}),
            ("save_state", {"snapshot_name": "x"}),
            ("load_state", {"snapshot_name": "x"}),
            ("list_states", {}),
            ("delete_state", {"snapshot_name": "x"}),
        )
    ),
]
HTML = "<!doctype html><title>Pilot</title><h1>Shop</h1>"


# PILOT-01
@pytest.mark.usefixtures("one_tab")
@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_while_it_is_off_every_tool_answers_the_documented_error(
    page: Page, captured: Daemon, site: Site, tool: str, arguments: Any
) -> None:
    page.goto(site.page("/pilot", HTML))
    failure = fail(captured, tool, **arguments)
    assert failure["error"] == "ai_web_pilot_disabled"
    assert failure["message"] == "Enable 'AI Web Pilot' in extension popup to use this tool"
    assert failure["hint"]
    assert page.evaluate("[typeof window.touched, document.querySelector('#gasoline-highlighter')]") == [
        "undefined",
        None,
    ]


def test_without_a_browser_the_error_is_the_same_and_the_hint_says_so(daemon: Daemon) -> None:
    failure = fail(daemon, "execute_javascript", script="1")
    assert failure["error"] == "ai_web_pilot_disabled"
    assert "No browser is connected" in failure["hint"]


def test_all_that_ask_agree_as_soon_as_the_popup_shows_it(browser: Browser, captured: Daemon) -> None:
    popup = browser.extension_page("popup.html")
    switch = popup.get_by_label(LABEL)
    for on in (True, False):
        switch.set_checked(on)
        wait_until(lambda on=on: enabled(captured) is on, "the switch to reach the server")
        status = captured.get("/pilot-status").json
        assert status["source"] == "extension_poll"
        assert status["extension_connected"] is True
        assert captured.call("observe", what="pilot")["enabled"] is on
        assert captured.call("get_health")["pilot"]["enabled"] is on
        assert browser.worker.evaluate(AREAS) == [on, on, on]


def test_each_move_is_confirmed_to_all_of_our_pages_once(browser: Browser, captured: Daemon) -> None:
    options = browser.extension_page("options.html")
    options.evaluate(
        """() => { window.heard = []; chrome.runtime.onMessage.addListener(({ type, enabled }) => {
        if (type === "pilotStatusChanged") heard.push(enabled); }); }"""
    )
    move_pilot(browser, captured, on=True)
    move_pilot(browser, captured, on=False)
    options.wait_for_function("heard.length >= 2")
    assert options.evaluate("heard") == [True, False]


def test_several_popups_show_what_was_confirmed(browser: Browser, captured: Daemon) -> None:
    popups = [browser.extension_page("popup.html") for _ in range(3)]
    popups[0].get_by_label(LABEL).check()
    for popup in popups:
        expect(popup.get_by_label(LABEL)).to_be_checked()
    popups[2].get_by_label(LABEL).uncheck()
    for popup in popups:
        expect(popup.get_by_label(LABEL)).not_to_be_checked()
    wait_until(lambda: not enabled(captured), "the switch to be off")


@pytest.mark.parametrize(
    ("stored", "is_on"),
    [
        ({"sync": True, "local": False, "session": True}, True),
        ({"sync": False, "local": True, "session": True}, False),
        ({"sync": True, "local": None, "session": None}, True),
        ({"sync": None, "local": True, "session": False}, True),
    ],
)
def test_a_worker_that_starts_mends_what_is_stored(
    playwright: Playwright, tmp_path: Path, daemon: Daemon, stored: dict[str, Any], is_on: bool
) -> None:
    browser = Browser(playwright, tmp_path / "profile")
    try:
        browser.connect(daemon)
        options = browser.extension_page("options.html")
        # The worker that runs now follows what sync says: again until its last write has been overwritten.
        wait_until(lambda: options.evaluate(SET_AREAS, stored) or options.evaluate(AREAS) == [*stored.values()])
        restart_worker(browser)
        wait_until(lambda: options.evaluate(AREAS) == [is_on] * 3, "the areas to agree")
        wait_until(lambda: daemon.get("/pilot-status").json["extension_connected"], "the worker to be back")
        wait_until(lambda: enabled(daemon) is is_on, "the switch to be told")
    finally:
        browser.close()


def test_the_icon_and_the_page_say_that_it_is_on(browser: Browser, captured: Daemon, site: Site) -> None:
    page = browser.open(site.page("/pilot", HTML))
    badge = """async () => { const [tab] = await chrome.tabs.query({ url: "*://localhost/*" });
        return chrome.action.getBadgeText({ tabId: tab.id }); }"""
    before = page.evaluate("[document.body.innerHTML, document.documentElement.scrollHeight, document.body.innerText]")
    move_pilot(browser, captured, on=True)
    page.wait_for_function(MARK)
    wait_until(lambda: browser.worker.evaluate(badge) == "AI", "the badge")
    after = page.evaluate("[document.body.innerHTML, document.documentElement.scrollHeight, document.body.innerText]")
    assert after == before
    style = page.evaluate(
        """() => { const mark = document.querySelector("html > aside");
        const under = document.elementFromPoint(innerWidth - 20, innerHeight - 15);
        return [mark.shadowRoot, mark.textContent, under.localName]; }"""
    )
    assert style == [None, "", "html"]
    later = browser.open(site.page("/later", HTML))
    later.wait_for_function(MARK)
    move_pilot(browser, captured, on=False)
    page.wait_for_function(f"!({MARK})")
    later.wait_for_function(f"!({MARK})")
    wait_until(lambda: browser.worker.evaluate(badge) == "", "the badge to go")


def test_the_mark_in_the_page_can_be_hidden(browser: Browser, pilot: Daemon, site: Site) -> None:
    page = browser.open(site.page("/pilot", HTML))
    page.wait_for_function(MARK)
    options = browser.extension_page("options.html")
    options.get_by_label("Show a badge while AI Web Pilot is on").uncheck()
    page.wait_for_function(f"!({MARK})")
    options.get_by_label("Show a badge while AI Web Pilot is on").check()
    page.wait_for_function(MARK)


def test_a_page_that_writes_itself_anew_is_marked_still(browser: Browser, pilot: Daemon, site: Site) -> None:
    page = browser.open(site.page("/pilot", HTML))
    page.wait_for_function(MARK)
    page.evaluate("document.open(); document.write('<title>Written</title>'); document.close()")
    page.wait_for_function(MARK)
    move_pilot(browser, pilot, on=False)
    page.wait_for_function(f"!({MARK})")
    page.evaluate("document.open(); document.write('<title>Again</title>'); document.close()")
    assert not page.evaluate(MARK)


def test_every_command_is_on_the_list_of_health_and_popup(browser: Browser, pilot: Daemon, site: Site) -> None:
    browser.open(site.page("/pilot", HTML)).bring_to_front()
    succeed(pilot, "execute_javascript", script="'first' + '<b>'" + " + 'long'" * 30)
    fail(pilot, "execute_javascript", script="throw new Error('second')")
    fail(pilot, "highlight_element", selector="#none")
    newest = pilot.call("get_health")["pilot_audit"][:3]
    assert [(entry["tool"], entry["result"], entry["client"]) for entry in newest] == [
        ("highlight_element", "element_not_found", "shell"),
        ("execute_javascript", "failed", "shell"),
        ("execute_javascript", "ok", "shell"),
    ]
    assert "'first' + '<b>'" in newest[2]["command"]
    assert newest[0]["time"] >= newest[2]["time"]
    popup = browser.extension_page("popup.html")
    items = popup.locator("#pilot-command-list li")
    expect(items.nth(0)).to_contain_text("#none")
    expect(items.nth(2)).to_contain_text("shell: execute, ok")
    expect(items.nth(2)).to_contain_text("'first' + '<b>'")
    assert popup.locator("#pilot-command-list b").count() == 0
    assert popup.evaluate("document.querySelector('main').scrollWidth <= document.body.clientWidth")
    assert violations(popup) == []


# PILOT-10
def test_switching_off_ends_a_running_script_and_answers_at_once(browser: Browser, pilot: Daemon, site: Site) -> None:
    page = browser.open(site.page("/pilot", HTML))
    page.bring_to_front()
    script = """window.ticks = 0; while (true) { window.ticks++; await new Promise((done) => setTimeout(done, 1)) }"""
    answers: list[Any] = []
    caller = threading.Thread(
        target=lambda: answers.append(fail(pilot, "execute_javascript", script=script, timeout_ms=30_000))
    )
    caller.start()
    page.wait_for_function("window.ticks > 3")
    popup = browser.extension_page("popup.html")
    popup.get_by_label(LABEL).uncheck()
    caller.join(10)
    assert answers and answers[0]["error"] == "ai_web_pilot_disabled"
    assert "turned it off while this was running" in answers[0]["hint"]
    ticks = page.evaluate("window.ticks")
    page.wait_for_function(f"performance.now() > {page.evaluate('performance.now()')} + 200")
    assert page.evaluate("window.ticks") <= ticks + 1


def test_clients_that_race_with_the_switch_get_a_result_or_the_error(
    browser: Browser, captured: Daemon, site: Site
) -> None:
    browser.open(site.page("/pilot", HTML)).bring_to_front()
    popup = browser.extension_page("popup.html")
    switch = popup.get_by_label(LABEL)
    stop = threading.Event()
    seen: list[Any] = []

    def ask() -> None:
        while not stop.is_set():
            seen.append(json.loads(captured.reply("execute_javascript", script="1 + 1")["content"][0]["text"]))

    callers = [threading.Thread(target=ask) for _ in range(2)]
    for caller in callers:
        caller.start()
    for on in (True, False, True, False):
        switch.set_checked(on)
        wait_until(lambda on=on: enabled(captured) is on, "the switch to reach the server")
        so_far = len(seen)
        wait_until(lambda so_far=so_far: len(seen) > so_far + 3, "more answers")
    stop.set()
    for caller in callers:
        caller.join(10)
    assert all(answer.get("result") == 2 or answer.get("error") == "ai_web_pilot_disabled" for answer in seen)
    assert any(answer.get("result") == 2 for answer in seen)
