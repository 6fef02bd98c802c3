"""`gasoline doctor`: what it finds, and how to mend it."""

import json
import os
import socket
import sys
from typing import Any

from home import Home


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


def test_the_text_has_a_line_for_each_check_and_its_fix_below(home: Home) -> None:
    lines = home.run("doctor").stdout.splitlines()
    assert any(line.startswith("✓ state directory") for line in lines)
    place = lines.index("! no server runs")
    assert lines[place + 1].startswith("    → An AI client starts it")
