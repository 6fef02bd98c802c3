"""Firefox ends the event page at every stage of AI Web Pilot: nothing is done twice, and the switch stays as it was."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from daemon import Daemon, wait_until
from either_browser import SWITCHES
from firefox import Firefox, required_firefox
from firefox_tab import FirefoxTab
from pilot import enabled, fail, succeed
from site_for_tests import Site

SWITCH = "document.getElementById('aiWebPilotEnabled')"
MOVE = f"{SWITCH}.click()"
NO_FRAME = "document.querySelector('#gasoline-highlighter') === null"
HTML = "<!doctype html><title>Pilot</title><h1>Shop</h1>"


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path_factory.mktemp("pilot-daemon") / "state")
    yield daemon
    daemon.stop()


@pytest.fixture(scope="module")
def mortal(daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """With AI Web Pilot on."""
    firefox = Firefox(required_firefox(), tmp_path_factory.mktemp("pilot-firefox"), daemon, switches=SWITCHES)
    wait_until(lambda: enabled(daemon), "the switch to reach the server")
    yield firefox
    firefox.close()


@pytest.fixture
def tab(mortal: Firefox, site: Site) -> FirefoxTab:
    mortal.tab.open(site.page("/mortal", HTML))
    return mortal.tab


@contextmanager
def extension_page(firefox: Firefox) -> Iterator[FirefoxTab]:
    page = firefox.extension_page("popup.html")
    wait_until(lambda: page.evaluate(f"{SWITCH} !== null"), "the switch")
    try:
        yield page
    finally:
        page.close()


@contextmanager
def in_event_page(firefox: Firefox, script: str) -> Iterator[FirefoxTab]:
    """`page` is the window of the event page; functions that the script puts there work until the block ends."""
    with extension_page(firefox) as page:
        page.evaluate(f"chrome.runtime.getBackgroundPage().then((page) => {{ {script}; return null; }})")
        yield page


@contextmanager
def moved_pilot(firefox: Firefox, daemon: Daemon, *, on: bool) -> Iterator[None]:
    """The switch where the person has put it; afterwards it is on."""
    move_pilot(firefox, daemon, on=on)
    try:
        yield
    finally:
        move_pilot(firefox, daemon, on=True)


def move_pilot(firefox: Firefox, daemon: Daemon, *, on: bool) -> None:
    if enabled(daemon) is on:
        return
    with extension_page(firefox) as popup:
        wait_until(lambda: popup.evaluate(f"{SWITCH}.checked") is not on, "the popup to know the switch")
        popup.evaluate(MOVE)
        wait_until(lambda: enabled(daemon) is on, "the switch to reach the server")


def works_again(daemon: Daemon) -> None:
    wait_until(lambda: not daemon.reply("execute_javascript", script="1")["isError"], "the next command")


def test_before_a_command_it_is_done_once_or_refused(mortal: Firefox, daemon: Daemon, tab: FirefoxTab) -> None:
    mortal.end_event_page()
    script = "window.times = (window.times ?? 0) + 1; return times"
    reply = daemon.reply("execute_javascript", script=script)
    times = tab.evaluate("window.times ?? 0")
    assert times == (0 if reply["isError"] else 1)
    works_again(daemon)
    assert tab.evaluate("window.times ?? 0") == times


def test_while_a_script_runs_it_ends_and_the_answer_warns(mortal: Firefox, daemon: Daemon, tab: FirefoxTab) -> None:
    script = "window.ticks = 0; while (true) { window.ticks++; await new Promise((done) => setTimeout(done, 1)) }"
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(fail, daemon, "execute_javascript", script=script, timeout_ms=30_000)
        wait_until(lambda: (tab.evaluate("window.ticks ?? 0") or 0) > 3, "the script to run")
        mortal.end_event_page()
        failure = answer.result(20)
    assert failure["error"] == "browser_gone"
    assert "check the page before you call again" in failure["hint"]
    works_again(daemon)
    ticks = tab.evaluate("window.ticks")
    tab.evaluate("new Promise((done) => setTimeout(done, 200, null))")
    assert tab.evaluate("window.ticks") <= ticks + 1


# The script has its effect, but its value never comes back.
HOLD_VALUE = """const { executeScript } = page.chrome.scripting;
    page.chrome.scripting.executeScript = async (order) => {
        const answer = await executeScript(order);
        return JSON.stringify(order.args ?? []).includes("paid") ? new Promise(() => {}) : answer;
    }"""


def test_after_a_script_ended_its_effect_is_there_once(mortal: Firefox, daemon: Daemon, tab: FirefoxTab) -> None:
    script = 'window.paid = (window.paid ?? 0) + 1; return "paid"'
    with in_event_page(mortal, HOLD_VALUE), ThreadPoolExecutor(1) as pool:
        answer = pool.submit(fail, daemon, "execute_javascript", script=script, timeout_ms=30_000)
        wait_until(lambda: tab.evaluate("window.paid ?? 0") == 1, "the script to end")
        mortal.end_event_page()
        failure = answer.result(20)
    assert failure["error"] == "browser_gone"
    assert "may have been executed" in failure["hint"]
    works_again(daemon)
    assert tab.evaluate("window.paid") == 1


# What would write the saved storage into the page never gets there.
HOLD_STORAGE = """const { executeScript } = page.chrome.scripting;
    page.chrome.scripting.executeScript = (order) =>
        JSON.stringify(order.args ?? []).includes("saved") ? new Promise(() => {}) : executeScript(order)"""
LOADS = "chrome.storage.local.get('gasoline_loads').then((stored) => Object.values(stored.gasoline_loads ?? {}))"
COOKIES = "chrome.cookies.getAll({}).then((cookies) => cookies.map((cookie) => cookie.name))"
STORED = "[Object.keys(localStorage).join(), Object.keys(sessionStorage).join(), document.cookie]"


def store(tab: FirefoxTab, word: str, *, instead_of: str = "none") -> None:
    tab.evaluate(f"document.cookie = '{instead_of}=1; path=/; max-age=0', document.cookie = '{word}=1; path=/', null")
    tab.evaluate(f"localStorage.clear(), sessionStorage.clear(), localStorage.{word} = sessionStorage.{word} = '1'")


@contextmanager
def half_a_load(firefox: Firefox, daemon: Daemon, tab: FirefoxTab) -> Iterator[Future[Any]]:
    """A load that has changed the cookies, but not the storage."""
    store(tab, "saved", instead_of="former")
    succeed(daemon, "manage_state", action="save", snapshot_name="cart")
    store(tab, "former", instead_of="saved")
    with in_event_page(firefox, HOLD_STORAGE) as page, ThreadPoolExecutor(1) as pool:
        answer = pool.submit(fail, daemon, "manage_state", action="load", snapshot_name="cart")
        stage = f"{LOADS}.then((loads) => loads.some(({{ changed }}) => changed.storage))"
        wait_until(lambda: page.evaluate(stage), "the load to be under way")
        assert page.evaluate(COOKIES) == ["saved"]
        yield answer


# PILOT-05
def test_while_a_state_is_loaded_the_former_one_comes_back(mortal: Firefox, daemon: Daemon, tab: FirefoxTab) -> None:
    with half_a_load(mortal, daemon, tab) as answer:
        mortal.end_event_page()
        assert answer.result(20)["error"] == "browser_gone"
    wait_until(lambda: tab.evaluate(STORED) == ["former", "former", "former=1"], "the former state")
    works_again(daemon)
    assert "half_loaded" not in succeed(daemon, "manage_state", action="list")


# PILOT-05
def test_while_a_state_is_loaded_and_its_page_goes_too_it_comes_back_with_the_next_page(
    mortal: Firefox, daemon: Daemon, tab: FirefoxTab, site: Site
) -> None:
    with half_a_load(mortal, daemon, tab) as answer:
        tab.open("about:blank")
        mortal.end_event_page()
        assert answer.result(20)["error"] == "browser_gone"
    with extension_page(mortal) as page:
        wait_until(lambda: page.evaluate(COOKIES) == ["former"], "the former cookies")
    wait_until(lambda: "half_loaded" in problems(daemon), "health to say so")
    assert succeed(daemon, "manage_state", action="list")["half_loaded"] == [site.url]
    tab.open(f"{site.url}/mortal")
    wait_until(lambda: tab.evaluate("Object.keys(localStorage)") == ["former"], "the former storage")
    wait_until(lambda: "half_loaded" not in problems(daemon), "health to be in order")


def problems(daemon: Daemon) -> list[str]:
    return [problem["id"] for problem in daemon.call("get_health")["problems"]]


def test_with_a_frame_shown_it_goes_in_its_time(mortal: Firefox, daemon: Daemon, tab: FirefoxTab) -> None:
    succeed(daemon, "highlight_element", selector="h1", duration_ms=700)
    mortal.end_event_page()
    wait_until(lambda: tab.evaluate(NO_FRAME), "the frame to go")


def test_with_a_frame_shown_switching_off_still_removes_it(mortal: Firefox, daemon: Daemon, tab: FirefoxTab) -> None:
    succeed(daemon, "highlight_element", selector="h1", duration_ms=60_000)
    mortal.end_event_page()
    assert tab.evaluate(f"!({NO_FRAME})")
    with moved_pilot(mortal, daemon, on=False):
        wait_until(lambda: tab.evaluate(NO_FRAME), "the frame to go")


# Sync, local and session, as the popup writes them; the event page does not get around to telling the server.
AREAS = """Promise.all(["sync", "local", "session"].map((area) => chrome.storage[area].get("aiWebPilotEnabled")))
    .then((areas) => areas.map((area) => area.aiWebPilotEnabled))"""
HOLD_MESSAGES = "page.WebSocket.prototype.send = () => undefined"


@pytest.mark.parametrize("on", [True, False])
def test_while_the_switch_is_moved_the_next_one_has_the_persons_last_word(
    mortal: Firefox, daemon: Daemon, tab: FirefoxTab, *, on: bool
) -> None:
    with moved_pilot(mortal, daemon, on=not on), in_event_page(mortal, HOLD_MESSAGES) as popup:
        popup.evaluate(MOVE)
        wait_until(lambda: popup.evaluate(AREAS) == [on] * 3, "the popup to have written")
        assert enabled(daemon) is not on, "this test needs a server that was not told"
        mortal.end_event_page()
        wait_until(lambda: enabled(daemon) is on, "the next event page to tell the server")
        assert popup.evaluate(AREAS) == [on] * 3
        assert daemon.reply("execute_javascript", script="1")["isError"] is not on


# To the last byte, so that "false" does not fit where "true" is. One item may have 8 KB.
FILL_SYNC = """(async () => {
    const put = (key, size) => chrome.storage.sync.set({ [key]: "x".repeat(size) }).then(() => true, () => false);
    for (let number = 0; await put("f" + number, 8000); number++);
    for (let size = 1; await put("filler", size); size += 100);
    for (let size = 1; await put("finest", size); size++);
    return null;
})()"""
EMPTY_SYNC = """chrome.storage.sync.get().then((stored) =>
    chrome.storage.sync.remove(Object.keys(stored).filter((key) => key.startsWith("f")))).then(() => null)"""


def test_an_off_that_sync_refuses_stays_off(mortal: Firefox, daemon: Daemon, tab: FirefoxTab) -> None:
    with extension_page(mortal) as popup:
        try:
            popup.evaluate(FILL_SYNC)
            with moved_pilot(mortal, daemon, on=False):
                assert popup.evaluate(AREAS) == [True, False, False], "this test needs a sync that still says on"
                for _ in range(2):
                    mortal.end_event_page()
                    wait_until(lambda: daemon.is_extension_connected, "the next event page")
                    assert fail(daemon, "execute_javascript", script="1")["error"] == "ai_web_pilot_disabled"
                    assert not enabled(daemon)
        finally:
            popup.evaluate(EMPTY_SYNC)


def test_the_switch_stays_off_in_the_next_event_page(mortal: Firefox, daemon: Daemon, tab: FirefoxTab) -> None:
    with moved_pilot(mortal, daemon, on=False):
        mortal.end_event_page()
        wait_until(lambda: daemon.is_extension_connected, "the next event page")
        assert fail(daemon, "execute_javascript", script="1")["error"] == "ai_web_pilot_disabled"
        assert tab.evaluate("1 + 1") == 2
