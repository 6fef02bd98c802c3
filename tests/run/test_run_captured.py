"""`gasoline run`: what the server knows of a command and its output."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from run_processes import ECHO, GASOLINE, say, started

from gasoline.launch.dev_server.capture import start_capture


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Without a server: nothing of the wrapper may depend on one."""
    return {**os.environ, "GASOLINE_STATE_DIR": str(tmp_path / "state")}


def run(environment: dict[str, str], *command: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*GASOLINE, *command], env=environment, capture_output=True, check=False, **more)


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    """One that waits for the newest lines as long as a slow machine needs."""
    daemon = Daemon(tmp_path / "state", SERVER_FLUSH_S=30.0)
    yield daemon
    daemon.stop()


def server_logs(daemon: Daemon, **arguments: Any) -> list[dict[str, Any]]:
    return list(daemon.call("get_server_logs", **arguments))


def texts(daemon: Daemon) -> list[str]:
    return [entry["text"] for entry in server_logs(daemon)][::-1]


def connected(daemon: Daemon, count: int = 1) -> Callable[[], bool]:
    return lambda: sum(run["running"] for run in daemon.call("get_health")["server_runs"]) == count


# RUN-08
def test_an_answer_has_what_was_printed_before_the_question(daemon: Daemon) -> None:
    with started(daemon, ECHO, "--name", "api") as wrapper:
        wait_until(connected(daemon))
        for number in range(5):
            say(wrapper, f"ERROR: number {number}")
            (newest, *_) = server_logs(daemon, level="error")
            assert (newest["text"], newest["name"], newest["stream"]) == (f"ERROR: number {number}", "api", "stdout")


def test_health_says_what_runs_and_how_it_ended(daemon: Daemon) -> None:
    with started(daemon, "input(); raise SystemExit(3)", "--name", "api"):
        wait_until(connected(daemon))
        (running,) = daemon.call("get_health")["server_runs"]
        assert (running["name"], running["running"], running["lines_dropped"]) == ("api", True, 0)
    wait_until(connected(daemon, 0))
    (ended,) = daemon.call("get_health")["server_runs"]
    assert (ended["running"], ended["exit_code"]) == (False, 1)
    assert "server_runs" not in daemon.get("/health").json


def test_two_commands_of_one_name_are_distinguished(daemon: Daemon) -> None:
    with started(daemon, ECHO, "--name", "api") as one, started(daemon, ECHO, "--name", "api") as two:
        wait_until(connected(daemon, 2))
        say(one, "from one")
        say(two, "from two")
        names = {entry["text"]: entry["name"] for entry in server_logs(daemon)}
    assert set(names.values()) == {"api", "api-2"}
    assert set(names) == {"from one", "from two"}


# RUN-03
def test_lines_wait_for_a_server_and_arrive_once(daemon: Daemon) -> None:
    daemon.stop()
    with started(daemon, ECHO) as wrapper:
        for number in range(3):
            say(wrapper, f"before {number}")
        daemon.start()
        wait_until(connected(daemon))
        say(wrapper, "after")
        assert texts(daemon) == ["before 0", "before 1", "before 2", "after"]


def test_a_restarted_server_gets_what_follows(daemon: Daemon) -> None:
    with started(daemon, ECHO) as wrapper:
        wait_until(connected(daemon))
        say(wrapper, "to the first")
        assert texts(daemon)[-1] == "to the first"
        daemon.kill()
        say(wrapper, "meanwhile")
        daemon.start()
        wait_until(connected(daemon))
        assert texts(daemon) == ["meanwhile"]


# RUN-03
def test_output_that_comes_too_fast_is_dropped_and_counted(daemon: Daemon) -> None:
    code = "import sys\nfor n in range(400): sys.stdout.write(f'line {n} ' + 'x' * 99 + '\\n' + 1000 * 'many words\\n')"
    with started(daemon, code + "\nprint('end', flush=True); input()", "--name", "flood") as wrapper:
        assert wrapper.stdout
        while wrapper.stdout.readline() != b"end\n":
            pass
        wait_until(lambda: "end" in texts(daemon), "the newest line")
        (run,) = daemon.call("get_health")["server_runs"]
    assert run["lines_dropped"] > 0


# RUN-03
def test_a_short_command_is_captured_before_the_wrapper_exits(daemon: Daemon) -> None:
    with started(daemon, "print('done')"):
        pass
    assert texts(daemon) == ["done"]


def test_a_system_that_cannot_fork_captures_in_a_thread(daemon: Daemon, tmp_path: Path) -> None:
    capture = start_capture(daemon.environment["GASOLINE_STATE_DIR"], str(tmp_path), can_fork=False)
    capture.begin(
        {"name": "api", "command": "x", "pid": 1, "cwd": str(tmp_path), "started": "2026-11-18T08:00:00.000Z"}
    )
    capture.put("stdout", b"ERROR: one\nnot ")
    capture.put("stdout", b"ended")
    capture.finish(5)
    assert texts(daemon) == ["ERROR: one", "not ended"]
    assert daemon.call("get_health")["server_runs"][0]["exit_code"] == 5


# RUN-03
def test_arguments_and_folders_need_not_be_utf8(daemon: Daemon, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"d\xe9r")
    folder.mkdir()
    script = 'echo "Error: boom"; echo "    at f ($PWD/shop.js:3:1)"'
    run(daemon.environment, "--name", "api", "--", "/bin/sh", "-c", script, os.fsdecode(b"caf\xe9"), cwd=folder)
    (entry,) = server_logs(daemon)
    assert (entry["exception"]["file"], entry["exception"]["line"]) == ("shop.js", 3)
    assert daemon.call("get_health")["server_runs"][0]["command"].endswith("'caf\ufffd'")


def test_a_shell_in_a_folder_that_is_not_utf8_gets_answers(daemon: Daemon, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"d\xe9r")
    folder.mkdir()
    command = [*GASOLINE[:-1], "call", "get_health"]
    answer = subprocess.run(command, cwd=folder, env=daemon.environment, capture_output=True, check=False)
    assert answer.returncode == 0, answer.stderr
