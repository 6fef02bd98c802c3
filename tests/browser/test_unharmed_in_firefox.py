"""The page is unharmed in Firefox, too: what it can observe is the same with and without the extension."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon
from echo_server import EchoServer
from either_browser import SWITCHES
from firefox import Firefox, required_firefox
from site_for_tests import Site

FACTS = "".join(Path(__file__).with_name(name).read_text() for name in ("page_facts.js", "page_facts_streams.js"))


@pytest.fixture(scope="module")
def bare_firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    firefox = Firefox(required_firefox(), tmp_path_factory.mktemp("bare-firefox"), None)
    yield firefox
    firefox.close()


@pytest.fixture(scope="module")
def recording_firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """With everything that is off by default, too."""
    daemon = Daemon(tmp_path_factory.mktemp("recording") / "state")
    firefox = Firefox(required_firefox(), tmp_path_factory.mktemp("firefox"), daemon, switches=SWITCHES)
    yield firefox
    firefox.close()
    daemon.stop()


def facts(firefox: Firefox, site: Site, echo: EchoServer, headers: dict[str, str]) -> Any:
    html = (
        "<!doctype html><title>Facts</title><link rel='icon' href='data:,'>"
        f"<script>const ECHO_URL = '{echo.url}/';{FACTS}</script>"
    )
    firefox.tab.open(site.page("/facts", html, **headers))
    return json.loads(firefox.tab.evaluate("collectFacts().then((facts) => JSON.stringify(facts))"))


# PAGE-01, PAGE-02
@pytest.mark.parametrize("headers", [{}, {"Cross-Origin-Opener-Policy": "same-origin"}], ids=["plain", "isolated"])
def test_a_page_sees_no_difference(
    recording_firefox: Firefox, bare_firefox: Firefox, site: Site, echo: EchoServer, headers: dict[str, str]
) -> None:
    with_us, without_us = facts(recording_firefox, site, echo, headers), facts(bare_firefox, site, echo, headers)
    differences = {
        key: (without_us.get(key), with_us.get(key))
        for key in {*with_us, *without_us}
        if with_us.get(key) != without_us.get(key)
    }
    assert not differences, json.dumps(differences, indent=1)
