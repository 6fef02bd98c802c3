"""What goes over the wire, as dialogues: the client says (C), the server answers (S)."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conversation import HttpTalk, StdioTalk, Talk, envelope, greet, greeting, play, request
from daemon import Daemon
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_HANDSHAKE_VERSION, MODERN_PROTOCOL_VERSIONS
from tokens import count_tokens

from gasoline.launch.forwarder.client_pipe import LINE_BYTES
from gasoline.tools.schema import TOOLS_LIST_BYTES, TOOLS_LIST_TOKENS

Dial = Callable[[Daemon], Talk]


@pytest.fixture
def stdio(tmp_path: Path) -> Iterator[Callable[..., StdioTalk]]:
    """Opens `gasoline mcp` connections that end with the test."""
    opened: list[StdioTalk] = []

    def dial(daemon: Daemon, *flags: str) -> StdioTalk:
        opened.append(StdioTalk(daemon, tmp_path, *flags))
        return opened[-1]

    yield dial
    for talk in opened:
        talk.discard()


@pytest.fixture(params=["stdio", "http"])
def dial(request: pytest.FixtureRequest) -> Dial:
    """The same dialogue over either transport."""
    return request.getfixturevalue("stdio") if request.param == "stdio" else HttpTalk


AFTER_THE_HANDSHAKE = {
    "a ping is answered": """
        C {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        S {"id": 1, "result": {}}
    """,
    "an unknown method is named": """
        C {"jsonrpc": "2.0", "id": 1, "method": "tea/brew"}
        S {"id": 1, "error": {"code": -32601, "message": "…", "data": "tea/brew"}}
    """,
    "features that are not there are unknown methods": """
        C {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": {"notifications": {}}}
        S {"id": 1, "error": {"code": -32601}}
    """,
    "a notification gets no answer": """
        C {"jsonrpc": "2.0", "method": "notifications/initialized"}
        C {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}
        C {"jsonrpc": "2.0", "method": "notifications/tea_is_ready", "params": {"cups": 2}}
    """,
    "an answer to a question that was never asked is ignored": """
        C {"jsonrpc": "2.0", "id": 99, "result": {}}
    """,
    "cancelling what is not under way changes nothing": """
        C {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}
    """,
    "an id comes back as it was sent": """
        C {"jsonrpc": "2.0", "id": "1", "method": "ping"}
        S {"id": "1", "result": {}}
        C {"jsonrpc": "2.0", "id": 0, "method": "ping"}
        S {"id": 0, "result": {}}
        C {"jsonrpc": "2.0", "id": -7, "method": "ping"}
        S {"id": -7, "result": {}}
        C {"jsonrpc": "2.0", "id": 9007199254740991, "method": "ping"}
        S {"id": 9007199254740991, "result": {}}
        C {"jsonrpc": "2.0", "id": "Ünïcode ☕ \\u2028", "method": "ping"}
        S {"id": "Ünïcode ☕ \\u2028", "result": {}}
    """,
    "a call without a tool is refused": """
        C {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"arguments": {}}}
        S {"id": 1, "error": {"code": -32602}}
        C {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "observe", "arguments": "errors"}}
        S {"id": 2, "error": {"code": -32602}}
        C {"jsonrpc": "2.0", "id": 3, "method": "tools/call"}
        S {"id": 3, "error": {"code": -32602}}
    """,
    "an unknown tool is a protocol error": """
        C {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "obsrve"}}
        S {"id": 1, "error": {"code": -32602, "message": "There is no tool 'obsrve'. Did you mean 'observe'?"}}
    """,
    "a call without arguments is answered": """
        C {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_browser_errors"}}
        S {"id": 1, "result": {"content": "…", "isError": false}}
    """,
    "members that nobody knows are ignored": """
        C {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {"x/y": 1}, "extra": []}, "trace": "t"}
        S {"id": 1, "result": {}}
    """,
}


@pytest.mark.parametrize("name", AFTER_THE_HANDSHAKE)
def test_after_the_handshake(dial: Dial, quiet_daemon: Daemon, name: str) -> None:
    talk = dial(quiet_daemon)
    greet(talk)
    play(talk, AFTER_THE_HANDSHAKE[name])


OVER_STDIO = {
    "a line that is not JSON is a parse error and the next one is served": """
        C {"jsonrpc": "2.0", "id": 1,
        S {"id": null, "error": {"code": -32700}}
        C {"jsonrpc": "2.0", "id": 2, "method": "ping"}
        S {"id": 2, "result": {}}
    """,
    "JSON that is no object is an invalid request": """
        C 42
        S {"id": null, "error": {"code": -32600}}
        C "ping"
        S {"id": null, "error": {"code": -32600}}
        C null
        S {"id": null, "error": {"code": -32600}}
        C [1]
        S {"id": null, "error": {"code": -32600}}
    """,
    "an object that is no JSON-RPC is refused under its id": """
        C {"id": 1, "method": "ping"}
        S {"id": 1, "error": {"code": -32600}}
        C {"jsonrpc": "1.0", "id": 2, "method": "ping"}
        S {"id": 2, "error": {"code": -32600}}
        C {"jsonrpc": "2.0", "id": "three"}
        S {"id": "three", "error": {"code": -32600}}
        C {"jsonrpc": "2.0", "id": 4, "method": "ping", "params": "none"}
        S {"id": 4, "error": {"code": -32600}}
        C {}
        S {"id": null, "error": {"code": -32600}}
    """,
    "nobody waits for the answers to a batch": """
        C [{"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}]
        S {"id": 1, "error": {"code": -32600}}
        S {"id": 2, "error": {"code": -32600}}
        C []
        S {"id": null, "error": {"code": -32600}}
    """,
    "a request before the handshake is refused and the handshake still works": """
        C {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        S {"id": 1, "error": "…"}
        C {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_browser_errors"}}
        S {"id": 2, "error": "…"}
        C GREETING
        S {"id": 0, "result": {"protocolVersion": "2025-06-18"}}
        C {"jsonrpc": "2.0", "method": "notifications/initialized"}
        C {"jsonrpc": "2.0", "id": 4, "method": "tools/list"}
        S {"id": 4, "result": {"tools": "…"}}
    """,
    "a ping before the handshake is answered": """
        C {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        S {"id": 1, "result": {}}
    """,
    "a handshake without what it needs is refused": """
        C {"jsonrpc": "2.0", "id": 1, "method": "initialize"}
        S {"id": 1, "error": {"code": -32602}}
        C {"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}
        S {"id": 2, "error": {"code": -32602}}
    """,
}


@pytest.mark.parametrize("name", OVER_STDIO)
def test_over_stdio(stdio: Callable[..., StdioTalk], quiet_daemon: Daemon, name: str) -> None:
    play(stdio(quiet_daemon), OVER_STDIO[name].replace("GREETING", greeting()))


def test_bytes_that_are_not_text_are_a_parse_error(stdio: Callable[..., StdioTalk], quiet_daemon: Daemon) -> None:
    talk = stdio(quiet_daemon)
    talk.say(b'{"jsonrpc": "2.0", "id": 1, "method": "\xff"}')
    assert talk.hear()["error"]["code"] == -32700
    play(talk, "")


def test_nesting_beyond_reason_is_refused_under_its_id(stdio: Callable[..., StdioTalk], quiet_daemon: Daemon) -> None:
    talk = stdio(quiet_daemon)
    talk.say(b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": ' + b"[" * 800 + b"]" * 800 + b"}}")
    answer = talk.hear()
    assert (answer["id"], answer["error"]["code"]) == (1, -32600)
    play(talk, "")


def test_empty_lines_and_windows_line_ends_do_no_harm(stdio: Callable[..., StdioTalk], quiet_daemon: Daemon) -> None:
    talk = stdio(quiet_daemon)
    talk.say(b"\n\r\n   ")
    talk.say(request(1, "ping").encode() + b"\r")
    assert talk.hear() == {"jsonrpc": "2.0", "id": 1, "result": {}}
    play(talk, "")


def test_everything_said_in_one_breath_is_answered(stdio: Callable[..., StdioTalk], quiet_daemon: Daemon) -> None:
    talk = stdio(quiet_daemon)
    greet(talk)
    asked = {f"q{number}": ("ping", "tools/list", "tea/brew")[number % 3] for number in range(60)}
    talk.say("\n".join(request(about, method) for about, method in asked.items()).encode())
    answers = {answer["id"]: answer for answer in (talk.hear() for _ in asked)}
    assert set(answers) == set(asked)
    assert all(("error" in answers[about]) == (method == "tea/brew") for about, method in asked.items())
    play(talk, "")


def padded_ping(line_bytes: int) -> bytes:
    head, tail = b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {"a": "', b'"}}}'
    return head + b"x" * (line_bytes - len(head) - len(tail)) + tail


# GUARD-03
def test_the_longest_line_is_served_and_a_longer_one_is_refused(
    stdio: Callable[..., StdioTalk], quiet_daemon: Daemon
) -> None:
    talk = stdio(quiet_daemon)
    talk.say(padded_ping(LINE_BYTES))
    assert talk.hear() == {"jsonrpc": "2.0", "id": 1, "result": {}}
    talk.say(padded_ping(LINE_BYTES + 1))
    refusal = talk.hear()
    assert (refusal["id"], refusal["error"]["code"]) == (None, -32700)
    assert str(LINE_BYTES) in refusal["error"]["message"]
    play(talk, "")


def test_the_connection_ends_with_stdin_and_says_nothing_else(
    stdio: Callable[..., StdioTalk], quiet_daemon: Daemon
) -> None:
    talk = stdio(quiet_daemon)
    greet(talk)
    assert talk.end() == (0, "")


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
def test_every_older_version_is_spoken(dial: Dial, quiet_daemon: Daemon, version: str) -> None:
    talk = dial(quiet_daemon)
    assert greet(talk, version)["protocolVersion"] == version
    play(
        talk,
        """
        C {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        S {"id": 1, "result": {"tools": "…"}}
        C {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_pilot_status"}}
        S {"id": 2, "result": {"content": "…", "isError": false}}
        """,
    )


@pytest.mark.parametrize("version", ["1999-12-31", "tomorrow", *MODERN_PROTOCOL_VERSIONS])
def test_a_handshake_for_any_other_version_is_offered_the_newest(
    dial: Dial, quiet_daemon: Daemon, version: str
) -> None:
    assert greet(dial(quiet_daemon), version)["protocolVersion"] == LATEST_HANDSHAKE_VERSION


def test_without_a_handshake_each_request_says_who_asks(stdio: Callable[..., StdioTalk], quiet_daemon: Daemon) -> None:
    talk = stdio(quiet_daemon)
    talk.say(request(1, "server/discover", _meta=envelope()).encode())
    assert talk.hear()["result"]["supportedVersions"] == [*MODERN_PROTOCOL_VERSIONS]
    errors = {"name": "get_browser_errors", "arguments": {}}
    talk.say(request(2, "tools/call", **errors, _meta=envelope()).encode())
    assert talk.hear()["result"]["content"][0] == {"type": "text", "text": "[]"}


# MCP-02
def test_the_list_of_tools_is_small_on_the_wire(dial: Dial, quiet_daemon: Daemon) -> None:
    talk = dial(quiet_daemon)
    greet(talk)
    talk.say(request(1, "tools/list").encode())
    listed = json.dumps(talk.hear()["result"], ensure_ascii=False, separators=(",", ":")).encode()
    assert len(listed) <= TOOLS_LIST_BYTES
    [tokens] = count_tokens(listed.decode())
    assert tokens <= TOOLS_LIST_TOKENS


# MCP-02
def test_the_list_of_tools_says_what_each_does_to_the_world(dial: Dial, quiet_daemon: Daemon) -> None:
    talk = dial(quiet_daemon)
    greet(talk)
    talk.say(request(1, "tools/list").encode())
    hints = {tool["name"]: tool["annotations"] for tool in talk.hear()["result"]["tools"]}
    assert {name for name, hint in hints.items() if hint["openWorldHint"] is True} == {"observe", "interact"}
    assert {name for name, hint in hints.items() if hint["readOnlyHint"] is True} == {"observe", "analyze", "generate"}
    assert {name for name, hint in hints.items() if hint.get("destructiveHint")} == {"configure", "interact"}
