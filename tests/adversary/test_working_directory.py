"""A hostile project: files in the working directory that are named like our modules or like a browser."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from home import Home, home

from gasoline.commands.find_browser import BrowserMissing, find_browser
from gasoline.commands.install.targets import own_command
from gasoline.launch.find_program import find_program
from gasoline.launch.port_holder import _holder_by_lsof

__all__ = ["home"]

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Modules that leave a mark when they are imported."""
    project = tmp_path / "project"
    project.mkdir()
    for name in ("gasoline", "json", "socket", "msgspec"):
        (project / f"{name}.py").write_text(f"open({str(tmp_path / 'imported')!r}, 'a').write('{name} ')\n")
    return project


def written_entry(home: Home) -> tuple[str, list[str]]:
    """What `python -m gasoline install` wrote for a client."""
    settings = home.folder / ".cursor" / "mcp.json"
    settings.parent.mkdir()
    settings.write_text("{}")
    home.env["HOME"] = str(home.folder)
    assert home.run("install", "cursor").returncode == 0
    entry = json.loads(settings.read_text())["mcpServers"]["gasoline"]
    return entry["command"], entry["args"]


def start_in(project: Path, home: Home, command: list[str]) -> str:
    # As a client starts it: our package is found where it is installed.
    env = {name: value for name, value in home.env.items() if name != "PYTHONPATH"}
    said = json.dumps(INITIALIZE) + "\n"
    done = subprocess.run(
        command, cwd=project, env=env, input=said, capture_output=True, text=True, timeout=60, check=False
    )
    return done.stdout


# CLI-08
def test_the_entry_that_install_writes_runs_nothing_of_the_project(home: Home, project: Path) -> None:
    command, arguments = written_entry(home)
    answer = json.loads(start_in(project, home, [command, *arguments]).splitlines()[0])
    assert answer["result"]["serverInfo"]["name"] == "gasoline"
    assert not (home.folder / "imported").exists()


def test_without_the_flag_the_project_would_have_been_run(home: Home, project: Path) -> None:
    command, arguments = written_entry(home)
    start_in(project, home, [command, *(word for word in arguments if word != "-P")])
    assert (home.folder / "imported").exists()


def program(folder: Path, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return file


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A project as working directory on Windows; returns the folder on the PATH."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    monkeypatch.setenv("PATHEXT", ".COM;.EXE")
    monkeypatch.delenv("GASOLINE_BROWSER", raising=False)
    return tmp_path / "programs"


@pytest.mark.parametrize("name", ["chromium", "chromium.EXE", "google-chrome.EXE"])
def test_a_browser_in_the_working_directory_is_not_started(windows: Path, name: str) -> None:
    program(Path.cwd(), name)
    with pytest.raises(BrowserMissing):
        find_browser()
    installed = program(windows, "chromium.EXE")
    assert find_browser() == installed


def test_a_bare_name_in_the_environment_is_not_looked_for_in_the_working_directory(
    windows: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(Path.cwd(), "chromium.EXE")
    monkeypatch.setenv("GASOLINE_BROWSER", "chromium")
    with pytest.raises(BrowserMissing):
        find_browser()
    monkeypatch.setenv("GASOLINE_BROWSER", f".{os.sep}chromium.EXE")
    assert find_browser() == Path.cwd() / "chromium.EXE"


@pytest.mark.skipif(sys.platform == "win32", reason="lsof is a program of POSIX systems, without an ending")
@pytest.mark.parametrize("entry", [".", "", "bin"])
def test_relative_entries_of_the_path_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    program(tmp_path / entry, "lsof")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", entry)
    assert find_program("lsof") is None
    assert _holder_by_lsof(1) == (None, None)


def test_a_file_of_our_name_in_the_working_directory_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, "gasoline")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "")
    assert own_command("gasoline", "/usr/bin/python3") == ("/usr/bin/python3", ["-P", "-m", "gasoline", "mcp"])
