"""One Firefox and one daemon for all Firefox tests of a worker; each test clears what was captured before it."""

from collections.abc import Iterator

import pytest
from daemon import Daemon
from firefox import Firefox, required_firefox
from firefox_tab import FirefoxTab
from site_for_tests import Site

SHOP = """<!doctype html><title>Shop</title><link rel="icon" href="data:,">
<button id="buy">Buy</button>
<script src="/shop.js"></script>"""
SCRIPT = """function add(cart) {
  return cart.items.length;
}
async function later() {
  await null;
  throw new RangeError("too late");
}
"""


@pytest.fixture(scope="session")
def firefox_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path_factory.mktemp("firefox-daemon"))
    yield daemon
    daemon.stop()


@pytest.fixture(scope="session")
def firefox(firefox_daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    firefox = Firefox(required_firefox(), tmp_path_factory.mktemp("firefox"), firefox_daemon)
    yield firefox
    firefox.close()


@pytest.fixture
def shop(firefox: Firefox, firefox_daemon: Daemon, site: Site) -> FirefoxTab:
    """A page that is captured, with nothing captured yet."""
    site.script("/shop.js", SCRIPT)
    firefox_daemon.call("clear_browser_logs")
    firefox.tab.open(site.page("/shop", SHOP))
    return firefox.tab
