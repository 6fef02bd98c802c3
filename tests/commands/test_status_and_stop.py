"""`gasoline status`, `stop` and `pair`."""

import json
import os
import signal

from home import Home, eventually

from gasoline.launch.pairing_keys import PAIR_CODE_S
from gasoline.launch.pid_alive import pid_alive


def test_without_a_server_the_answer_is_no(home: Home) -> None:
    done = home.run("status", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["running"] is False
    assert "gasoline serve" in home.run("status").stdout


def test_a_running_server_says_who_and_where_it_is(home: Home) -> None:
    home.client().initialize()
    done = home.run("status", "--json")
    assert done.returncode == 0
    status = json.loads(done.stdout)
    assert status["running"] is True
    assert (status["pid"], status["port"]) == (home.runtime.pid, home.port)
    assert status["extension"]["connected"] is False
    assert len(status["clients"]) == 1
    assert home.runtime.token not in done.stdout


def test_the_text_is_for_a_person(home: Home) -> None:
    home.run("call", "observe", "what=health")
    text = home.run("status").stdout
    assert f"pid {home.runtime.pid}, port {home.port}" in text
    assert "AI clients: none" in text
    assert "not connected" in text


def test_stop_waits_until_the_server_is_gone(home: Home) -> None:
    home.run("call", "observe", "what=health")
    pid = home.runtime.pid
    assert home.run("stop").returncode == 0
    assert not pid_alive(pid)
    assert not (home.state_dir / "runtime.json").exists()


def test_stop_says_when_nothing_ran(home: Home) -> None:
    done = home.run("stop")
    assert done.returncode == 0
    assert "was not running" in done.stderr
    assert home.json_of("stop", "--json") == {"was_running": False, "stopped": True}


def test_pair_opens_the_door_and_needs_a_server(home: Home) -> None:
    assert home.run("pair").returncode == 1
    home.run("call", "observe", "what=health")
    assert home.json_of("pair", "--json")["ok"] is True


def test_pair_accepts_the_code_as_the_popup_shows_it_and_rejects_others(home: Home) -> None:
    home.run("call", "observe", "what=health")
    done = home.run("pair", "-", "--json", stdin="0123-4567-89AB-CDEF")
    assert json.loads(done.stdout) == {"ok": True, "seconds": int(PAIR_CODE_S)}
    done = home.run("pair", "-", stdin="0123")
    assert (done.returncode, "popup" in done.stderr) == (1, True)


def test_a_server_in_the_foreground_ends_on_sigterm(home: Home) -> None:
    home.run("call", "observe", "what=health")
    pid = home.runtime.pid
    os.kill(pid, signal.SIGTERM)
    eventually(lambda: not pid_alive(pid))
    assert home.run("status").returncode == 1
