"""Plays written dialogues with the server: what the client says (C), what the server must answer next (S).

An expected object names the members that matter; "…" stands for any value. Answers to what was said in one go may
come in any order.
"""

import json
import sys
from collections import deque
from pathlib import Path
from typing import Any, Protocol

from daemon import Daemon, HttpAnswer
from forwarder_client import McpClient

ANYTHING = "…"
BOTH_KINDS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


class Talk(Protocol):
    """One client's connection."""

    def say(self, line: bytes) -> None: ...

    def hear(self) -> Any: ...


class StdioTalk:
    """`gasoline mcp`, a line for each message."""

    def __init__(self, daemon: Daemon, folder: Path, *flags: str) -> None:
        command = [sys.executable, "-m", "gasoline", "mcp", *flags]
        self._client = McpClient(command, daemon.environment, folder)

    def say(self, line: bytes) -> None:
        self._client.send_bytes(line + b"\n")

    def hear(self) -> Any:
        return self._client.next_message()

    def end(self) -> tuple[int, str]:
        return self._client.close()

    def discard(self) -> None:
        self._client.discard()


class HttpTalk:
    """`/mcp`, a POST for each message; remembers its session."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._heard: deque[Any] = deque()
        self.session: dict[str, str] = {}
        self.last = HttpAnswer(0, {}, "")

    def say(self, line: bytes) -> None:
        self.last = self._daemon.request("POST", "/mcp", line, {**BOTH_KINDS, **self.session})
        if self.last.status == 200 and "mcp-session-id" in self.last.headers:
            self.session = {"Mcp-Session-Id": self.last.headers["mcp-session-id"]}
        self._heard.extend(messages_in(self.last))

    def hear(self) -> Any:
        assert self._heard, f"no answer: {self.last}"
        return self._heard.popleft()


def messages_in(answer: HttpAnswer) -> list[Any]:
    """The JSON-RPC messages of an HTTP answer, be it JSON or an event stream."""
    if answer.headers.get("content-type", "").startswith("text/event-stream"):
        lines = answer.text.replace("\r\n", "\n").split("\n")  # not splitlines(): JSON may hold U+2028
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: {")]
    return [json.loads(answer.text)] if answer.text else []


def play(talk: Talk, dialogue: str) -> None:
    """Plays the dialogue, then makes sure that the server has no more to say."""
    turns = [line.strip().partition(" ") for line in dialogue.strip().splitlines()]
    closing = [("C", " ", request("the end", "ping")), ("S", " ", '{"id": "the end", "result": {}}')]
    expected: list[Any] = []
    for speaker, _, words in [*turns, *closing]:
        if speaker == "S":
            expected.append(json.loads(words))
            continue
        hear_all(talk, expected)
        expected = []
        talk.say(words.encode())
    hear_all(talk, expected)


def hear_all(talk: Talk, expected: list[Any]) -> None:
    missing = list(expected)
    while missing:
        heard = talk.hear()
        assert heard["jsonrpc"] == "2.0"
        found = next((wanted for wanted in missing if fits(heard, wanted)), None)
        assert found is not None, f"heard {heard}, expected {missing}"
        missing.remove(found)


def fits(heard: Any, wanted: Any) -> bool:
    if wanted == ANYTHING:
        return True
    if isinstance(wanted, dict):
        return isinstance(heard, dict) and all(key in heard and fits(heard[key], wanted[key]) for key in wanted)
    return bool(heard == wanted and type(heard) is type(wanted))


def request(about: str | int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": about, "method": method, "params": params})


def greeting(version: str = "2025-06-18", name: str = "dialogue") -> str:
    """The client's half of the handshake, first line."""
    me = {"name": name, "version": "1"}
    return request(0, "initialize", protocolVersion=version, capabilities={}, clientInfo=me)


INITIALIZED = '{"jsonrpc": "2.0", "method": "notifications/initialized"}'


def greet(talk: Talk, version: str = "2025-06-18", name: str = "dialogue") -> Any:
    """The whole handshake; what the server said of itself."""
    talk.say(greeting(version, name).encode())
    answer = talk.hear()
    talk.say(INITIALIZED.encode())
    return answer["result"]


def envelope(name: str = "dialogue") -> dict[str, Any]:
    """What every request of 2026-07-28 carries instead of a handshake."""
    prefix = "io.modelcontextprotocol/"
    return {
        f"{prefix}protocolVersion": "2026-07-28",
        f"{prefix}clientInfo": {"name": name, "version": "1"},
        f"{prefix}clientCapabilities": {},
    }
