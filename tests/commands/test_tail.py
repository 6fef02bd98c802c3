"""`gasoline tail`: events as they happen."""

import http.client
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from forwarder_client import WAIT_S
from home import Home

ENTRY = {
    "type": "console",
    "level": "error",
    "args": ["it\nbroke"],
    "ts": "2026-01-31T12:00:00.000Z",
    "url": "http://a/",
}


@contextmanager
def tail(home: Home, *flags: str) -> Iterator[subprocess.Popen[str]]:
    """A tail that is watching."""
    command = [sys.executable, "-m", "gasoline", "tail", *flags]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=home.env, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stderr is not None
            assert "watching" in process.stderr.readline()
            yield process
        finally:
            process.kill()


def post_error(home: Home) -> None:
    post(home, "/logs", {"entries": [ENTRY]})


def post(home: Home, path: str, batch: object) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", home.port, timeout=WAIT_S)
    connection.request("POST", path, json.dumps(batch), {"Content-Type": "application/json"})
    assert connection.getresponse().status == 200
    connection.close()


def test_an_event_is_a_line(home: Home) -> None:
    home.run("call", "observe", "what=health")
    with tail(home) as process:
        assert process.stdout is not None
        post_error(home)
        line = process.stdout.readline()
        assert "it" in line and "broke" in line


def test_a_new_exception_of_a_server_is_a_line(home: Home) -> None:
    home.run("call", "observe", "what=health")
    (home.folder / "shop.py").write_text("def order():\n    raise ValueError('no stock')\n\norder()\n")
    with tail(home) as process:
        assert process.stdout is not None
        assert home.run("run", "--", sys.executable, "shop.py").returncode == 1
        line = process.stdout.readline()
        assert "Server exception: ValueError at shop.py:2" in line
        assert line.rstrip().endswith("no stock")


def test_an_event_is_json_for_a_machine(home: Home) -> None:
    home.run("call", "observe", "what=health")
    with tail(home, "--json") as process:
        assert process.stdout is not None
        post_error(home)
        event = json.loads(process.stdout.readline())
        assert list(event) == ["id", "received", "category", "severity", "message", "timestamp", "context"]
        assert event["context"]["text"] == "it broke"


def test_ctrl_c_ends_it_cleanly(home: Home) -> None:
    home.run("call", "observe", "what=health")
    with tail(home) as process:
        process.send_signal(signal.SIGINT)
        assert process.wait(WAIT_S) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def test_it_ends_with_the_server(home: Home) -> None:
    home.run("call", "observe", "what=health")
    with tail(home) as process:
        assert home.run("stop").returncode == 0
        assert process.wait(WAIT_S) == 0


def test_it_starts_the_server_where_none_runs(home: Home) -> None:
    with tail(home) as process:
        assert process.stdout is not None
        post_error(home)
        assert "broke" in process.stdout.readline()


def test_lines_are_in_order_although_some_events_are_known_late(home: Home) -> None:
    """A 5xx waits for its body, and a long task has the time of its start."""
    home.run("call", "observe", "what=health")
    failed = {"id": "r1", "type": "network", "method": "GET", "url": "http://a/api", "status": 500}
    blocked = {"id": "p1", "url": "http://a/", "longTasks": {"longest": 900, "longestSince": 900}}
    with tail(home) as process:
        assert process.stdout is not None
        post(home, "/logs", {"entries": [{**failed, "ts": "2026-01-31T12:00:01.000Z"}]})
        post(home, "/logs", {"entries": [{**ENTRY, "ts": "2026-01-31T12:00:03.000Z"}]})
        post(home, "/performance-snapshot", {"snapshots": [{**blocked, "ts": "2026-01-31T12:00:02.000Z"}]})
        lines = [process.stdout.readline() for _ in range(3)]
    times = [line.split("  ")[0] for line in lines]
    assert times == sorted(times)
    # In which order they became known depends on how quickly the requests above were sent.
    assert {line.rstrip()[-14:] for line in lines} == {"12:00:01.000Z)", "12:00:02.000Z)", "12:00:03.000Z)"}
