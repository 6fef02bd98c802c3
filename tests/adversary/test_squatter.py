"""A program on the port where the extension looks for its server: it gets neither captures nor anything to use."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon, wait_until
from pairing_client import pair_by_key
from playwright.sync_api import Playwright
from squatter import Answer, Squatter, Taken, answer_json, pass_on_to

from browser import EXTENSION, Browser
from gasoline.launch.pairing_keys import pairing_proof

SERVER_NONCE = "5" * 64
OWN_KEY = "6" * 64
PAGE = b"<!doctype html><title>Page</title><script>console.error('captured')</script>"


def state_of(browser: Browser) -> str:
    page = browser.extension_page("popup.html")
    state = page.evaluate("chrome.runtime.sendMessage({ type: 'getState' })")["connection"]["state"]
    page.close()
    return str(state)


def capture_something(browser: Browser) -> None:
    """A page whose error the extension has in its queue when this returns."""
    page = browser.context.new_page()
    page.route("**/*", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    page.goto("http://localhost:9/page")
    popup = browser.extension_page("popup.html")
    count = "async () => (await chrome.runtime.sendMessage({ type: 'getState' })).queued"
    wait_until(lambda: popup.evaluate(count) > 0, "something to be captured")
    popup.close()


@pytest.fixture
def paired(playwright: Playwright, tmp_path: Path, daemon: Daemon) -> Iterator[Browser]:
    browser = Browser(playwright, tmp_path / "profile")
    browser.connect(daemon)
    yield browser
    browser.close()


@pytest.mark.parametrize("flags", [(), ("--auth", "strict")], ids=["auto", "strict"])
def test_a_pairing_that_is_passed_on_to_the_servers_new_port_does_not_convince_the_extension(
    paired: Browser, daemon: Daemon, flags: tuple[str, ...]
) -> None:
    old_port = daemon.port
    daemon.terminate()
    daemon.flags = flags
    daemon.port = 0
    daemon.start()
    squatter = Squatter(pass_on_to(daemon.port), old_port)
    session = {"name": "session", "value": "secret", "url": squatter.url, "httpOnly": True}
    paired.context.add_cookies([session])  # type: ignore[list-item]
    try:
        wait_until(lambda: squatter.taken, "the extension to ask the squatter")
        wait_until(lambda: state_of(paired) == "different_server", "the extension to notice")
        capture_something(paired)
        asked = len(squatter.taken)
        wait_until(lambda: len(squatter.taken) > asked, "the extension to ask again")
        assert squatter.paths == {"/pair"}
        assert not any("proof" in json.loads(taken.body) for taken in squatter.taken), "it stops after the first step"
        everything = json.dumps([[taken.headers, taken.body.decode()] for taken in squatter.taken])
        assert daemon.token not in everything
        assert not any("cookie" in taken.headers for taken in squatter.taken)
    finally:
        squatter.close()


def answer_as_server(taken: Taken) -> Answer:
    """A squatter that does what a server does, with a key of its own."""
    asked = json.loads(taken.body or b"{}")
    if "proof" in asked:
        return answer_json(200, {"version": "1", "paired": True, "key": OWN_KEY})
    proof = pairing_proof(OWN_KEY, "server", taken.headers["host"], asked["challenge"], SERVER_NONCE)
    return answer_json(200, {"version": "1", "proof": proof, "challenge": SERVER_NONCE, "key": OWN_KEY})


def test_an_unpaired_extension_does_not_trust_the_first_server_that_answers(
    playwright: Playwright, tmp_path: Path
) -> None:
    squatter = Squatter(answer_as_server)
    extension = shutil.copytree(EXTENSION, tmp_path / "extension")
    (extension / "defaults.json").write_text(json.dumps({"serverUrl": squatter.url}))
    browser = Browser(playwright, tmp_path / "profile", extension)
    try:
        wait_until(lambda: state_of(browser) == "unpaired", "the extension to answer the squatter")
        capture_something(browser)
        asked = len(squatter.taken)
        wait_until(lambda: len(squatter.taken) > asked, "the extension to ask again")
        assert squatter.paths == {"/pair"}
        assert not any("proof" in json.loads(taken.body) for taken in squatter.taken)
    finally:
        browser.close()
        squatter.close()


def test_an_old_credential_is_worth_nothing_after_a_restart(daemon: Daemon) -> None:
    """What a squatter may get in the moment between the server's end and the extension's noticing."""
    credential = pair_by_key(daemon)
    token = {"X-Gasoline-Token": credential, "Sec-Fetch-Site": "none"}
    assert daemon.post("/logs", {"entries": []}, **token).status == 200
    daemon.terminate()
    daemon.start()
    assert daemon.post("/logs", {"entries": []}, **token).status == 401
