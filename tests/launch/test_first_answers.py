"""What `gasoline mcp` says before there is a server is what the server says."""

import json
from itertools import product

import pytest
from forwarder_client import INITIALIZE
from home import Home
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from gasoline.launch.first_answers import META, FirstAnswers

WHO = {"capabilities": {}, "clientInfo": {"name": "test-client", "version": "1"}}


def first(answers: FirstAnswers, method: str, **params: object) -> object:
    line = answers.answer({"jsonrpc": "2.0", "id": 1, "method": method, **({"params": params} if params else {})})
    assert line is not None
    return json.loads(line)["result"]


# SRV-03
def test_the_first_answers_are_those_of_the_server(home: Home) -> None:
    home.run("call", "observe", "what=health")
    for version, face in product(HANDSHAKE_PROTOCOL_VERSIONS, ("composite", "named")):
        client, answers = home.client("--tools", face), FirstAnswers(face)
        served = client.ask("initialize", protocolVersion=version, **WHO)["result"]
        assert first(answers, "initialize", protocolVersion=version, **WHO) == served
        client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        assert first(answers, "tools/list") == client.ask("tools/list")["result"]


def about(version: str, **more: object) -> dict[str, object]:
    """What a client without a handshake says with each request."""
    client = {"protocolVersion": version, "clientInfo": WHO["clientInfo"], "clientCapabilities": {}}
    return {"_meta": {**{META + name: value for name, value in client.items()}, **more}}


# SRV-03
def test_the_first_answers_without_a_handshake_are_those_of_the_server(home: Home) -> None:
    home.run("call", "observe", "what=health")
    for version, face in product(MODERN_PROTOCOL_VERSIONS, ("composite", "named")):
        client, answers = home.client("--tools", face), FirstAnswers(face)
        for method in ("server/discover", "tools/list"):
            served = client.ask(method, **about(version))["result"]
            assert first(answers, method, **about(version)) == served


def test_a_client_without_a_handshake_continues_with_the_server(home: Home) -> None:
    client, (version, *_) = home.client(), MODERN_PROTOCOL_VERSIONS
    assert client.ask("server/discover", **about(version))["result"]["supportedVersions"] == list(
        MODERN_PROTOCOL_VERSIONS
    )
    answer = client.ask("tools/call", name="get_health", arguments={}, **about(version))
    assert json.loads(answer["result"]["content"][0]["text"])["clients"] == ["test-client"]


def test_a_client_that_was_answered_first_continues_with_the_server(home: Home) -> None:
    client = home.client()
    assert client.initialize()["result"]["serverInfo"]["name"] == "gasoline"
    assert len(client.ask("tools/list")["result"]["tools"]) == 5
    answer = client.ask("tools/call", name="get_health", arguments={})
    assert json.loads(answer["result"]["content"][0]["text"])["clients"] == ["test-client"]


@pytest.mark.parametrize(
    "message",
    [
        {"method": "initialize", "params": {**INITIALIZE, "protocolVersion": "1999-01-01"}},
        {"method": "initialize", "params": {"protocolVersion": "2025-06-18"}},
        {"method": "tools/list", "params": {"cursor": "x"}},
        {"method": "tools/list", "params": {**about("2026-07-28"), "cursor": "x"}},
        {"method": "tools/list", "params": about("2026-07-28", progressToken=1)},
        {"method": "server/discover", "params": about("1999-01-01")},
        {"method": "tools/list"},
        {"method": "tools/call", "params": {"name": "observe"}},
        {"method": "notifications/initialized"},
    ],
)
def test_whatever_is_unusual_waits_for_the_server(message: dict[str, object]) -> None:
    about = {} if str(message["method"]).startswith("notifications/") else {"id": 1}
    assert FirstAnswers(None).answer({"jsonrpc": "2.0", **about, **message}) is None
