"""What differs on macOS and Windows, each behind one seam, with the other system's behavior injected."""

import ctypes
import importlib.util
import socket
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from gasoline.launch import daemon_lock, port_holder
from gasoline.launch.bind_port import bind_port
from gasoline.launch.connect import connect
from gasoline.launch.pid_alive import pid_alive
from gasoline.launch.runtime_file import Runtime

TIMED_OUT, ENDED = 0x102, 0


class Kernel32:
    """Windows' view of one process: none, running (waiting for it times out) or ended."""

    def __init__(self, handle: int, waited: int) -> None:
        self.handle = handle
        self.waited = waited
        self.closed: list[int] = []

    def OpenProcess(self, access: int, inherit: int, pid: int) -> int:
        assert (access, inherit, pid) == (0x00100000, 0, 4242)
        return self.handle

    def WaitForSingleObject(self, handle: int, milliseconds: int) -> int:
        assert (handle, milliseconds) == (self.handle, 0)
        return self.waited

    def CloseHandle(self, handle: int) -> None:
        self.closed.append(handle)


@pytest.mark.parametrize(("handle", "waited", "expected"), [(0, ENDED, False), (7, TIMED_OUT, True), (7, ENDED, False)])
def test_windows_is_asked_whether_a_process_runs(
    monkeypatch: pytest.MonkeyPatch, handle: int, waited: int, expected: bool
) -> None:
    kernel = Kernel32(handle, waited)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    assert pid_alive(4242) is expected
    assert kernel.closed == ([handle] if handle else [])


@pytest.mark.parametrize(("platform", "reuses"), [("linux", True), ("darwin", True), ("win32", False)])
def test_a_port_is_shared_with_nobody_on_windows(monkeypatch: pytest.MonkeyPatch, platform: str, reuses: bool) -> None:
    """There, SO_REUSEADDR would let another program listen on the same port."""
    monkeypatch.setattr(sys, "platform", platform)
    with bind_port(0) as listener:
        assert bool(listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)) is reuses


@pytest.mark.parametrize(
    ("printed", "described"),
    [("p4242\ncPython\nf5\n", "Python (pid 4242)"), ("", "another program"), ("pnonsense\n", "another program")],
)
def test_macos_is_asked_who_holds_a_port(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, printed: str, described: str
) -> None:
    lsof = tmp_path / "lsof"
    lsof.write_text(f"#!/bin/sh\nprintf '{printed.encode('unicode_escape').decode()}'\n")
    lsof.chmod(0o755)
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("PATH", f"{tmp_path}")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setattr(port_holder, "answers_as_gasoline", lambda _: False)
        assert port_holder.find_port_holder(silent.getsockname()[1]).describe() == described


def test_a_machine_without_lsof_names_nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(port_holder, "answers_as_gasoline", lambda _: False)
    assert port_holder.find_port_holder(1).describe() == "another program"


@pytest.fixture
def lock_on_windows(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module as Windows imports it, with a `msvcrt` that knows which handles are locked."""
    locked: set[int] = set()

    def locking(handle: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        if locked:
            raise OSError(13, "Permission denied")
        locked.add(handle)

    msvcrt = ModuleType("msvcrt")
    msvcrt.__dict__.update(locking=locking, LK_NBLCK=2)
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location("daemon_lock_on_windows", str(daemon_lock.__file__))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return SimpleNamespace(module=module, locked=locked)


def test_one_daemon_holds_the_lock_on_windows(lock_on_windows: Any, tmp_path: Path) -> None:
    first, second = (lock_on_windows.module.FileLock(str(tmp_path / "daemon.lock")) for _ in range(2))
    assert first.take()
    assert not second.take()
    lock_on_windows.locked.clear()
    first.release()
    assert second.take()
    second.release()


def test_without_unix_sockets_a_loopback_port_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "AF_UNIX")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with connect(Runtime(pid=1, port=7890, version="0", socket=address, token="t")) as connection:
            assert connection.getpeername()[1] == server.getsockname()[1]
