"""Firefox ends the event page at every stage of AI Web Pilot: nothing is done twice, and the switch stays as it was."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from daemon import Daemon, wait_until
from either_browser import SWITCHES
from firefox import Firefox, required_firefox
from firefox_tab import FirefoxTab
from pilot import enabled, fail, succeed
from site_for_tests import Site

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


def test_with_a_frame_shown_it_goes_in_its_time(mortal: Firefox, daemon: Daemon, tab: FirefoxTab) -> None:
    succeed(daemon, "highlight_element", selector="h1", duration_ms=700)
    mortal.end_event_page()
    overlay = "document.querySelector('#gasoline-highlighter') === null"
    wait_until(lambda: tab.evaluate(overlay), "the frame to go")


def test_the_switch_stays_off_in_the_next_event_page(mortal: Firefox, daemon: Daemon, tab: FirefoxTab) -> None:
    popup = mortal.extension_page("popup.html")
    switch = "document.getElementById('aiWebPilotEnabled')"
    move = f"{switch}.click()"
    wait_until(lambda: popup.evaluate(f"{switch} !== null"), "the switch")
    try:
        popup.evaluate(move)
        wait_until(lambda: not enabled(daemon), "the server to know")
        mortal.end_event_page()
        wait_until(lambda: daemon.is_extension_connected, "the next event page")
        assert fail(daemon, "execute_javascript", script="1")["error"] == "ai_web_pilot_disabled"
        assert tab.evaluate("1 + 1") == 2
    finally:
        if not enabled(daemon):
            popup.evaluate(move)
        popup.close()
    wait_until(lambda: enabled(daemon), "the switch to be on again")
