"""`gasoline pair --list` and `--revoke`: what a person takes back ends at once, with and without a running server."""

import re
from collections.abc import Iterator
from contextlib import suppress
from http.client import IncompleteRead

import pytest
from daemon import WAIT_S, Daemon, wait_until
from home import Home
from pairing_client import begin_with, pair_by_key
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from gasoline.launch.own_extension import own_copy_key
from gasoline.launch.pairing_keys import EXTENSION_ORIGIN, pairing_proof
from gasoline.transport.open_requests import REVOKED

__all__ = ["home"]
from home import home


@pytest.fixture
def daemon(home: Home) -> Iterator[Daemon]:
    daemon = Daemon(home.state_dir, port=home.port)
    yield daemon
    daemon.stop()


def open_channel(daemon: Daemon, credential: str) -> ClientConnection:
    protocols = ["gasoline.v1", f"token.{credential}"]
    return connect(f"ws://127.0.0.1:{daemon.port}/ws", subprotocols=protocols, proxy=None)  # type: ignore[arg-type]


def test_pairings_are_listed_with_origin_kind_and_time(home: Home, daemon: Daemon) -> None:
    pair_by_key(daemon)
    (record,) = home.json_of("pair", "--list", "--json")
    assert (record["origin"], record["how"]) == (EXTENSION_ORIGIN, "own_copy")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT.*Z", record["paired_at"])
    assert home.run("pair", "--list").stdout.startswith(f"{record['id']}  own copy  {EXTENSION_ORIGIN}  paired ")
    assert f"paired:     {EXTENSION_ORIGIN} as {record['id']}" in home.run("status").stdout
    assert f"gasoline pair --revoke {record['id']}" in home.run("doctor").stdout


def test_a_revoked_extension_is_refused_at_once_and_its_connections_end(home: Home, daemon: Daemon) -> None:
    credential = pair_by_key(daemon)
    key = own_copy_key(str(daemon.state_dir))
    token = {"X-Gasoline-Token": credential}
    with daemon.begin("/pending-queries", **token) as poll, daemon.begin("/events/stream", **token) as stream:
        with open_channel(daemon, credential) as channel:
            wait_until(lambda: daemon.get("/pilot-status").json["extension_connected"], "the channel")
            assert home.run("pair", "--revoke", key.split(".")[0]).returncode == 0
            with pytest.raises(ConnectionClosed) as closed:
                channel.recv(timeout=WAIT_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == REVOKED
        assert poll.getresponse().read() == b'{"queries":[]}'
        with suppress(IncompleteRead):
            stream.getresponse().read()  # it ends
    refused = {**token, "Sec-Fetch-Site": "none"}
    assert daemon.post("/logs", {"entries": []}, **refused).status == 401
    begun = begin_with(daemon, key)
    proof = pairing_proof(key, "extension", f"127.0.0.1:{daemon.port}", "c" * 32, begun)
    answer = daemon.post("/pair", {"challenge": begun, "proof": proof}, Origin=EXTENSION_ORIGIN)
    assert (answer.status, answer.json["error"]) == (401, "pairing_revoked")
    assert home.run("pair", "--list").stdout == "No extension is paired.\n"


def test_the_connections_of_other_extensions_go_on(home: Home, daemon: Daemon) -> None:
    revoked = pair_by_key(daemon)
    with open_channel(daemon, revoked), open_channel(daemon, daemon.token) as kept:
        home.run("pair", "--revoke", "all")
        kept.send('{"type":"heartbeat","watched":0}')
        assert kept.recv(timeout=WAIT_S) == '{"type":"pong"}'


def test_a_pairing_is_revoked_without_a_server_too(home: Home, daemon: Daemon) -> None:
    pair_by_key(daemon)
    daemon.terminate()
    assert home.json_of("pair", "--revoke", "all", "--json")["revoked"]
    assert home.json_of("pair", "--list", "--json") == []


def test_an_unknown_id_is_an_error(home: Home) -> None:
    done = home.run("pair", "--revoke", "beefbeef")
    assert (done.returncode, done.stdout) == (1, "")
    assert "gasoline pair --list" in done.stderr
