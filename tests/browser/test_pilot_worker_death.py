"""The worker dies at every stage of AI Web Pilot: nothing is lost or done twice, and the switch agrees everywhere."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from pilot import LABEL, enabled, fail, kill_worker, move_pilot, restart_worker, stall_worker, succeed
from playwright.sync_api import Page, Playwright, expect
from site_for_tests import Site

from browser import Browser

HTML = "<!doctype html><title>Pilot</title><h1>Shop</h1>"
OVERLAY = "#gasoline-highlighter"
AREAS = """async () => Promise.all(["sync", "local", "session"].map(async (area) =>
    (await chrome.storage[area].get("aiWebPilotEnabled")).aiWebPilotEnabled))"""
LOADS = "async () => Object.values((await chrome.storage.local.get('gasoline_loads')).gasoline_loads ?? {})"


@pytest.fixture
def mortal(playwright: Playwright, tmp_path: Path, daemon: Daemon) -> Iterator[Browser]:
    """A browser of its own, with AI Web Pilot on."""
    browser = Browser(playwright, tmp_path / "profile")
    browser.connect(daemon)
    move_pilot(browser, daemon, on=True)
    yield browser
    browser.close()


@pytest.fixture
def page(mortal: Browser, site: Site) -> Page:
    page = mortal.open(site.page("/mortal", HTML))
    page.bring_to_front()
    return page


def all_agree(browser: Browser, daemon: Daemon, *, on: bool) -> None:
    popup = browser.extension_page("popup.html")
    expect(popup.get_by_label(LABEL)).to_be_checked(checked=on)
    wait_until(lambda: daemon.get("/pilot-status").json["extension_connected"], "the worker to be back")
    wait_until(lambda: enabled(daemon) is on, "the switch to be told")
    assert daemon.call("observe", what="pilot")["enabled"] is on
    assert daemon.call("get_health")["pilot"]["enabled"] is on
    wait_until(lambda: popup.evaluate(AREAS) == [on] * 3, "the areas to agree")
    popup.close()


def works_again(daemon: Daemon) -> None:
    wait_until(lambda: not daemon.reply("execute_javascript", script="1")["isError"], "the next command")


def shows_interrupted(browser: Browser) -> None:
    popup = browser.extension_page("popup.html")
    expect(popup.locator("#pilot-command-list")).to_contain_text("interrupted")
    popup.close()


def test_a_command_is_executed_once_or_its_loss_is_reported(mortal: Browser, daemon: Daemon, page: Page) -> None:
    kill_worker(mortal)
    script = "window.times = (window.times ?? 0) + 1; return times"
    reply = daemon.reply("execute_javascript", script=script)
    times = page.evaluate("window.times ?? 0")
    assert times == (0 if reply["isError"] else 1)
    all_agree(mortal, daemon, on=True)
    works_again(daemon)
    assert page.evaluate("window.times ?? 0") == times


def test_while_a_script_runs_it_ends_and_the_answer_warns(mortal: Browser, daemon: Daemon, page: Page) -> None:
    script = "window.ticks = 0; while (true) { window.ticks++; await new Promise((done) => setTimeout(done, 1)) }"
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(fail, daemon, "execute_javascript", script=script, timeout_ms=30_000)
        page.wait_for_function("window.ticks > 3")
        restart_worker(mortal)
        failure = answer.result(10)
    assert failure["error"] == "browser_gone"
    assert "check the page before you call again" in failure["hint"]
    assert daemon.call("get_health")["pilot_audit"][0]["result"] == "browser_gone"
    ticks = page.evaluate("window.ticks")
    page.wait_for_function(f"performance.now() > {page.evaluate('performance.now()')} + 200")
    assert page.evaluate("window.ticks") <= ticks + 1
    shows_interrupted(mortal)
    all_agree(mortal, daemon, on=True)
    works_again(daemon)


def test_after_a_script_ended_its_effect_is_there_once(mortal: Browser, daemon: Daemon, page: Page) -> None:
    script = """window.waits = true; await new Promise((done) => { window.go = done });
        window.paid = (window.paid ?? 0) + 1; return "paid\""""
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(fail, daemon, "execute_javascript", script=script, timeout_ms=30_000)
        page.wait_for_function("window.waits")
        stall_worker(mortal)
        page.evaluate("window.go()")
        page.wait_for_function("window.paid === 1")
        restart_worker(mortal)
        failure = answer.result(10)
    assert failure["error"] == "browser_gone"
    assert "may have been executed" in failure["hint"]
    shows_interrupted(mortal)
    all_agree(mortal, daemon, on=True)
    works_again(daemon)
    assert page.evaluate("window.paid") == 1


def state_of(page: Page, browser: Browser) -> Any:
    names = sorted(cookie["name"] for cookie in browser.context.cookies())
    return page.evaluate("[Object.keys(localStorage), Object.keys(sessionStorage)]"), names


def store(page: Page, word: str) -> None:
    page.evaluate(
        """(word) => { localStorage.clear(); sessionStorage.clear();
        localStorage[word] = sessionStorage[word] = "1"; document.cookie = word + "=1; path=/"; }""",
        word,
    )


