"""Whoever reaches the port makes the server log: neither its log nor its disk fills up."""

import logging
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from home import Home, home

from gasoline.launch.logging_bounds import (
    DAEMON_LOG_PERIOD_S,
    DAEMON_LOG_RECORD_CHARS,
    DAEMON_LOG_REPEATS,
    OneEntry,
    Repeats,
)
from gasoline.launch.start_daemon import DAEMON_LOG_BYTES, daemon_log_path, open_daemon_log, shorten

__all__ = ["home"]

# The beginning of a TLS handshake, as a page sends it by fetch("https://127.0.0.1:7890").
CLIENT_HELLO = bytes.fromhex("16030100c8010000c40303") + b"\x00" * 197
KNOCKS = 300


def knock(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(CLIENT_HELLO)
        while connection.recv(4096):
            continue


def test_a_page_that_knocks_with_tls_leaves_a_few_lines(home: Home) -> None:
    home.run("call", "observe", "what=health")
    log = daemon_log_path(home.state_dir)
    before = log.stat().st_size
    for _ in range(KNOCKS):
        knock(home.runtime.port)
    lines = log.read_bytes()[before:].splitlines()
    assert 1 <= len(lines) <= DAEMON_LOG_REPEATS, lines


FLOOD = """
import logging, os, sys
from gasoline.launch.logging_bounds import start_logging
start_logging(sys.argv[1])
largest = 0
for line in range(int(sys.argv[2])):
    text = f"{line:06} " + "x" * 950
    logging.getLogger().handle(logging.LogRecord("x", logging.INFO, "file.py", line, text, (), None))
    largest = max(largest, os.fstat(2).st_size)
print(largest)
"""


# SRV-15
def test_what_a_server_logs_to_its_own_file_stays_below_its_limit(tmp_path: Path) -> None:
    """As the server sets its log up, with stderr where its starter points it; each message has its own line of code."""
    number = 3 * DAEMON_LOG_BYTES // 1000
    log = open_daemon_log(tmp_path)
    try:
        command = [sys.executable, "-c", FLOOD, str(tmp_path), str(number)]
        done = subprocess.run(command, stderr=log, stdout=subprocess.PIPE, check=True, timeout=60)
    finally:
        os.close(log)
    assert DAEMON_LOG_BYTES // 2 < int(done.stdout) <= DAEMON_LOG_BYTES + DAEMON_LOG_RECORD_CHARS
    content = daemon_log_path(tmp_path).read_text()
    assert len(content) <= DAEMON_LOG_BYTES
    assert f"{number - 1:06} x" in content, "the newest is kept"


def test_a_log_that_is_not_the_servers_own_file_is_not_shortened(tmp_path: Path) -> None:
    """`gasoline serve 2> my.log`: that file is the person's."""
    number = 2 * DAEMON_LOG_BYTES // 1000
    with (tmp_path / "my.log").open("wb") as log:
        command = [sys.executable, "-c", FLOOD, str(tmp_path), str(number)]
        subprocess.run(command, stderr=log, stdout=subprocess.DEVNULL, check=True, timeout=60)
    assert (tmp_path / "my.log").stat().st_size > DAEMON_LOG_BYTES


# SRV-15
def test_shortening_keeps_the_newest_complete_lines(tmp_path: Path) -> None:
    handle = open_daemon_log(tmp_path)
    try:
        for number in range(3 * DAEMON_LOG_BYTES // 1000):
            os.write(handle, f"{number:06} ".encode() + b"x" * 992 + b"\n")
            shorten(handle)
            assert daemon_log_path(tmp_path).stat().st_size <= DAEMON_LOG_BYTES
    finally:
        os.close(handle)
    lines = daemon_log_path(tmp_path).read_text().splitlines()
    numbers = [int(line.split()[0]) for line in lines]
    assert numbers == list(range(numbers[0], number + 1))
    assert len(numbers) >= DAEMON_LOG_BYTES // 2000 - 1


def record(line: int, message: str, *args: object) -> logging.LogRecord:
    return logging.LogRecord("x", logging.WARNING, "file.py", line, message, args, None)


def test_repeated_messages_are_counted_and_others_pass() -> None:
    now = [0.0]
    repeats = Repeats(lambda: now[0])
    passed = [repeats.filter(record(1, "knock %s", number)) for number in range(20)]
    assert passed == [True] * DAEMON_LOG_REPEATS + [False] * (20 - DAEMON_LOG_REPEATS)
    assert repeats.filter(record(2, "another"))
    now[0] = DAEMON_LOG_PERIOD_S
    late = record(1, "knock %s", 20)
    assert repeats.filter(late)
    assert late.getMessage() == f"knock 20 (and {20 - DAEMON_LOG_REPEATS} more like it before)"


@pytest.mark.parametrize("text", ["a\n2026-11-18 INFO gasoline: forged", "a\r\x1b[2Jb", "\u202eb"])
def test_text_from_outside_cannot_begin_an_entry_or_move_the_cursor(text: str) -> None:
    entry = OneEntry("%(message)s").format(record(1, "%s", text))
    assert entry.isprintable()


def test_an_entry_has_a_largest_size() -> None:
    entry = OneEntry("%(message)s").format(record(1, "x" * 10 * DAEMON_LOG_RECORD_CHARS))
    assert len(entry) < DAEMON_LOG_RECORD_CHARS + 50
