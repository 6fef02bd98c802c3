"""`gasoline pair`: how a person and a program give the code, and that it is no argument."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from daemon import Daemon

CODE = "0123-4567-89AB-CDEF"
CONNECTS = "The extension connects within a few seconds."
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no window opens")


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path_factory.mktemp("daemon"))
    yield daemon
    daemon.stop()


def pair(daemon: Daemon, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gasoline", "pair", *arguments]
    return subprocess.run(
        command, env=daemon.environment, input=typed, capture_output=True, text=True, timeout=60, check=False
    )


@contextmanager
def on_a_terminal(daemon: Daemon) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The command, and the end at which a person types."""
    person, terminal = os.openpty()
    command = [sys.executable, "-m", "gasoline", "pair"]
    with subprocess.Popen(
        command, env=daemon.environment, stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        os.close(terminal)
        try:
            yield running, person
        finally:
            os.close(person)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such terminals")
def test_on_a_terminal_it_asks_for_the_code(serving: Daemon) -> None:
    with on_a_terminal(serving) as (running, person):
        assert running.stderr is not None
        question = running.stderr.read(len("Code in the extension's popup"))
        assert question == "Code in the extension's popup"
        os.write(person, f"{CODE.lower()}\n".encode())
        said, _ = running.communicate(timeout=60)
    assert running.returncode == 0
    assert said.startswith(CONNECTS)


@needs_linux
def test_enter_in_place_of_a_code_opens_the_window(serving: Daemon) -> None:
    with on_a_terminal(serving) as (running, person):
        os.write(person, b"\n")
        said, _ = running.communicate(timeout=60)
    assert running.returncode == 0
    assert said.startswith("Within 60 s, save the server's URL")


@needs_linux
def test_without_a_terminal_it_opens_the_window_and_reads_nothing(serving: Daemon) -> None:
    assert pair(serving, typed=CODE).stdout.startswith("Within 60 s, save the server's URL")


def test_a_program_gives_the_code_on_standard_input(serving: Daemon) -> None:
    done = pair(serving, "-", typed=f"{CODE}\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(CONNECTS)


@pytest.mark.parametrize("typed", ["", "\n", "0123\n"])
def test_what_is_not_a_code_opens_nothing(serving: Daemon, typed: str) -> None:
    done = pair(serving, "-", typed=typed)
    assert (done.returncode, done.stdout) == (1, "")
    assert "is not a pairing code" in done.stderr


def test_a_code_among_the_arguments_is_refused(serving: Daemon) -> None:
    done = pair(serving, CODE)
    assert (done.returncode, done.stdout) == (2, "")
    assert "every user of this machine can read arguments" in done.stderr
