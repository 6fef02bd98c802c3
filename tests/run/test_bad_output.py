"""Output that is not text, never ends its line, or comes while the clock jumps: from the command to the answer."""

import subprocess
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from run_processes import ECHO, PYTHON, say, started

from gasoline.analysis.health.checks import check_report
from gasoline.commands.status import servers_as_text
from gasoline.model.server_bounds import SERVER_LINE_BYTES


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path / "state")
    yield daemon
    daemon.stop()


def entries(daemon: Daemon) -> list[dict[str, Any]]:
    """Oldest first."""
    return list(daemon.call("get_server_logs", limit=200))[::-1]


def read(wrapper: subprocess.Popen[bytes], size: int) -> bytes:
    assert wrapper.stdout
    return wrapper.stdout.read(size)


# RUN-01, RUN-05
def test_a_line_that_never_ends_arrives_in_pieces_between_words(daemon: Daemon) -> None:
    words = 6_000
    code = f"import sys\nsys.stdout.write({words} * 'word ')\nsys.stdout.flush()\nsys.stdin.read()"
    with started(daemon, code) as wrapper:
        assert read(wrapper, 5 * words) == words * b"word "
    pieces = [entry["text"] for entry in entries(daemon)]
    assert " ".join(pieces).split() == words * ["word"]
    assert len(pieces) > 1
    assert max(map(len, pieces)) <= SERVER_LINE_BYTES


# RUN-01, RUN-05
def test_invalid_utf8_passes_unchanged_and_is_captured_as_text(daemon: Daemon) -> None:
    data = b"caf\xc3\xa9 \xff\xfe \xc3( \xf0\x9f\x8d\n" + bytes(range(0x80, 0x100)) + b"\nnext\n"
    with started(
        daemon, f"import sys\nsys.stdout.buffer.write({data!r})\nsys.stdout.flush()\nsys.stdin.read()"
    ) as wrapper:
        assert read(wrapper, len(data)) == data
        broken, high, following = [entry["text"] for entry in entries(daemon)]
    assert broken == "caf\u00e9 \ufffd\ufffd \ufffd( \ufffd"
    assert set(high) == {"\ufffd"}
    assert following == "next"


# The wrapper with a clock that differs from the system's by the seconds in a file.
SHIFTED = """
import sys, time
real, file = time.time, sys.argv[1]
time.time = lambda: real() + float(open(file).read())
from gasoline.launch.dev_server.run_command import run_command
sys.exit(run_command(sys.argv[3:], sys.argv[2], "api"))
"""


# RUN-03
def test_a_clock_that_jumps_loses_and_repeats_nothing(daemon: Daemon, tmp_path: Path) -> None:
    shift = tmp_path / "shift"
    shift.write_text("0")
    command = [*PYTHON, SHIFTED, str(shift), str(daemon.state_dir), *PYTHON, ECHO]
    with subprocess.Popen(command, env=daemon.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as wrapper:
        for number, seconds in enumerate((0, -3_600, 7_200, 0)):
            replacement = tmp_path / "next"
            replacement.write_text(str(seconds))
            replacement.replace(shift)
            say(wrapper, f"line {number}")
        wait_until(lambda: len(entries(daemon)) == 4, "the lines")
        found = entries(daemon)
        assert wrapper.stdin
        wrapper.stdin.close()
        assert wrapper.wait(30) == 0
    assert [entry["text"] for entry in found] == ["line 0", "line 1", "line 2", "line 3"]
    first, back, ahead, last = (datetime.fromisoformat(entry["ts"]) for entry in found)
    assert back < first < last < ahead


def run(**more: Any) -> dict[str, Any]:
    return {"name": "api", "command": "npm run dev", "since": "T", "running": True, "lines_dropped": 0, **more}


def servers_check(*runs: dict[str, Any]) -> tuple[str, str] | None:
    found = {check.id: check for check in check_report({"server_runs": list(runs)})}.get("servers")
    return (found.status, found.message) if found else None


def test_a_server_whose_lines_were_dropped_is_a_problem_and_a_running_one_is_in_order() -> None:
    assert servers_check() is None
    assert servers_check(run(running=False)) is None
    assert servers_check(run(), run(running=False)) == ("ok", 'server output is captured: "api since T"')
    assert servers_check(run(lines_dropped=7), run(name="web")) == (
        "warn",
        "server output came faster than it could be kept; lines dropped: 7 of api",
    )


def test_status_says_how_many_lines_of_a_running_server_were_dropped() -> None:
    assert servers_as_text([run(lines_dropped=7), run(name="web"), run(name="old", running=False)]) == [
        "servers:    api (npm run dev, since T, 7 lines dropped), web (npm run dev, since T)"
    ]
