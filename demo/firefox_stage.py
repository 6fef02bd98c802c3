"""The demo's Firefox: headless, with the extension and an empty profile, driven by WebDriver BiDi as the tests do."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from stage import BROWSER_WAIT_MS, ROOT, Daemon, DemoFailed, temporary_folder

from gasoline.commands.find_firefox import find_firefox

sys.path.append(str(ROOT / "tests" / "support"))

from bidi import BidiError
from firefox import Firefox
from firefox_tab import FirefoxTab

AN_ERROR = """new Promise((done) => {
    for (const type of ["error", "unhandledrejection"]) addEventListener(type, () => done(true), { once: true });
    setTimeout(done, WAIT, false);
})"""


@contextmanager
def firefox(server: Daemon) -> Iterator[FirefoxTab]:
    with temporary_folder() as folder:
        try:
            browser = Firefox(str(find_firefox()), folder / "firefox", server)
        except (AssertionError, BidiError) as error:
            raise DemoFailed(f"Firefox did not start with the extension: {error}") from error
        try:
            yield browser.tab
        finally:
            browser.close()


def buy(tab: FirefoxTab, url: str) -> None:
    """A Moka Pot goes into the cart; buying it fails."""
    tab.open(url)
    tab.click('[aria-label="Add Moka Pot to the cart"]')
    tab.evaluate(f"globalThis.failed = {AN_ERROR.replace('WAIT', str(BROWSER_WAIT_MS))}, null")
    tab.click("#buy")
    if not tab.evaluate("failed"):
        raise DemoFailed("The purchase did not fail: is the shop built with its bug?")


def label(tab: FirefoxTab) -> str:
    return str(tab.evaluate("document.querySelector('#buy').innerText"))
