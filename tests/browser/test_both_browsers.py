"""The same scenarios in Chromium and in Firefox: the answers are those of the table in docs/firefox.md."""

from collections.abc import Iterator

import either_browser
import parity
import pytest
from echo_server import EchoServer
from either_browser import EitherBrowser
from playwright.sync_api import Playwright
from site_for_tests import Site


@pytest.fixture(scope="module")
def chromium(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EitherBrowser]:
    with either_browser.chromium(playwright, tmp_path_factory.mktemp("either")) as browser:
        yield browser


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EitherBrowser]:
    with either_browser.firefox(tmp_path_factory.mktemp("either")) as browser:
        yield browser


@pytest.mark.parametrize("what", parity.NAMES)
@pytest.mark.parametrize("name", ["chromium", "firefox"])
def test_each_browser_answers_as_documented(
    request: pytest.FixtureRequest, site: Site, echo: EchoServer, name: str, what: str
) -> None:
    browser: EitherBrowser = request.getfixturevalue(name)
    written = parity.written_rows()[what]
    expected = written["Chromium"] if written[browser.name] == parity.SAME else written[browser.name]
    assert parity.cell(parity.NAMES[what].run(browser, site, echo)) == expected
