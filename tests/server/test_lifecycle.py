"""The daemon's life: restarts lose nothing, shutdown is clean, settings are checked."""

import json
import signal
import stat
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from ignored_ctrl_c import ctrl_c_ignored, ignores_ctrl_c


def entry(text: str) -> dict[str, object]:
    return {"type": "console", "level": "error", "args": [text]}


# SRV-12
def test_what_was_acknowledged_before_a_kill_is_there_once_after_it(daemon: Daemon) -> None:
    batch = {"client": "doc", "seq": 1, "entries": [entry("one"), entry("two")]}
    assert daemon.post("/logs", batch).json == {"received": 2}
    daemon.kill()
    daemon.start()
    assert daemon.post("/logs", batch).json == {"received": 2, "duplicate": True}
    assert [error["args"] for error in daemon.call("observe", what="errors")] == [["two"], ["one"]]


def test_sigterm_ends_with_zero_and_leaves_only_log_and_token(daemon: Daemon) -> None:
    daemon.post("/logs", {"entries": [entry("kept")]})
    assert daemon.terminate() == 0
    left = {path.name for path in daemon.state_dir.iterdir()}
    assert not left & {"runtime.json", "daemon.sock"}
    assert json.loads((daemon.state_dir / "logs.jsonl").read_text())["args"] == ["kept"]


def test_a_ctrl_c_that_nohup_ignores_leaves_it_running(tmp_path: Path) -> None:
    with ctrl_c_ignored():
        daemon = Daemon(tmp_path / "state")
    try:
        assert ignores_ctrl_c(daemon.process.pid)
        daemon.process.send_signal(signal.SIGINT)
        assert daemon.get("/health").status == 200
        assert daemon.terminate() == 0
    finally:
        daemon.stop()


def test_the_runtime_file_is_for_the_user_alone_and_names_the_daemon(daemon: Daemon) -> None:
    path = daemon.state_dir / "runtime.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert daemon.runtime["pid"] == daemon.process.pid
    assert set(daemon.runtime) == {"pid", "port", "version", "socket", "token"}


def test_the_token_survives_a_restart(daemon: Daemon) -> None:
    before = daemon.token
    daemon.kill()
    daemon.start()
    assert daemon.token == before


# SRV-10
@pytest.mark.parametrize("changed_limits", [{"POLL_HOLD_S": 0.2}])
def test_polling_holds_and_then_answers_with_no_queries(daemon: Daemon) -> None:
    answer = daemon.get("/pending-queries")
    assert (answer.status, answer.json) == (200, {"queries": []})
    assert daemon.get("/pilot-status").json["source"] == "extension_poll"


def test_a_poll_moves_the_pilot_switch_only_with_the_token(daemon: Daemon) -> None:
    def status() -> Any:
        return daemon.get("/pilot-status").json

    with daemon.begin("/pending-queries", **{"X-Gasoline-Pilot": "1"}):
        wait_until(lambda: status()["extension_connected"], "the poll to be held")
        assert status()["enabled"] is False
        with daemon.begin("/pending-queries", **{"X-Gasoline-Pilot": "1", "X-Gasoline-Token": daemon.token}):
            wait_until(lambda: status()["enabled"], "the switch")


def test_a_poll_reports_the_switches_and_the_number_of_watched_tabs(daemon: Daemon) -> None:
    hello = {"type": "hello", "version": "9.9.9", "pilot": False, "switches": {"networkBodyCaptureEnabled": False}}
    told = {"X-Gasoline-Hello": json.dumps(hello), "X-Gasoline-Watched": "2"}
    token = {"X-Gasoline-Token": daemon.token}

    def extension() -> Any:
        return daemon.call("observe", what="health")["extension"]

    with daemon.begin("/pending-queries", **told), daemon.begin("/pending-queries", **told, **token):
        wait_until(lambda: extension()["watched_tabs"] == 2, "the tabs")
        assert extension()["version"] == "9.9.9"
        note = daemon.reply("observe", what="network_bodies")["content"][1]["text"]
    assert "“Capture Network Bodies” is off" in note


def test_a_poll_without_the_token_reveals_nothing(daemon: Daemon) -> None:
    hello = {"type": "hello", "version": "9.9.9", "pilot": True}
    forged = {"X-Gasoline-Hello": json.dumps(hello), "X-Gasoline-Watched": "2"}
    with daemon.begin("/pending-queries", **forged):
        wait_until(lambda: daemon.get("/pilot-status").json["extension_connected"], "the poll to be held")
        health = daemon.get("/health").json
    assert (health["extension"]["version"], health["extension"]["watched_tabs"]) == (None, 0)
    assert health["pilot"]["enabled"] is False


def test_a_result_nobody_waits_for_is_404(shared_daemon: Daemon) -> None:
    for path in ("/query-result", "/dom-result", "/a11y-result"):
        answer = shared_daemon.post(path, {"id": "nobody", "result": 1})
        assert (answer.status, answer.json["error"]) == (404, "unknown_query")


def test_malformed_bodies_say_what_to_do(shared_daemon: Daemon) -> None:
    for path, body in (("/logs", b"{"), ("/logs", b"[]"), ("/query-result", b"{}"), ("/network-waterfall", b"1")):
        answer = shared_daemon.post(path, body)
        assert answer.status == 400
        assert "Expected" in answer.json["message"]


def test_deleting_the_logs_says_how_many_there_were(daemon: Daemon) -> None:
    daemon.post("/logs", {"entries": [entry("x")]})
    assert daemon.request("DELETE", "/logs").json == {"cleared": {"logs": 1}}
    assert daemon.call("observe", what="logs") == []
