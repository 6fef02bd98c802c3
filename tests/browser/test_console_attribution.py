"""A page's console calls stay the page's: in DevTools, and on the list of the extension's errors."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect
from site_for_tests import Site

from browser import EXTENSION, Browser
from gasoline.launch.pairing_keys import EXTENSION_ID

HTML = """<!doctype html><title>Shouts</title><link rel='icon' href='data:,'><script>
function shout() {
  console.warn("%s!", "hello", { a: 1 });
  console.error(new Error("shouted"));
}
shout();
</script>"""
COLLECT_ERRORS = """async (id) => {
    await chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true });
    await chrome.developerPrivate.updateExtensionConfiguration({ extensionId: id, errorCollection: true });
}"""
LISTED_ERRORS = """async (id) => {
    const { runtimeErrors, manifestErrors } = await chrome.developerPrivate.getExtensionInfo(id);
    return [...runtimeErrors, ...manifestErrors].map(({ message }) => message);
}"""
DEVTOOLS = "devtools://devtools/bundled/devtools_app.html"


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("developer-profile")


@pytest.fixture(scope="module")
def developer(playwright: Playwright, profile: Path) -> Iterator[Browser]:
    """The browser of a developer: extensions are in developer mode, and DevTools can be attached."""
    flags = ("--remote-debugging-port=0", "--remote-allow-origins=*")
    browser = Browser(playwright, profile, EXTENSION, *flags)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def shouting(developer: Browser, site: Site) -> Page:
    """A page that warned and logged an error while the errors of the extension were collected."""
    extensions = developer.open("chrome://extensions/")
    extensions.evaluate(COLLECT_ERRORS, EXTENSION_ID)
    page = developer.open(site.page("/shouts", HTML))
    page.reload()
    return page


def test_warnings_of_pages_are_not_listed_as_errors_of_the_extension(developer: Browser, shouting: Page) -> None:
    extensions = developer.open("chrome://extensions/")
    # A fault of our own shows that errors are collected; it comes after what the page logged, and in the same way.
    developer.worker.evaluate("() => console.error('collected')")
    extensions.wait_for_function(
        f"async () => (await ({LISTED_ERRORS})('{EXTENSION_ID}')).some((text) => text.includes('collected'))"
    )
    assert extensions.evaluate(LISTED_ERRORS, EXTENSION_ID) == ["collected"]


# CON-07
def test_devtools_shows_the_pages_own_line_beside_a_message(
    developer: Browser, shouting: Page, profile: Path, site: Site
) -> None:
    port = (profile / "DevToolsActivePort").read_text().split()[0]
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as response:
        target = next(target for target in json.load(response) if target["url"] == shouting.url)
    devtools = developer.open(f"{DEVTOOLS}?panel=console&ws=127.0.0.1:{port}/devtools/page/{target['id']}")
    devtools.get_by_role("tab", name="Console").first.click()
    expect(devtools.locator(".console-warning-level .console-message-anchor")).to_have_text("shouts:3")
    expect(devtools.locator(".console-error-level .console-message-anchor")).to_have_text("shouts:4")
