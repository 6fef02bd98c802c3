"""What an AI client and `gasoline mcp` say to each other."""

import json
import signal
import subprocess
import sys

import pytest
from forwarder_client import INITIALIZE, WAIT_S, McpClient
from home import Home
from ignored_ctrl_c import ctrl_c_ignored, ignores_ctrl_c

from gasoline.launch.forwarder.client_pipe import LINE_BYTES

PARSE_ERROR, INVALID_REQUEST = -32700, -32600


def tool_names(client: McpClient) -> list[str]:
    return [tool["name"] for tool in client.ask("tools/list")["result"]["tools"]]


# SRV-02
def test_a_client_gets_a_server_without_starting_one(home: Home) -> None:
    client = home.client()
    assert client.initialize()["result"]["serverInfo"]["name"] == "gasoline"
    assert tool_names(client)[0] == "observe"
    answer = client.ask("tools/call", name="get_health", arguments={})["result"]
    assert json.loads(answer["content"][0]["text"])["port"] == home.port
    assert client.close() == (0, "")


def test_the_next_client_uses_the_same_server(home: Home) -> None:
    home.client().initialize()
    pid = home.runtime.pid
    home.client().initialize()
    assert home.runtime.pid == pid
    assert len(home.json_of("status", "--json")["clients"]) == 2


# SRV-01
def test_twenty_clients_started_at_once_share_one_server(home: Home) -> None:
    clients = [home.client() for _ in range(20)]
    begun = [client.begin("initialize", **INITIALIZE) for client in clients]
    for client, number in zip(clients, begun, strict=True):
        assert client.answer_to(number)["result"]["serverInfo"]["name"] == "gasoline"
        client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        assert "observe" in tool_names(client)
        assert client.ask("ping")["result"] == {}
    assert home.daemon_pids() == [home.runtime.pid]
    assert len(home.json_of("status", "--json")["clients"]) == 20
    assert [client.close() for client in clients] == [(0, "")] * 20


def test_named_tools_are_a_matter_of_the_client(home: Home) -> None:
    named, composite = home.client("--tools", "named"), home.client()
    named.initialize()
    composite.initialize()
    assert "get_browser_errors" in tool_names(named)
    assert "get_browser_errors" not in tool_names(composite)


def test_a_client_that_says_nothing_is_fine(home: Home) -> None:
    assert home.client().close() == (0, "")


def test_a_bare_gasoline_on_a_pipe_serves_mcp(home: Home) -> None:
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE})
    done = home.run(stdin=request + "\n")
    assert json.loads(done.stdout)["result"]["serverInfo"]["name"] == "gasoline"
    assert done.returncode == 0


def test_answers_under_way_arrive_after_stdin_has_ended(home: Home) -> None:
    lines = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}]
    lines += [{"jsonrpc": "2.0", "method": "notifications/initialized"}]
    lines += [{"jsonrpc": "2.0", "id": number, "method": "ping"} for number in range(2, 102)]
    done = home.run("mcp", stdin="\n".join(map(json.dumps, lines)))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(answer["id"] for answer in answers) == list(range(1, 102))
    assert done.returncode == 0


def test_a_line_that_is_not_json_is_answered_and_not_passed_on(home: Home) -> None:
    client = home.client()
    client.initialize()
    client.send_bytes(b"hello?\n")
    assert client.answer_to(None)["error"]["code"] == PARSE_ERROR
    client.send_bytes(b"42\n")
    assert client.answer_to(None)["error"]["code"] == INVALID_REQUEST
    client.send_bytes(b"\n  \r\n")
    assert client.ask("ping")["result"] == {}


def test_a_line_that_is_too_long_is_answered_and_not_passed_on(home: Home) -> None:
    client = home.client()
    client.initialize()
    client.send_bytes(b'{"a": "' + b"x" * (2 * LINE_BYTES) + b'"}\n')
    assert client.answer_to(None)["error"]["code"] == PARSE_ERROR
    assert client.ask("ping")["result"] == {}


def test_big_lines_and_many_lines_arrive_complete_and_in_order(home: Home) -> None:
    client = home.client()
    client.initialize()
    big = client.begin("tools/call", name="observe", arguments={"what": "x" * (LINE_BYTES - 10_000)})
    numbers = [client.begin("ping") for _ in range(500)]
    assert {client.next_message()["id"] for _ in [big, *numbers]} == {big, *numbers}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_quietly(home: Home, number: signal.Signals) -> None:
    client = home.client()
    client.initialize()
    client.process.send_signal(number)
    assert client.await_end() == (0, "")


def test_a_ctrl_c_that_nohup_ignores_leaves_it_running(home: Home) -> None:
    with ctrl_c_ignored():
        client = home.client()
    client.initialize()
    assert ignores_ctrl_c(client.process.pid)
    client.process.send_signal(signal.SIGINT)
    assert client.ask("ping")["result"] == {}
    client.process.send_signal(signal.SIGTERM)
    assert client.await_end() == (0, "")


def test_it_ends_when_nobody_reads_its_answers(home: Home) -> None:
    request = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "gasoline", "mcp"]
    with subprocess.Popen(command, env=home.env, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdout.close()
        process.stdin.write(request)
        process.stdin.flush()
        assert process.wait(WAIT_S) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("flags", "accepted"),
    [
        (("--port", "http"), "a number from 1 to 65535"),
        (("--port=70000",), "a number from 1 to 65535"),
        (("--tools", "all"), "composite or named"),
        (("--verbose",), "--tools, --capsule, --port, --state-dir"),
        (("--port",), "needs a value"),
    ],
)
def test_a_wrong_flag_says_what_is_accepted(home: Home, flags: tuple[str, ...], accepted: str) -> None:
    done = home.run("mcp", *flags)
    assert (done.returncode, done.stdout) == (2, "")
    assert accepted in done.stderr


def test_a_malformed_port_in_the_environment_is_named(home: Home) -> None:
    home.env["GASOLINE_PORT"] = "no"
    done = home.run("mcp")
    assert done.returncode == 2
    assert "GASOLINE_PORT: 'no' is not a valid port" in done.stderr


# CLI-08
def test_modules_in_the_clients_folder_are_not_imported(home: Home) -> None:
    (home.folder / "socket.py").write_text("raise SystemExit('imported from the project')")
    client = home.installed_client()
    assert client.initialize()["result"]["serverInfo"]["name"] == "gasoline"
