"""`gasoline doctor` on the AI clients of a machine: found, set up, startable."""

import json
from pathlib import Path
from typing import Any

import pytest
from home import Home


@pytest.fixture
def person(home: Home) -> Home:
    """A person whose home has nothing in it yet."""
    moved = [name for name in home.env if name.endswith(("_CONFIG_DIR", "_CONFIG_HOME"))]
    for name in moved:
        del home.env[name]
    home.env |= {"HOME": str(home.folder), "TERM": "dumb"}
    return home


def clients(person: Home) -> Any:
    report = person.json_of("doctor", "--json")
    return next(check for check in report["checks"] if check["id"] == "clients")


def cursor(person: Home, text: str = "{}") -> Path:
    file = person.folder / ".cursor" / "mcp.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return file


def test_where_there_is_no_client_the_command_names_them(person: Home) -> None:
    found = clients(person)
    assert found["status"] == "warn"
    assert "gasoline install CLIENT" in found["fix"]


def test_a_client_without_the_entry_is_mended_by_the_command_it_names(person: Home) -> None:
    cursor(person)
    found = clients(person)
    assert (found["status"], found["message"]) == ("warn", "Cursor: gasoline is not in its file")
    command = found["fix"].split("`")[1].split()
    assert command == ["gasoline", "install", "cursor"]
    assert person.run(*command[1:]).returncode == 0
    assert clients(person)["status"] == "ok"


def test_an_entry_that_starts_a_program_which_is_gone_is_found(person: Home) -> None:
    gone = str(person.folder / "old-venv" / "gasoline")
    cursor(person, json.dumps({"mcpServers": {"gasoline": {"command": gone, "args": ["mcp"]}}}))
    found = clients(person)
    assert (found["status"], gone in found["message"]) == ("warn", True)


def test_a_damaged_file_is_named_with_its_place(person: Home) -> None:
    file = cursor(person, '{\n  "mcpServers": {,}\n}')
    assert f"{file}:2:18" in clients(person)["message"]


def test_an_entry_with_an_address_needs_no_program(person: Home) -> None:
    cursor(person, '{"mcpServers": {"gasoline": {"url": "http://127.0.0.1:7890/mcp"}}}')
    assert clients(person)["status"] == "ok"


def test_nothing_is_written_by_looking(person: Home) -> None:
    file = cursor(person)
    before = file.stat().st_mtime_ns
    clients(person)
    assert file.stat().st_mtime_ns == before
    assert list(file.parent.iterdir()) == [file]
