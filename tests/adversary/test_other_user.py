"""Another user of the machine, who can reach the port and send any header: nothing is given, taken or deleted."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from daemon import Daemon
from other_user import answer_of, as_other_user, curl, status_of, watching_arguments
from playwright.sync_api import Playwright, expect

from browser import EXTENSION, Browser
from gasoline.launch.pairing_keys import EXTENSION_ORIGIN

JSON = ("--header", "Content-Type: application/json")
FORGED = ("--header", f"Origin: {EXTENSION_ORIGIN}", "--header", "Sec-Fetch-Site: none")
BOTH_KINDS = ("--header", "Accept: application/json, text/event-stream")
SOMEBODY = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "curl", "version": "1"}}
INITIALIZE = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": SOMEBODY})
ENTRIES = '{"entries":[{"type":"console","level":"log","args":["forged"]}]}'

ATTACKS = {
    "speaks MCP": ("/mcp", *JSON, *BOTH_KINDS, "--data", INITIALIZE),
    "forges captures": ("/logs", *JSON, "--data", ENTRIES),
    "deletes captures": ("/logs", "--request", "DELETE"),
    "answers questions": ("/query-result", *JSON, "--data", '{"id":"x","result":1}'),
    "polls for questions": ("/pending-queries",),
    "follows events": ("/events/stream",),
    "reads the dashboard": ("/dashboard/views/errors",),
    "asks for a link to the dashboard": ("/dashboard/link", *JSON, "--data", "{}"),
    "guesses the token": ("/logs", *JSON, "--header", "X-Gasoline-Token: " + "0" * 64, "--data", ENTRIES),
}


# GUARD-04
@pytest.mark.parametrize("forged", [(), FORGED], ids=["plain", "as the extension"])
@pytest.mark.parametrize("name", ATTACKS)
def test_another_user_is_refused(shared_daemon: Daemon, name: str, forged: tuple[str, ...]) -> None:
    shared_daemon.call("clear_browser_logs")
    shared_daemon.post("/logs", {"entries": [{"type": "console", "level": "log", "args": ["mine"]}]})
    path, *arguments = ATTACKS[name]
    assert status_of(as_other_user(*curl(shared_daemon.url + path, *arguments, *forged))) == 401
    assert [entry["args"] for entry in shared_daemon.call("get_browser_logs")] == [["mine"]]


def test_another_user_cannot_pair_although_a_person_opened_the_window(daemon: Daemon) -> None:
    daemon.pair()
    first = '{"challenge":"cccccccccccccccc","first":true,"named":true}'
    assert status_of(as_other_user(*curl(daemon.url + "/pair", *JSON, *FORGED, "--data", first))) == 403


def test_another_user_cannot_pair_while_a_code_is_expected(daemon: Daemon) -> None:
    daemon.pair("0123-4567-89AB-CDEF")
    guess = json.dumps({"challenge": "c" * 64, "proof": "0" * 64})
    assert status_of(as_other_user(*curl(daemon.url + "/pair", *JSON, *FORGED, "--data", guess))) == 401


FIRST = '{"challenge":"cccccccccccccccc","first":true}'


# GUARD-13
def test_another_user_who_knows_the_code_cannot_pair(daemon: Daemon) -> None:
    daemon.pair("0123-4567-89AB-CDEF")
    pair = curl(daemon.url + "/pair", *JSON, *FORGED, "--data", FIRST)
    assert status_of(as_other_user(*pair)) == 403
    status, begun = answer_of(pair)
    assert (status, "proof" in json.loads(begun)) == (200, True), "who was refused has not used it up"


# GUARD-13
def test_another_user_who_watches_all_arguments_does_not_see_the_code(playwright: Playwright, tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "state", "--by-program")
    extension = shutil.copytree(EXTENSION, tmp_path / "extension")
    (extension / "defaults.json").write_text(json.dumps({"serverUrl": daemon.url}))
    browser = Browser(playwright, tmp_path / "profile", extension)
    try:
        popup = browser.extension_page("popup.html")
        expect(popup.locator("#connection")).to_have_text("Not paired")
        command = popup.locator("#pair-command").inner_text()
        code = next(word for word in command.split() if word.count("-") == 3)
        with watching_arguments(code, "gasoline pair") as seen:
            daemon.paste(command)
        assert seen == ["gasoline pair"]
        expect(popup.locator("#connection")).to_have_text("Connected")
    finally:
        browser.close()
        daemon.stop()


def test_health_shows_another_user_neither_commands_nor_files_nor_clients(daemon: Daemon) -> None:
    daemon.reply("execute_javascript", script="readTheDiary()")
    known = json.dumps(daemon.call("get_health"))
    assert "readTheDiary" in known and str(daemon.state_dir) in known
    status, seen = answer_of(as_other_user(*curl(daemon.url + "/health")))
    assert (status, json.loads(seen)["status"]) == (200, "ok")
    assert "readTheDiary" not in seen
    assert str(daemon.state_dir) not in seen


@pytest.mark.parametrize("path", ["/health", "/pilot-status"])
def test_public_endpoints_need_no_token(shared_daemon: Daemon, path: str) -> None:
    assert status_of(as_other_user(*curl(shared_daemon.url + path))) == 200


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not show who connects")
def test_the_same_user_needs_no_token(shared_daemon: Daemon) -> None:
    assert status_of(curl(shared_daemon.url + "/mcp", *JSON, *BOTH_KINDS, "--data", INITIALIZE)) == 200


def test_the_same_user_needs_the_token_with_strict_authentication(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "state", "--auth", "strict")
    try:
        assert status_of(curl(daemon.url + "/mcp", *JSON, *BOTH_KINDS, "--data", INITIALIZE)) == 401
        with_token = ("--header", f"Authorization: Bearer {daemon.token}")
        assert status_of(curl(daemon.url + "/logs", *JSON, *with_token, "--data", ENTRIES)) == 200
    finally:
        daemon.stop()
