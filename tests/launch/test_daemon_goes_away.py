"""What a client notices when its server crashes, is stopped or is replaced."""

import http.client
import json
import os
import signal
import socket

from forwarder_client import INITIALIZE
from home import Home, eventually, free_port

from gasoline import __version__
from gasoline.launch.runtime_file import write_runtime

INTERNAL_ERROR = -32603


def test_a_crash_costs_one_error_on_what_was_under_way(home: Home) -> None:
    client = home.client()
    client.initialize()
    home.freeze_daemon()
    under_way = [client.begin_forwarded("ping"), client.begin_forwarded("tools/list")]
    killed = home.kill_daemon()
    for number in under_way:
        error = client.answer_to(number)["error"]
        assert error["code"] == INTERNAL_ERROR
        assert "call again" in error["message"]
    home.await_daemon_other_than(killed)
    assert "tools" in client.ask("tools/list")["result"]
    assert home.runtime.port == home.port
    assert client.close()[0] == 0


# SRV-02
def test_after_a_crash_the_next_server_starts_unasked(home: Home) -> None:
    client = home.client()
    client.initialize()
    home.await_daemon_other_than(home.kill_daemon())
    assert "tools" in client.ask("tools/list")["result"]


def test_the_next_server_knows_the_client_by_its_name(home: Home) -> None:
    client = home.client()
    client.initialize()
    client.ask("tools/list")
    home.await_daemon_other_than(home.kill_daemon())
    client.ask("tools/call", name="observe", arguments={"what": "health"})
    assert home.json_of("status", "--json")["clients"] == ["test-client"]


def test_the_next_server_keeps_the_clients_subscriptions(home: Home) -> None:
    client = home.client()
    client.initialize()
    client.ask("tools/call", name="configure_streaming", arguments={"enabled": True, "throttle_seconds": 1})
    client.ask("tools/call", name="configure", arguments={"action": "streaming", "events": ["network_errors"]})
    client.ask("tools/call", name="configure_streaming", arguments={"enabled": False, "throttle_seconds": 1000})
    client.ask("resources/subscribe", uri="gasoline://events")
    home.await_daemon_other_than(home.kill_daemon())
    told = client.ask("tools/call", name="configure_streaming", arguments={})
    settings = json.loads(told["result"]["content"][0]["text"])
    assert settings == {"enabled": True, "events": ["network_errors"], "throttle_seconds": 1, "url_filter": ""}
    post_failure(home)
    methods = {client.next_message()["method"] for _ in range(2)}
    assert methods == {"notifications/gasoline/event", "notifications/resources/updated"}


def post_failure(home: Home) -> None:
    entry = {"type": "network", "method": "GET", "url": "http://localhost:3000/api", "status": 500}
    connection = http.client.HTTPConnection("127.0.0.1", home.port, timeout=10)
    connection.request("POST", "/logs", json.dumps({"entries": [entry]}), {"Content-Type": "application/json"})
    assert connection.getresponse().status == 200
    connection.close()


def test_an_initialize_under_way_is_answered_by_the_next_server(home: Home) -> None:
    client = home.client()
    home.run("call", "observe", "what=health")
    eventually(lambda: home.json_of("status", "--json")["clients"])
    home.freeze_daemon()
    number = client.begin("initialize", **INITIALIZE)
    home.kill_daemon()
    assert client.answer_to(number)["result"]["serverInfo"]["name"] == "gasoline"


def test_a_client_without_initialize_continues_too(home: Home) -> None:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "modern", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    client = home.client()
    # Only a server answers it: one that is killed before the client has a link to it is no crash under way.
    assert "result" in client.ask("tools/call", name="observe", arguments={"what": "health"}, _meta=meta)
    home.await_daemon_other_than(home.kill_daemon())
    assert "tools" in client.ask("tools/list", _meta=meta)["result"]


def test_a_stopped_server_stays_stopped_until_the_client_asks(home: Home) -> None:
    client = home.client()
    client.initialize()
    assert home.run("stop").returncode == 0
    assert home.json_of("status", "--json")["running"] is False
    assert client.ask("ping")["result"] == {}
    assert home.json_of("status", "--json")["running"] is True


def test_a_server_that_ends_during_the_last_answer_does_not_keep_the_client(home: Home) -> None:
    client = home.client()
    client.initialize()
    home.freeze_daemon()
    number = client.begin_forwarded("ping")
    assert client.process.stdin is not None
    client.process.stdin.close()
    home.kill_daemon()
    assert client.answer_to(number)["error"]["code"] == INTERNAL_ERROR
    assert client.await_end()[0] == 0


# SRV-05
def test_a_server_of_another_version_is_replaced_and_its_clients_go_on(home: Home) -> None:
    old = home.client_of_other_version()
    old.initialize()
    home.start_daemon_of_other_version()
    assert old.ask("ping")["result"] == {}
    assert home.runtime.version == "0.0.1"
    new = home.client()
    assert new.initialize()["result"]["serverInfo"]["version"] == __version__
    assert home.runtime.version == __version__
    assert home.runtime.port == home.port
    assert old.ask("ping")["result"] == {}
    assert home.runtime.version == __version__, "two versions must not fight"
    assert home.daemon_pids() == [home.runtime.pid]


def test_twenty_clients_replace_another_version_once(home: Home) -> None:
    home.start_daemon_of_other_version()
    clients = [home.client() for _ in range(20)]
    begun = [client.begin("initialize", **INITIALIZE) for client in clients]
    versions = {
        client.answer_to(number)["result"]["serverInfo"]["version"]
        for client, number in zip(clients, begun, strict=True)
    }
    assert versions == {__version__}
    assert home.daemon_pids() == [home.runtime.pid]


def test_where_no_server_can_be_had_each_request_says_why(home: Home) -> None:
    with socket.create_server(("127.0.0.1", home.port)):
        client = home.client()
        for _ in range(2):
            error = client.ask("ping")["error"]
            assert error["code"] == INTERNAL_ERROR
            assert f"port {home.port} is taken by" in error["message"]
            assert f"pid {os.getpid()}" in error["message"]
            assert "gasoline doctor" in error["message"]
        code, stderr = client.close()
    assert code == 1
    assert f"port {home.port} is taken by" in stderr


def test_a_client_recovers_once_the_port_is_free(home: Home) -> None:
    with socket.create_server(("127.0.0.1", home.port)):
        client = home.client()
        assert "is taken" in client.ask("ping")["error"]["message"]
    assert client.initialize()["result"]["serverInfo"]["name"] == "gasoline"
    assert client.close()[0] == 0


def test_a_server_that_refuses_the_client_is_named_as_such(home: Home) -> None:
    home.run("call", "observe", "what=health")
    runtime = home.runtime
    runtime.token = "0" * 64
    write_runtime(home.state_dir, runtime)
    error = home.client().ask("ping")["error"]
    assert "Wrong token" in error["message"]


def test_another_port_than_the_running_servers_is_refused(home: Home) -> None:
    home.run("call", "observe", "what=health")
    message = home.client("--port", str(free_port())).ask("ping")["error"]["message"]
    assert f"running on port {home.port}" in message
    assert "gasoline stop" in message


def test_a_frozen_server_does_not_keep_a_client_from_ending(home: Home) -> None:
    client = home.client()
    client.initialize()
    home.freeze_daemon()
    client.process.send_signal(signal.SIGTERM)
    assert client.await_end()[0] == 0
