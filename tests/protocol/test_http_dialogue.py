"""Streamable HTTP on `/mcp`: sessions, what a client must accept, and the requests without a session."""

import http.client
import json
from typing import Any

import pytest
from conversation import BOTH_KINDS, INITIALIZED, HttpTalk, envelope, greet, greeting, messages_in, play, request
from daemon import Daemon, HttpAnswer

PING = request(1, "ping").encode()
NOBODY = {"Mcp-Session-Id": "0" * 32}
STREAM = {"Accept": "text/event-stream"}


def post(daemon: Daemon, body: bytes, **headers: str) -> HttpAnswer:
    return daemon.request("POST", "/mcp", body, {**BOTH_KINDS, **headers})


@pytest.fixture
def talk(quiet_daemon: Daemon) -> HttpTalk:
    """A client after its handshake."""
    talk = HttpTalk(quiet_daemon)
    greet(talk)
    return talk


# MCP-07
def test_a_request_is_answered_and_a_notification_is_accepted(talk: HttpTalk) -> None:
    talk.say(PING)
    assert (talk.last.status, talk.hear()) == (200, {"jsonrpc": "2.0", "id": 1, "result": {}})
    talk.say(INITIALIZED.encode())
    assert (talk.last.status, talk.last.text) == (202, "")


