"""A command without a pseudo-terminal, as on Windows: everything it prints arrives, and its tree can be ended."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from daemon import wait_until

from gasoline.launch.dev_server import portable_command, posix_command
from gasoline.launch.dev_server.capture_thread import CaptureThread
from gasoline.launch.dev_server.command import start
from gasoline.launch.dev_server.portable_command import PortableCommand, end_tree
from gasoline.launch.pid_alive import pid_alive

# Runs a command as `gasoline run` does there, without a capture.
WRAPPER = """
import sys
from gasoline.launch.dev_server import portable_command
from gasoline.launch.dev_server.capture_thread import CaptureThread

class NoCapture(CaptureThread):
    def __init__(self): pass
    def put(self, stream, data): pass

portable_command.SERVER_DRAIN_S = 0.01
sys.exit(portable_command.PortableCommand(sys.argv[1:]).pump(NoCapture()))
"""
WRAPPED = [sys.executable, "-c", WRAPPER]
PYTHON = [sys.executable, "-u", "-c"]


class NoCapture(CaptureThread):
    def __init__(self) -> None:
        """Without a daemon."""

    def put(self, stream: str, data: bytes) -> None:
        """Nobody wants it."""


# RUN-01
def test_a_slow_reader_gets_everything(tmp_path: Path) -> None:
    pid, size = tmp_path / "pid", 150_000  # less than all pipes in between take, so that the command can end before
    code = f"import os; open({str(pid)!r}, 'w').write(str(os.getpid())); print({size} * 'x', end='')"
    with subprocess.Popen([*WRAPPED, *PYTHON, code], stdout=subprocess.PIPE) as wrapper:
        wait_until(lambda: pid.exists() and pid.read_text() and not pid_alive(int(pid.read_text())), "its end")
        with pytest.raises(subprocess.TimeoutExpired):
            wrapper.wait(0.3)
        printed, _ = wrapper.communicate(timeout=30)
    assert (len(printed), wrapper.returncode) == (size, 0)


# RUN-02
def test_a_process_that_keeps_the_pipe_open_does_not_hold_us(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = (
        "import os, time\n"
        "ready, done = os.pipe()\n"
        "if os.fork(): os.read(ready, 1); os._exit(4)\n"
        f"open({str(pid)!r}, 'w').write(str(os.getpid())); os.write(done, b'x'); time.sleep(60)"
    )
    with subprocess.Popen([*WRAPPED, *PYTHON, code]) as wrapper:
        assert wrapper.wait(30) == 4
    os.kill(int(pid.read_text()), signal.SIGKILL)


def test_a_program_is_found_with_the_ending_that_the_system_adds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "npm.cmd"
    script.write_text("#!/bin/sh\necho npm $1\n")
    script.chmod(0o755)
    monkeypatch.setattr(portable_command, "find_program", lambda name: str(script) if name == "npm" else None)
    assert PortableCommand(["npm", "dev"]).pump(NoCapture()) == 0
    assert capfd.readouterr().out == "npm dev\n"


def test_a_signal_ends_the_tree_of_the_command(capfd: pytest.CaptureFixture[str]) -> None:
    ended: list[int] = []

    def end(pid: int) -> None:
        ended.append(pid)
        os.kill(pid, signal.SIGKILL)

    class SignalOnOutput(NoCapture):
        def put(self, stream: str, data: bytes) -> None:
            if data.startswith(b"ready"):  # the end of the line may come by itself
                os.kill(os.getpid(), signal.SIGTERM)

    command = PortableCommand([*PYTHON, "print('ready')\nimport time; time.sleep(60)"], end)
    assert command.pump(SignalOnOutput()) == 128 + 9
    assert ended == [command.pid]


def test_on_windows_the_tree_is_ended_by_taskkill(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[Any] = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(subprocess, "run", lambda words, **_: called.append(words))
    end_tree(7)
    assert called == [["taskkill", "/T", "/F", "/PID", "7"]]


# RUN-01
def test_without_a_free_pseudo_terminal_the_command_runs_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("out of pty devices")

    monkeypatch.setattr(pty, "openpty", refuse)
    monkeypatch.setattr(posix_command, "OuterTerminal", AnyTerminal)
    command = start([sys.executable, "-c", "pass"])
    assert isinstance(command, PortableCommand)
    assert command.pump(NoCapture()) == 0


class AnyTerminal:
    """Stands for the terminal that a test runner does not have."""

    exists = True
