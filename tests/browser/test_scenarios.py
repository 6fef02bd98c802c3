"""Every scenario in both browsers: what a page logs is captured completely and in order."""

import pytest
from daemon import Daemon
from firefox import Firefox
from playwright.sync_api import Page
from site_for_tests import Site

from scenarios import NAMES, Scenario

IN_FIREFOX = {"Uncaught null": "uncaught exception: null"}


# CON-01
@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_captured_completely_and_in_order(page: Page, captured: Daemon, site: Site, name: str) -> None:
    scenario = Scenario(name, site)
    page.goto(scenario.url)
    page.evaluate("window.finished")
    scenario.check(captured)


# CON-01
@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_captured_completely_and_in_order_in_firefox(
    firefox: Firefox, firefox_daemon: Daemon, site: Site, name: str
) -> None:
    firefox_daemon.call("clear_browser_logs")
    scenario = Scenario(name, site, IN_FIREFOX)
    firefox.tab.open(scenario.url)
    firefox.tab.evaluate("Promise.resolve(window.finished).then(() => null)")
    scenario.check(firefox_daemon)
