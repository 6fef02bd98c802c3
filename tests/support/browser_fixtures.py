"""One browser, one daemon and one site for all browser tests; each test clears what was captured before it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import WAIT_S, Daemon
from echo_server import EchoServer
from pilot import enabled, move_pilot
from playwright.sync_api import Page, Playwright, expect
from site_for_tests import Site

from apps import Apps
from browser import Browser
from dashboard import Dashboard
from gasoline.launch.pairing_keys import EXTENSION_ID

expect.set_options(timeout=WAIT_S * 1000)


@pytest.fixture(scope="session")
def browser_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path_factory.mktemp("browser-daemon"), FORM_ANSWER_S=2.0)
    yield daemon
    daemon.stop()


@pytest.fixture(scope="session")
def browser(
    playwright: Playwright, browser_daemon: Daemon, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    browser = Browser(playwright, tmp_path_factory.mktemp("profile"))
    browser.connect(browser_daemon)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def bare_browser(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The same browser without the extension, to compare with."""
    browser = Browser(playwright, tmp_path_factory.mktemp("bare-profile"), extension=None)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    site = Site(Path(__file__).parents[1] / "scenarios")
    yield site
    site.close()


@pytest.fixture(scope="session")
def apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Apps]:
    apps = Apps(tmp_path_factory.mktemp("apps"))
    yield apps
    apps.close()


@pytest.fixture(scope="session")
def echo() -> Iterator[EchoServer]:
    server = EchoServer()
    yield server
    server.close()


@pytest.fixture
def captured(browser: Browser, browser_daemon: Daemon) -> Iterator[Daemon]:
    """The daemon with nothing captured yet; pages that the test opened are closed after it."""
    before = set(browser.context.pages)
    browser_daemon.call("clear_browser_logs")
    yield browser_daemon
    for page in set(browser.context.pages) - before:
        browser.close_page(page)


@pytest.fixture(scope="module")
def one_tab(browser: Browser) -> Iterator[Page]:
    """For modules whose tests leave nothing behind but their page: a new tab costs as much as three page loads."""
    page = browser.context.new_page()
    yield page
    page.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser, captured: Daemon) -> Iterator[Page]:
    """A new tab; in modules that use `one_tab`, that one, unless the test is marked `own_tab`."""
    if "one_tab" not in request.fixturenames or request.node.get_closest_marker("own_tab"):
        yield browser.context.new_page()
        return
    page: Page = request.getfixturevalue("one_tab")
    yield page
    page.goto("about:blank")


@pytest.fixture(scope="module")
def bodies_on(browser: Browser) -> Iterator[None]:
    with browser.switched("Capture Network Bodies", on=True):
        yield


@pytest.fixture
def app(bodies_on: None, page: Page, site: Site) -> Page:
    """A page whose bodies are captured."""
    page.goto(site.page("/app", "<!doctype html><title>App</title><link rel='icon' href='data:,'>"))
    return page


@pytest.fixture
def form(page: Page, site: Site) -> Page:
    """A form to sign up."""
    page.goto(
        site.page(
            "/form",
            """<!doctype html><title>Form</title>
            <form id="signup" action="/done" method="post" onsubmit="event.preventDefault()">
              <label for="email">Email</label><input id="email" type="email">
              <label for="pass">Word</label><input id="pass" type="password">
              <button type="button" id="show" onclick="document.querySelector('#pass').type = 'text'">Show</button>
              <label id="terms-label"><input type="checkbox" id="terms"> I agree</label>
              <button id="go">Sign up</button>
            </form>""",
        )
    )
    return page


@pytest.fixture(scope="module")
def pilot_stays_on(browser: Browser, browser_daemon: Daemon) -> Iterator[None]:
    """For modules whose tests all need AI Web Pilot: the switch is moved once, not twice for each test."""
    move_pilot(browser, browser_daemon, on=True)
    yield
    move_pilot(browser, browser_daemon, on=False)


@pytest.fixture
def pilot(browser: Browser, captured: Daemon) -> Iterator[Daemon]:
    """The daemon while the person has AI Web Pilot switched on in the popup; afterwards the switch is as it was."""
    was_on = enabled(captured)
    if not was_on:
        move_pilot(browser, captured, on=True)
    yield captured
    if enabled(captured) is not was_on:
        move_pilot(browser, captured, on=was_on)


@pytest.fixture
def user_scripts(playwright: Playwright, tmp_path: Path, daemon: Daemon) -> Iterator[Browser]:
    """A browser with AI Web Pilot on, whose person has also switched on "Allow User Scripts"."""
    settings = {EXTENSION_ID: {"user_scripts_enabled": True}}
    preferences = tmp_path / "profile" / "Default" / "Preferences"
    preferences.parent.mkdir(parents=True)
    preferences.write_text(json.dumps({"extensions": {"ui": {"developer_mode": True}, "settings": settings}}))
    browser = Browser(playwright, tmp_path / "profile")
    browser.connect(daemon)
    move_pilot(browser, daemon, on=True)
    yield browser
    browser.close()


@pytest.fixture
def dashboard(browser: Browser, captured: Daemon) -> Iterator[Dashboard]:
    """The dashboard, open in the person's browser; nothing may go wrong in it."""
    dashboard = Dashboard(browser.context, captured)
    yield dashboard
    dashboard.close()
    assert dashboard.faults == []
