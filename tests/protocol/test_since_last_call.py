"""The line "Since your last call": every client is told once what happened, regardless of other clients."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conversation import HttpTalk, StdioTalk, Talk, envelope, greet, request
from daemon import Daemon

ONE_ERROR = "Since your last call: 1 new error: observe what=errors."
QUIET_CALL = {"name": "observe", "arguments": {"what": "pilot", "output": "json"}}

ReadNote = Callable[[], str]
"""Makes a call and gives the note that came with it."""


def note_in(answer: dict[str, list[dict[str, str]]]) -> str:
    return " ".join(block["text"] for block in answer["content"][1:])


def caller(talk: Talk) -> ReadNote:
    greet(talk)

    def call() -> str:
        talk.say(request(1, "tools/call", **QUIET_CALL).encode())
        return note_in(talk.hear()["result"])

    return call


def stateless_caller(daemon: Daemon, name: str) -> ReadNote:
    headers = {
        "Accept": "application/json, text/event-stream",
        "Mcp-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "observe",
    }

    def call() -> str:
        body = request(1, "tools/call", **QUIET_CALL, _meta=envelope(name)).encode()
        return note_in(daemon.request("POST", "/mcp", body, headers).json["result"])

    return call


@pytest.fixture(params=["stdio", "http", "stateless http", "stdio and http"])
def two_clients(request: pytest.FixtureRequest, busy_daemon: Daemon, tmp_path: Path) -> tuple[ReadNote, ReadNote]:
    def stdio() -> ReadNote:
        talk = StdioTalk(busy_daemon, tmp_path)
        request.addfinalizer(talk.discard)
        return caller(talk)

    def http() -> ReadNote:
        return caller(HttpTalk(busy_daemon))

    pairs: dict[str, Callable[[], tuple[ReadNote, ReadNote]]] = {
        "stdio": lambda: (stdio(), stdio()),
        "http": lambda: (http(), http()),
        "stateless http": lambda: (stateless_caller(busy_daemon, "ada"), stateless_caller(busy_daemon, "bob")),
        "stdio and http": lambda: (stdio(), http()),
    }
    return pairs[request.param]()


def page_fails(daemon: Daemon) -> None:
    entry = {"type": "console", "level": "error", "args": ["boom"]}
    assert daemon.post("/logs", {"entries": [entry]}).json == {"received": 1}


# NOTE-12
def test_each_of_two_clients_gets_the_note_once(two_clients: tuple[ReadNote, ReadNote], busy_daemon: Daemon) -> None:
    ada, bob = two_clients
    ada(), bob()
    page_fails(busy_daemon)
    assert ONE_ERROR in ada()
    assert "Since your last call" not in ada()
    assert ONE_ERROR in bob()
    assert "Since your last call" not in bob()


def test_a_later_client_gets_no_note_about_earlier_errors(busy_daemon: Daemon) -> None:
    page_fails(busy_daemon)
    assert "Since your last call" not in caller(HttpTalk(busy_daemon))()


def test_a_failed_request_is_counted_by_itself(busy_daemon: Daemon) -> None:
    call = caller(HttpTalk(busy_daemon))
    call()
    failed = {"type": "network", "level": "error", "method": "GET", "url": "http://localhost:3000/x", "status": 500}
    assert busy_daemon.post("/logs", {"entries": [failed, failed]}).json["received"] == 2
    page_fails(busy_daemon)
    assert "Since your last call: 1 new error, 2 failed requests: observe what=errors." in call()
