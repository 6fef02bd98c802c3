"""`gasoline capsule`, `call --capsule` and `mcp --capsule`: a session saved here and asked there."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from capsules import send_session
from forwarder_client import McpClient
from home import Home, send
from recorded_questions import QUESTIONS, readers

from gasoline.launch.find_daemon import find_daemon
from gasoline.model.wire import STREAMS

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


# CAPS-03
def test_every_read_capability_answers_on_another_machine_as_it_did_live(
    home: Home, elsewhere: Home, tmp_path: Path
) -> None:
    live = named_client(home)
    streams = {stream.name: stream for stream in STREAMS}
    send_session(lambda name, event: send(home, streams[name].path, {streams[name].field: [event]}))
    line = "ValueError: the card has no number"
    assert home.run("run", "--name", "api", "--", "python", "-c", f"print({line!r})").returncode == 0
    asked = [(each.tool, question) for each in readers() for question in QUESTIONS.get(each.tool, [{}])]
    asked = [(tool, question) for tool, question in asked if question.get("action") != "compare"]
    expected = [answer_of(live, tool, question) for tool, question in asked]
    path = tmp_path / "cart.gasoline"
    home.run("capsule", "save", str(path))
    recording = named_client(elsewhere, "--capsule", str(path))
    for (tool, question), answer in zip(asked, expected, strict=True):
        assert answer_of(recording, tool, question) == answer, (tool, question)
    [printed] = msgspec.json.decode(answer_of(recording, "get_server_logs", {}))
    assert printed["text"] == line


def named_client(home: Home, *flags: str) -> McpClient:
    client = home.client("--tools", "named", *flags)
    client.initialize()
    return client


def answer_of(client: McpClient, tool: str, question: dict[str, object]) -> str:
    """As JSON, without the sentence that marks a recording, and without ages: live, an open connection gets older."""
    answer = client.ask("tools/call", name=tool, arguments=question)
    text = next(part["text"] for part in answer["result"]["content"] if part["text"][:1] in "[{")
    return re.sub(r'"duration":[0-9]{9,}', '"duration":0', text)


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
