"""Budgets are found upward from where somebody works: the client's project first, then the server's."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conversation import HttpTalk, StdioTalk, Talk, greet, request
from daemon import Daemon

SNAPSHOT = {"url": "/shop", "timing": {"load": 1000}}


def project(folder: Path, load_ms: int) -> Path:
    """A folder deep inside of a project with that budget."""
    inside = folder / "src" / "pages"
    inside.mkdir(parents=True)
    (folder / ".gasoline.json").write_text(json.dumps({"budgets": {"default": {"load_ms": load_ms}}}))
    return inside


@pytest.fixture
def working_daemon(tmp_path: Path) -> Iterator[Daemon]:
    """Was started in a project that allows 900 ms."""
    daemon = Daemon(tmp_path / "state", cwd=project(tmp_path / "of the server", 900))
    assert daemon.post("/performance-snapshot", SNAPSHOT).status == 200
    yield daemon
    daemon.stop()


def overruns(talk: Talk) -> Any:
    greet(talk)
    talk.say(request("c", "tools/call", name="check_performance", arguments={}).encode())
    return json.loads(talk.hear()["result"]["content"][0]["text"])["over_budget"]


def test_the_forwarder_sends_the_directory_of_its_client(working_daemon: Daemon, tmp_path: Path) -> None:
    strict = StdioTalk(working_daemon, project(tmp_path / "strict", 500))
    generous = StdioTalk(working_daemon, project(tmp_path / "generous", 2000))
    assert overruns(strict) == [{"metric": "load_ms", "budget": 500, "value": 1000}]
    assert overruns(generous) == []
    for talk in (strict, generous):
        talk.discard()


def test_a_client_that_works_nowhere_gets_the_budgets_of_the_servers_project(working_daemon: Daemon) -> None:
    assert overruns(HttpTalk(working_daemon)) == [{"metric": "load_ms", "budget": 900, "value": 1000}]
