"""`gasoline report`: what it prints, what it writes, and what it says when it cannot."""

import json
from pathlib import Path

import pytest
from home import Home, send

TITLE = "# `boom`"
ERROR = {
    "type": "exception",
    "level": "error",
    "message": "boom",
    "url": "http://localhost:3000/cart",
    "ts": "2026-01-31T12:00:00.000Z",
}


@pytest.fixture
def captured(home: Home) -> Home:
    home.json_of("call", "get_health")
    send(home, "/logs", {"entries": [ERROR]})
    return home


def test_markdown_goes_to_stdout_and_the_capsule_is_named_on_stderr(captured: Home) -> None:
    done = captured.run("report", "--note", "A receipt was expected.")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == TITLE
    assert "A receipt was expected." in done.stdout
    [capsule] = (captured.state_dir / "capsules").iterdir()
    assert done.stderr.strip() == f"The session is in {capsule}."


def test_out_writes_markdown_and_html_and_prints_the_path(captured: Home, tmp_path: Path) -> None:
    text, page = tmp_path / "new" / "bug.md", tmp_path / "new" / "bug.html"
    assert captured.run("report", "--out", str(text)).stdout.strip() == str(text)
    assert text.read_text("utf-8").splitlines()[0] == TITLE
    assert captured.run("report", "--html", "--out", str(page)).stdout.strip() == str(page)
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert not list((captured.state_dir / "reports").iterdir())


def test_a_saved_session_is_reported_with_its_mark_and_its_file(captured: Home, tmp_path: Path) -> None:
    capsule = tmp_path / "cart.gasoline"
    captured.run("capsule", "save", str(capsule), "--note", "It fails.")
    answer = captured.json_of("report", "--capsule", str(capsule), "--json")
    assert answer["capsule"] == "cart.gasoline"
    assert "Recording of 2026-01-31 12:00:00" in answer["markdown"]
    assert "It fails." in answer["markdown"]


def test_what_cannot_be_read_or_written_says_why(captured: Home, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = captured.run("report", "--out", str(tmp_path / "file" / "bug.md"))
    assert done.returncode == 2
    assert done.stderr.startswith(f"gasoline: cannot write {tmp_path}/file/bug.md: ")
    done = captured.run("report", "--capsule", str(tmp_path / "missing.gasoline"))
    assert done.returncode != 0
    assert "cannot be read: No such file" in done.stderr
    refused = captured.run("report", "--note", "x" * 2_001, "--json")
    assert refused.returncode == 1
    assert json.loads(refused.stdout)["error"] == "invalid_argument"