def begin_to_load(pool: ThreadPoolExecutor, browser: Browser, daemon: Daemon, page: Page) -> Any:
    """A load that has changed the cookies, and waits for a page that is busy."""
    store(page, "saved")
    succeed(daemon, "manage_state", action="save", snapshot_name="cart")
    browser.context.clear_cookies()
    store(page, "former")
    options = browser.extension_page("options.html")
    page.bring_to_front()
    busy = "() => { const end = performance.now() + 3000; while (performance.now() < end); }"
    page.evaluate(f"cookieStore.addEventListener('change', {busy}, {{ once: true }})")
    answer = pool.submit(fail, daemon, "manage_state", action="load", snapshot_name="cart")
    stage = "(loads) => loads.some(({ changed }) => changed.storage)"
    wait_until(lambda: options.evaluate(f"async () => ({stage})(await ({LOADS})())"), "the load to be under way")
    options.close()
    return answer


# PILOT-05
def test_while_a_state_is_loaded_the_former_one_comes_back(mortal: Browser, daemon: Daemon, page: Page) -> None:
    with ThreadPoolExecutor(1) as pool:
        answer = begin_to_load(pool, mortal, daemon, page)
        restart_worker(mortal)
        assert answer.result(20)["error"] == "browser_gone"
    wait_until(lambda: state_of(page, mortal) == ([["former"], ["former"]], ["former"]), "the former state")
    all_agree(mortal, daemon, on=True)
    assert "half_loaded" not in succeed(daemon, "manage_state", action="list")


def test_while_a_state_is_loaded_and_the_tab_goes_too_it_comes_back_with_the_next_page(
    mortal: Browser, daemon: Daemon, page: Page, site: Site
) -> None:
    with ThreadPoolExecutor(1) as pool:
        answer = begin_to_load(pool, mortal, daemon, page)
        kill_worker(mortal)
        page.close()
        mortal.extension_page("popup.html").close()
        assert answer.result(20)["error"] == "browser_gone"
    names = lambda: [cookie["name"] for cookie in mortal.context.cookies()]  # noqa: E731
    wait_until(lambda: names() == ["former"], "the former cookies")
    problem = wait_until(lambda: half_loaded(daemon), "health to say so")
    assert site.url in problem["message"]
    assert "Open a page" in problem["fix"]
    assert succeed(daemon, "manage_state", action="list")["half_loaded"] == [site.url]
    next_page = mortal.open(f"{site.url}/mortal")
    wait_until(lambda: next_page.evaluate("Object.keys(localStorage)") == ["former"], "the former storage")
    wait_until(lambda: half_loaded(daemon) is None, "health to be in order")


def half_loaded(daemon: Daemon) -> Any:
    problems = daemon.call("get_health")["problems"]
    return next((problem for problem in problems if problem["id"] == "half_loaded"), None)


@pytest.mark.parametrize("on", [True, False])
def test_while_the_switch_is_moved_the_next_one_has_the_persons_last_word(
    mortal: Browser, daemon: Daemon, *, on: bool
) -> None:
    if on:
        move_pilot(mortal, daemon, on=False)
    popup = mortal.extension_page("popup.html")
    stall_worker(mortal)
    popup.get_by_label(LABEL).set_checked(on)
    wait_until(lambda: popup.evaluate(AREAS) == [on] * 3, "the popup to have written")
    restart_worker(mortal)
    expect(popup.get_by_label(LABEL)).to_be_checked(checked=on)
    all_agree(mortal, daemon, on=on)


def test_an_off_that_sync_refuses_stays_off(mortal: Browser, daemon: Daemon) -> None:
    """Chrome takes 120 writes a minute."""
    options = mortal.extension_page("options.html")
    refused = """async () => { for (let n = 0; n < 200; n++)
        try { await chrome.storage.sync.set({ filler: n }); } catch { return true; } }"""
    assert options.evaluate(refused) is True
    move_pilot(mortal, daemon, on=False)
    assert options.evaluate(AREAS) == [True, False, False], "this test needs a sync that still says on"
    for _ in range(2):
        restart_worker(mortal)
        wait_until(lambda: daemon.get("/pilot-status").json["extension_connected"], "the worker to be back")
        assert fail(daemon, "execute_javascript", script="1")["error"] == "ai_web_pilot_disabled"
        popup = mortal.extension_page("popup.html")
        expect(popup.get_by_label(LABEL)).not_to_be_checked()
        assert not enabled(daemon)


def test_with_a_frame_shown_it_goes_in_its_time(mortal: Browser, daemon: Daemon, page: Page) -> None:
    succeed(daemon, "highlight_element", selector="h1", duration_ms=700)
    kill_worker(mortal)
    page.locator(OVERLAY).wait_for(state="detached")


def test_with_a_frame_shown_switching_off_still_removes_it(mortal: Browser, daemon: Daemon, page: Page) -> None:
    succeed(daemon, "highlight_element", selector="h1", duration_ms=60_000)
    restart_worker(mortal)
    assert page.locator(OVERLAY).count() == 1
    move_pilot(mortal, daemon, on=False)
    page.locator(OVERLAY).wait_for(state="detached")
    all_agree(mortal, daemon, on=False)
