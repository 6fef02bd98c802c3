"""Starting a server: whatever was left behind, and whoever has the port."""

import os
import socket
import stat

import pytest
from home import Home

from gasoline.launch.runtime_file import Runtime, read_runtime, write_runtime
from gasoline.launch.start_daemon import DAEMON_LOG_BYTES, daemon_log_path

DEAD_PID = 2**22 + 1  # above the highest process id of Linux


def start(home: Home) -> None:
    done = home.run("call", "observe", "what=health")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("content", ["{", "\x00\xff"])
def test_a_damaged_runtime_file_is_as_good_as_none(home: Home, content: str) -> None:
    home.state_dir.mkdir()
    (home.state_dir / "runtime.json").write_text(content, encoding="latin-1")
    start(home)
    assert home.runtime.port == home.port


@pytest.mark.parametrize("address", ["/nonexistent/daemon.sock", "127.0.0.1:1"])
def test_the_file_of_a_dead_server_is_replaced(home: Home, address: str) -> None:
    home.state_dir.mkdir()
    stale = Runtime(pid=DEAD_PID, port=home.port, version="0.1.0", socket=address, token="0" * 64)
    write_runtime(home.state_dir, stale)
    start(home)
    assert home.runtime.pid != DEAD_PID


def test_what_a_server_leaves_in_its_directory_is_for_its_owner(home: Home) -> None:
    start(home)
    assert stat.S_IMODE(home.state_dir.stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in home.state_dir.iterdir()}
    assert {"runtime.json", "token", "daemon.log", "daemon.lock"} <= modes.keys()
    assert {mode for name, mode in modes.items() if name != "logs.jsonl"} == {0o600}


def test_the_token_survives_a_restart(home: Home) -> None:
    start(home)
    token = home.runtime.token
    home.run("stop")
    assert read_runtime(home.state_dir) is None
    start(home)
    assert home.runtime.token == token


def test_a_daemon_log_that_grew_too_long_starts_anew(home: Home) -> None:
    home.state_dir.mkdir()
    log = daemon_log_path(home.state_dir)
    log.write_bytes(b"x" * (DAEMON_LOG_BYTES + 1))
    start(home)
    assert log.stat().st_size < DAEMON_LOG_BYTES


# CLI-05
def test_a_taken_port_names_its_holder(home: Home) -> None:
    with socket.create_server(("127.0.0.1", home.port)):
        done = home.run("serve")
    assert done.returncode == 1
    assert f"port {home.port} is taken by" in done.stderr
    assert f"pid {os.getpid()}" in done.stderr
    assert "--port" in done.stderr


def test_a_second_server_on_the_port_says_that_the_first_is_gasoline(home: Home) -> None:
    start(home)
    done = home.run("serve", "--state-dir", str(home.folder / "other"))
    assert done.returncode == 1
    assert "another gasoline server" in done.stderr
    assert f"pid {home.runtime.pid}" in done.stderr


def test_a_second_server_of_the_directory_names_the_first(home: Home) -> None:
    start(home)
    done = home.run("serve", "--port", "0")
    assert done.returncode == 1
    assert f"pid {home.runtime.pid}, port {home.port}" in done.stderr


def test_a_server_that_cannot_start_is_quoted(home: Home) -> None:
    home.state_dir.mkdir()
    (home.state_dir / "token").mkdir(mode=0o700)
    done = home.run("call", "observe", "what=health")
    assert done.returncode == 1
    assert "the server did not start" in done.stdout
    assert "token" in done.stdout
    assert "gasoline doctor" in done.stdout
