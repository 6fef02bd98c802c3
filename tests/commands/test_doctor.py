"""`gasoline doctor`: its findings and fixes."""

import json
import os
import socket
import sys
from pathlib import Path
from typing import Any

from daemon import Daemon
from home import Home
from terminal import in_terminal


def checks(home: Home) -> dict[str, Any]:
    return {check["id"]: check for check in home.json_of("doctor", "--json")["checks"]}


def test_without_a_server_it_warns_and_says_what_starts_one(home: Home) -> None:
    found = checks(home)
    assert found["server"]["status"] == "warn"
    assert "gasoline serve" in found["server"]["fix"]
    assert found["state_dir"]["status"] == found["port"]["status"] == found["log_file"]["status"] == "ok"


def test_a_running_server_is_looked_at(home: Home) -> None:
    home.run("call", "observe", "what=health")
    found = checks(home)
    assert found["server"]["status"] == found["port"]["status"] == found["version"]["status"] == "ok"
    assert found["extension"]["status"] == found["events"]["status"] == "warn"
    assert "gasoline browser" in found["extension"]["fix"]


def test_a_server_of_another_version_is_a_warning(home: Home) -> None:
    home.start_daemon_of_other_version()
    assert checks(home)["version"]["status"] == "warn"


def test_a_taken_port_fails_and_names_the_holder(home: Home) -> None:
    with socket.create_server(("127.0.0.1", home.port)):
        done = home.run("doctor", "--json")
    report = json.loads(done.stdout)
    port = next(check for check in report["checks"] if check["id"] == "port")
    assert done.returncode == 1
    assert report["ok"] is False
    assert port["status"] == "fail"
    assert f"pid {os.getpid()}" in port["message"]
    assert "--port" in port["fix"]


def test_a_browser_that_is_not_there_is_a_warning(home: Home) -> None:
    home.env["GASOLINE_BROWSER"] = "/nonexistent"
    assert checks(home)["browser"]["status"] == "warn"
    home.env["GASOLINE_BROWSER"] = sys.executable
    assert checks(home)["browser"]["status"] == "ok"


# CLI-03
def test_the_text_has_a_line_for_each_check_and_its_fix_below(home: Home) -> None:
    lines = home.run("doctor").stdout.splitlines()
    assert any(line.startswith("✓ state directory") for line in lines)
    place = lines.index("! the server is not running")
    assert lines[place + 1].startswith("    → AI clients start it")


def test_a_state_directory_that_cannot_be_written_fails(home: Home) -> None:
    """A file where the directory should be, and a file system in which nobody can write."""
    (home.folder / "file").touch()
    for place in (home.folder / "file", Path("/proc")):
        done = home.run("doctor", "--json", "--state-dir", str(place))
        first = json.loads(done.stdout)["checks"][0]
        assert (done.returncode, first["id"], first["status"]) == (1, "state_dir", "fail")
        assert "--state-dir" in first["fix"]


def test_a_log_file_that_is_none_fails_and_says_what_the_server_met(home: Home) -> None:
    daemon = Daemon(home.state_dir, "--log-file", str(home.folder), port=home.port)
    try:
        daemon.post("/logs", {"entries": [{"type": "console", "level": "log", "args": ["x"]}]})
        found = checks(home)["log_file"]
    finally:
        daemon.stop()
    assert (found["status"], "Is a directory" in found["message"]) == ("fail", True)
    assert "--log-file" in found["fix"]


def test_a_log_file_where_nothing_can_be_made_fails(home: Home) -> None:
    daemon = Daemon(home.state_dir, "--log-file", "/proc/gasoline/logs.jsonl", port=home.port)
    try:
        assert checks(home)["log_file"]["status"] == "fail"
    finally:
        daemon.stop()


def test_a_server_that_does_not_answer_is_named_by_its_process(home: Home) -> None:
    home.run("call", "observe", "what=health")
    home.freeze_daemon()
    found = checks(home)["server"]
    assert found["status"] == "fail"
    assert found["fix"].startswith(f"Run `kill {home.runtime.pid}`")


def test_colors_are_for_terminals_that_want_them(home: Home) -> None:
    assert "\033[" not in home.run("doctor").stdout
    assert "\033[32m✓" in in_terminal(home, "doctor")
    home.env["NO_COLOR"] = "1"
    assert "\033[" not in in_terminal(home, "doctor")
    home.env |= {"NO_COLOR": "", "TERM": "dumb"}
    assert "\033[" not in in_terminal(home, "doctor")
