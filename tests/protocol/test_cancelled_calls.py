"""A client that takes a call back: the browser is told, too, and the late answer goes nowhere."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from conversation import BOTH_KINDS, HttpTalk, StdioTalk, envelope, greet, request
from daemon import WAIT_S, Daemon, wait_until
from home import Home, home
from websockets.sync.client import ClientConnection, connect

__all__ = ["home"]

HELLO = {"type": "hello", "version": "1", "pilot": False}


@pytest.fixture
def daemon(home: Home) -> Iterator[Daemon]:
    daemon = Daemon(home.state_dir, port=home.port)
    yield daemon
    daemon.stop()


@pytest.fixture
def browser(daemon: Daemon) -> Iterator[ClientConnection]:
    protocols: Any = ["gasoline.v1", f"token.{daemon.token}"]
    with connect(f"ws://127.0.0.1:{daemon.port}/ws", subprotocols=protocols, proxy=None) as channel:
        channel.send(json.dumps(HELLO))
        wait_until(lambda: daemon.get("/pilot-status").json["extension_connected"], "the channel")
        yield channel


def next_message(browser: ClientConnection) -> Any:
    return json.loads(browser.recv(timeout=WAIT_S))


def asked_audit(browser: ClientConnection) -> str:
    """The id of the question; whatever came before it does not matter."""
    while (message := next_message(browser))["type"] != "query":
        pass
    assert message["query"]["type"] == "accessibility"
    return str(message["query"]["id"])


def audit(about: int) -> bytes:
    return request(about, "tools/call", name="run_accessibility_audit", arguments={}).encode()


def cancellation(about: int) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": about}}).encode()


def test_the_question_of_a_cancelled_call_is_taken_back(
    daemon: Daemon, browser: ClientConnection, tmp_path: Path
) -> None:
    talk = StdioTalk(daemon, tmp_path)
    greet(talk)
    talk.say(audit(1))
    question = asked_audit(browser)
    talk.say(cancellation(1))
    assert next_message(browser) == {"type": "cancel", "id": question}
    browser.send(json.dumps({"type": "result", "result": {"id": question, "result": {}}}))
    talk.say(request(2, "ping").encode())
    answers = [talk.hear()]
    while answers[-1]["id"] != 2:
        answers.append(talk.hear())
    assert all("result" not in answer for answer in answers[:-1])
    talk.discard()


def test_the_question_of_a_client_that_went_away_is_taken_back(
    daemon: Daemon, browser: ClientConnection, tmp_path: Path
) -> None:
    talk = StdioTalk(daemon, tmp_path)
    greet(talk)
    talk.say(audit(1))
    question = asked_audit(browser)
    talk.discard()
    assert next_message(browser) == {"type": "cancel", "id": question}


def test_the_question_of_an_http_request_that_went_away_is_taken_back(
    daemon: Daemon, browser: ClientConnection
) -> None:
    tool = "run_accessibility_audit"
    said = {"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool}
    body = request(1, "tools/call", name=tool, arguments={}, _meta=envelope())
    with closing(HTTPConnection("127.0.0.1", daemon.port, timeout=WAIT_S)) as connection:
        connection.request("POST", "/mcp", body, {**BOTH_KINDS, **said})
        question = asked_audit(browser)
    assert next_message(browser) == {"type": "cancel", "id": question}


def test_the_question_of_an_http_session_that_cancels_is_taken_back(daemon: Daemon, browser: ClientConnection) -> None:
    talk = HttpTalk(daemon)
    greet(talk)
    with closing(HTTPConnection("127.0.0.1", daemon.port, timeout=WAIT_S)) as connection:
        connection.request("POST", "/mcp", audit(1), {**BOTH_KINDS, **talk.session})
        question = asked_audit(browser)
        talk.say(cancellation(1))
        assert next_message(browser) == {"type": "cancel", "id": question}


def test_the_question_of_a_command_that_was_interrupted_is_taken_back(
    home: Home, daemon: Daemon, browser: ClientConnection
) -> None:
    command = [sys.executable, "-m", "gasoline", "call", "run_accessibility_audit"]
    with subprocess.Popen(command, env=home.env, stdout=subprocess.DEVNULL) as process:
        question = asked_audit(browser)
        process.kill()
    assert next_message(browser) == {"type": "cancel", "id": question}