MALFORMED = {
    "half a message": (b'{"jsonrpc": "2.0",', -32700),
    "no text": (b"\xff\xfe", -32700),
    "nothing": (b"", -32700),
    "nesting beyond reason": (b'{"jsonrpc": "2.0", "id": 1, "method": ' + b"[" * 800 + b"]" * 800 + b"}", -32700),
    "a number": (b"42", -32602),
    "no JSON-RPC": (b'{"id": 1, "method": "ping"}', -32602),
    "a batch": (b"[" + PING + b"]", -32602),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_body_is_a_400_with_a_json_rpc_error(talk: HttpTalk, name: str) -> None:
    body, code = MALFORMED[name]
    talk.say(body)
    answer = talk.hear()
    assert (talk.last.status, answer["id"], answer["error"]["code"]) == (400, None, code)
    play(talk, "")


@pytest.mark.parametrize("body", [PING, request(1, "tools/list").encode(), INITIALIZED.encode()])
def test_before_the_handshake_there_is_no_session_to_speak_in(quiet_daemon: Daemon, body: bytes) -> None:
    answer = post(quiet_daemon, body)
    assert (answer.status, answer.json["error"]["message"]) == (400, "Bad Request: Missing session ID")


@pytest.mark.parametrize("accept", [{}, {"Accept": "application/json"}, STREAM, {"Accept": "text/html"}])
def test_a_client_must_accept_json_and_event_streams(
    talk: HttpTalk, quiet_daemon: Daemon, accept: dict[str, str]
) -> None:
    answer = quiet_daemon.request("POST", "/mcp", PING, {**accept, **talk.session})
    assert answer.status == 406
    assert "application/json and text/event-stream" in answer.json["error"]["message"]


def test_a_client_may_accept_everything(talk: HttpTalk, quiet_daemon: Daemon) -> None:
    answer = quiet_daemon.request("POST", "/mcp", PING, {"Accept": "*/*", **talk.session})
    assert messages_in(answer) == [{"jsonrpc": "2.0", "id": 1, "result": {}}]


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
def test_an_unknown_session_is_not_found(quiet_daemon: Daemon, method: str) -> None:
    accept = BOTH_KINDS if method == "POST" else STREAM
    answer = quiet_daemon.request(method, "/mcp", PING if method == "POST" else None, {**accept, **NOBODY})
    assert (answer.status, answer.json["error"]["message"]) == (404, "Session not found")


def test_a_session_ends_when_the_client_deletes_it(talk: HttpTalk, quiet_daemon: Daemon) -> None:
    assert quiet_daemon.request("DELETE", "/mcp", headers=talk.session).status == 200
    talk.say(PING)
    assert talk.last.status == 404
    assert quiet_daemon.request("DELETE", "/mcp", headers=talk.session).status == 404


def test_ending_one_session_leaves_the_others(talk: HttpTalk, quiet_daemon: Daemon) -> None:
    other = HttpTalk(quiet_daemon)
    greet(other)
    assert other.session != talk.session
    quiet_daemon.request("DELETE", "/mcp", headers=other.session)
    play(talk, "")


def test_get_opens_a_stream_for_a_session_only(talk: HttpTalk, quiet_daemon: Daemon) -> None:
    assert quiet_daemon.request("GET", "/mcp", headers=STREAM).status == 400
    assert quiet_daemon.request("GET", "/mcp", headers=talk.session).status == 406
    listening = http.client.HTTPConnection("127.0.0.1", quiet_daemon.port, timeout=10)
    listening.request("GET", "/mcp", headers={**STREAM, **talk.session})
    stream = listening.getresponse()
    assert (stream.status, stream.headers.get_content_type()) == (200, "text/event-stream")
    play(talk, "")  # an open stream holds nothing up
    quiet_daemon.request("DELETE", "/mcp", headers=talk.session)
    assert stream.read() == b""  # and it ends with the session
    listening.close()


@pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS"])
def test_other_methods_are_not_allowed(quiet_daemon: Daemon, method: str) -> None:
    assert quiet_daemon.request(method, "/mcp").status == 405


def test_a_handshake_in_an_unknown_session_is_refused(quiet_daemon: Daemon) -> None:
    assert post(quiet_daemon, greeting().encode(), **NOBODY).status == 404


def test_clients_written_for_node_get_in(quiet_daemon: Daemon) -> None:
    # Node's fetch sends this one header of a browser, and none of the others.
    answer = post(quiet_daemon, greeting().encode(), **{"Sec-Fetch-Mode": "cors", "User-Agent": "node"})
    assert answer.status == 200


def test_white_space_around_a_header_is_ignored(talk: HttpTalk, quiet_daemon: Daemon) -> None:
    padded = {name: f"  {value} \t" for name, value in talk.session.items()}
    assert post(quiet_daemon, PING, **padded).status == 200


def modern(daemon: Daemon, method: str, headers: dict[str, str] | None = None, **params: Any) -> HttpAnswer:
    """A request of 2026-07-28: no session, all it needs in itself and repeated in its headers."""
    said = {"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": method}
    if "name" in params:
        said["Mcp-Name"] = params["name"]
    body = request(1, method, **params, _meta=envelope()).encode()
    return post(daemon, body, **{**said, **(headers or {})})


def test_without_a_session_the_server_is_discovered(quiet_daemon: Daemon) -> None:
    answer = modern(quiet_daemon, "server/discover")
    assert (answer.status, answer.json["result"]["supportedVersions"]) == (200, ["2026-07-28"])
    assert "mcp-session-id" not in answer.headers


def test_without_a_session_a_tool_is_called(quiet_daemon: Daemon) -> None:
    answer = modern(quiet_daemon, "tools/call", name="observe", arguments={"what": "errors", "output": "json"})
    assert answer.json["result"]["content"][0]["text"] == "[]"


def test_without_a_session_what_was_removed_is_unknown(quiet_daemon: Daemon) -> None:
    answer = modern(quiet_daemon, "ping")
    assert (answer.status, answer.json["error"]["code"]) == (404, -32601)
    assert quiet_daemon.request("GET", "/mcp", headers={"Mcp-Protocol-Version": "2026-07-28"}).status == 405


@pytest.mark.parametrize("headers", [{"Mcp-Method": "tools/list"}, {"Mcp-Name": "interact"}])
def test_headers_that_contradict_the_body_are_refused(quiet_daemon: Daemon, headers: dict[str, str]) -> None:
    answer = modern(quiet_daemon, "tools/call", headers, name="observe", arguments={"what": "errors"})
    assert (answer.status, answer.json["error"]["code"]) == (400, -32020)


def test_an_unknown_version_gets_the_supported_versions(quiet_daemon: Daemon) -> None:
    meta = {**envelope(), "io.modelcontextprotocol/protocolVersion": "2099-01-01"}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}).encode()
    answer = post(quiet_daemon, body, **{"Mcp-Protocol-Version": "2099-01-01", "Mcp-Method": "tools/list"})
    assert answer.status == 400
    assert "2026-07-28" in answer.json["error"]["data"]["supported"]
