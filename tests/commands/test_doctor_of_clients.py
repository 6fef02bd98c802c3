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


def test_a_client_without_the_entry_is_fixed_by_the_command_it_names(person: Home) -> None:
    cursor(person)
    found = clients(person)
    message = "gasoline is in the configuration of no AI client; found: Cursor"
    assert (found["status"], found["message"]) == ("warn", message)
    command = found["fix"].split("`")[1].split()
    assert command == ["gasoline", "install", "cursor"]
    assert person.run(*command[1:]).returncode == 0
    assert clients(person)["status"] == "ok"


def test_clients_without_the_entry_are_one_short_line_and_one_command(person: Home) -> None:
    cursor(person)
    for folder in (".codex", ".gemini", ".config/zed"):
        (person.folder / folder).mkdir(parents=True)
    found = clients(person)
    assert found["message"].endswith("found: Cursor, Zed, Gemini CLI, Codex")
    assert found["fix"] == "Run `gasoline install cursor zed gemini codex`, then restart them."


def test_one_client_with_the_entry_is_enough(person: Home) -> None:
    cursor(person, '{"mcpServers": {"gasoline": {"url": "http://127.0.0.1:7890/mcp"}}}')
    (person.folder / ".codex").mkdir()
    found = clients(person)
    assert (found["status"], found["message"]) == ("ok", "gasoline is set up in Cursor; not in Codex")


def test_no_command_is_suggested_that_would_refuse(person: Home) -> None:
    """`gasoline install` does not touch a file that it cannot read: a person has to correct it first."""
    cursor(person, '{"mcpServers": {,}}')
    assert person.run("install", "cursor").returncode == 1
    assert clients(person)["fix"] == "Correct the file, then run `gasoline install cursor`."


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
