"""Secrets in what a server prints, and in how it was started, leave the daemon by no exit."""

import sys
from pathlib import Path
from typing import Any, cast

import pytest
from daemon import Daemon, wait_until
from parts import NOW, Parts
from run_processes import ECHO, started

from gasoline.launch.connect import ask
from gasoline.launch.dev_server.run_command import shown_command
from gasoline.launch.runtime_file import read_runtime
from gasoline.launch.server_output.entry_builder import EntryBuilder
from gasoline.launch.server_output.line_reader import LineReader
from gasoline.model.server_bounds import SERVER_COMMAND_CHARS

# As `openssl genrsa -traditional` writes it, with other letters.
KEY = """\
-----BEGIN RSA PRIVATE KEY-----
MIIEpAIBAAKCAQEAx7Zt4mXcV9pLw2RkYb8N1sHfJd6Gu3EaK5tBv0Qh+YzTn3Wo
R8uLs2VdXk7CmJfPq4ZyHgAeNw9+TbKi6rDx1UoSvE5hM3aQjGtFzYnC0lB7pI2W
k4XvOsVdRmTgEuHyLcNqJfZaBx8PwK1i/M6D3hS5rUt9G7oQ2CeAnYjX0lFbVzIW
4kT8pKsN
-----END RSA PRIVATE KEY-----"""
LINES = KEY.split("\n")
PIECES = LINES[1:-1]


class Output:
    """Lines of a server on their way to the answer."""

    def __init__(self) -> None:
        self._reader, self._builder = LineReader(), EntryBuilder("stdout", "/app")
        self.entries: list[dict[str, Any]] = []

    def print(self, text: str) -> None:
        for line in self._reader.feed(f"{text}\n".encode()):
            self.entries += self._builder.add(line, 0.0)

    def flush(self) -> None:
        self.entries += self._builder.finish()

    def lose_lines(self) -> None:
        self._reader.skip_line()
        self.entries += self._builder.skip()

    @property
    def text(self) -> str:
        self.flush()
        return "\n".join(entry["text"] for entry in self.entries)


def pieces_in(text: str) -> list[str]:
    return [piece for piece in PIECES if piece[:8] in text]


# MASK-01, RUN-10
async def test_a_private_key_that_is_printed_line_by_line_is_in_no_answer(tmp_path: Path) -> None:
    output, parts = Output(), Parts(tmp_path)
    output.print(f"starting\n{KEY}\nlistening on port 3000")
    output.flush()
    parts.send("server_logs", *({**entry, "ts": NOW, "name": "api"} for entry in output.entries))
    entries = await parts.ask("get_server_logs")
    assert [entry["text"] for entry in entries][::-1] == [
        "starting",
        "-----BEGIN RSA PRIVATE KEY-----[redacted]",
        "listening on port 3000",
    ]


@pytest.mark.parametrize("prefix", ["    ", "api-1  | ", "[0] ", "> "])
def test_a_key_behind_indents_or_the_name_of_a_process_is_left_out(prefix: str) -> None:
    output = Output()
    output.print("\n".join(f"{prefix}{line}" for line in LINES))
    assert pieces_in(output.text) == []


def test_a_key_that_node_prints_in_an_object_is_left_out() -> None:
    output = Output()
    quoted = " +\n".join(f"    '{line}\\n'" for line in LINES)
    output.print(f"{{\n  key: {quoted.strip()},\n  port: 3000\n}}")
    assert pieces_in(output.text) == []
    assert "port: 3000" in output.text


def test_lines_of_other_processes_between_those_of_a_key_are_kept() -> None:
    output = Output()
    complete = [line for line in LINES if line != PIECES[-1]]
    output.print("\n".join(f"{line}\nrequest {number} took 3 ms" for number, line in enumerate(complete)))
    assert pieces_in(output.text) == []
    assert output.text.count("took 3 ms") == len(complete)


def test_a_key_in_the_message_of_an_exception_is_left_out_and_the_exception_is_not() -> None:
    output = Output()
    output.print(
        f'Traceback (most recent call last):\n  File "/app/a.py", line 3, in f\nValueError: bad {KEY}\nINFO: after'
    )
    assert pieces_in(output.text) == []
    assert output.entries[0]["exception"]["message"] == "bad -----BEGIN RSA PRIVATE KEY-----"
    assert output.entries[-1]["text"] == "INFO: after"


def test_an_answer_in_the_middle_of_a_key_does_not_let_the_rest_pass() -> None:
    output = Output()
    for line in LINES:
        output.print(line)
        output.flush()
    assert pieces_in(output.text) == []


@pytest.mark.parametrize("lost", [1, 2, 3])
def test_the_rest_of_a_key_after_a_gap_is_left_out(lost: int) -> None:
    output = Output()
    output.lose_lines()
    output.print("half a line")
    output.print("\n".join([*LINES[lost:], "done"]))
    assert output.text == "done"


def test_a_line_that_only_mentions_a_key_hides_no_sentence() -> None:
    output = Output()
    output.print("expected -----BEGIN PRIVATE KEY----- in key.pem\nusing a generated key instead\nready")
    assert output.text.endswith("using a generated key instead\nready")


SECRET = "ghp_Zx81aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY"


# MASK-01
def test_neither_status_nor_health_show_a_secret_of_the_command(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "state")
    try:
        with started(daemon, ECHO, more=[f"--token={SECRET}"]):
            runtime = read_runtime(str(daemon.state_dir))
            assert runtime
            wait_until(lambda: ask(runtime, "status")["server_runs"], "the command")
            (run,) = cast("list[dict[str, str]]", ask(runtime, "status")["server_runs"])
            assert sys.executable in run["command"]
            assert "[redacted]" in run["command"]
            assert daemon.call("get_health")["server_runs"][0]["command"] == run["command"]
    finally:
        daemon.stop()


# MASK-03
def test_a_command_that_is_too_long_ends_between_words() -> None:
    shown = shown_command(["serve", "x" * (SERVER_COMMAND_CHARS - 30), f"--token={SECRET}", "more"])
    assert shown == f"serve {'x' * (SERVER_COMMAND_CHARS - 30)} …"
    assert shown_command(["npm", "run", "my app"]) == "npm run 'my app'"
