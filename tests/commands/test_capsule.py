"""`gasoline capsule`, `call --capsule` and `mcp --capsule`: a session saved here and asked there."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from home import Home, send

from gasoline.launch.find_daemon import find_daemon

ERROR = {
    "type": "exception",
    "level": "error",
    "message": "boom",
    "url": "http://localhost:3000/cart",
    "ts": "2026-01-31T12:00:00.000Z",
}


@pytest.fixture
def capsule(home: Home, tmp_path: Path) -> Path:
    home.json_of("call", "get_health")
    send(home, "/logs", {"entries": [ERROR]})
    path = tmp_path / "cart.gasoline"
    saved = home.json_of("capsule", "save", str(path), "--note", "It fails.", "--json")
    assert saved["path"] == str(path)
    assert saved["counts"]["logs"] == 1
    return path


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Home]:
    """Another machine: another state directory, nothing captured."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    home = Home(folder)
    yield home
    home.run("stop")
    home.end()


def test_a_saved_session_is_asked_on_an_empty_machine(home: Home, elsewhere: Home, capsule: Path) -> None:
    live = home.run("call", "get_browser_errors").stdout
    recorded = elsewhere.run("call", "--capsule", str(capsule), "get_browser_errors")
    assert recorded.stdout == live
    assert "Recording of 2026-01-31" in recorded.stderr
    assert elsewhere.json_of("capsule", "info", str(capsule), "--json")["note"] == "It fails."
    health = elsewhere.json_of("call", "--capsule", str(capsule), "get_health")
    assert health["recording"]["file"] == "cart.gasoline"


def test_an_ai_client_asks_a_saved_session(elsewhere: Home, capsule: Path) -> None:
    client = elsewhere.client("--capsule", str(capsule))
    client.initialize()
    answer = client.ask("tools/call", name="observe", arguments={"what": "errors"})
    text = answer["result"]["content"][0]["text"]
    assert text.startswith("Recording of 2026-01-31 12:00:00–12:00:00 UTC, not the live browser.\n1 error")
    assert "boom" in text


def test_stop_ends_the_server_of_a_recording_too(elsewhere: Home, capsule: Path) -> None:
    elsewhere.json_of("call", "--capsule", str(capsule), "get_health")
    [folder] = (elsewhere.state_dir / "recordings").iterdir()
    assert find_daemon(str(folder)) is not None
    elsewhere.run("stop")
    assert find_daemon(str(folder)) is None


def test_a_recording_takes_nothing_from_an_extension(elsewhere: Home, capsule: Path) -> None:
    elsewhere.json_of("call", "--capsule", str(capsule), "get_health")
    [folder] = (elsewhere.state_dir / "recordings").iterdir()
    runtime = json.loads((folder / "runtime.json").read_text())
    for path in ("/logs", "/pair", "/screenshots"):
        request = urllib.request.Request(
            f"http://127.0.0.1:{runtime['port']}{path}",
            b"{}",
            {"Content-Type": "application/json", "X-Gasoline-Token": runtime["token"]},
        )
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(request)
        assert caught.value.code == 404
        caught.value.close()


def test_a_file_that_is_not_a_capsule_is_refused_with_the_reason(elsewhere: Home, tmp_path: Path) -> None:
    bad = tmp_path / "bad.gasoline"
    bad.write_text("nothing")
    for code, command in ((1, ("capsule", "info", str(bad))), (2, ("call", "--capsule", str(bad), "get_health"))):
        done = elsewhere.run(*command)
        assert done.returncode == code
        assert "not a zip file" in done.stderr
    assert not (elsewhere.state_dir / "recordings").exists()
