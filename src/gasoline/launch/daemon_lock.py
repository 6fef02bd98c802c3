"""One daemon for each state directory: the lock that it holds for its life."""
# pathlib would cost each AI client 3 ms at its start.
# ruff: noqa: PTH118

import os

from gasoline.launch.file_lock import FileLock
from gasoline.launch.runtime_file import StrPath, read_runtime
from gasoline.model.limits import LOCK_WAIT_S


class AlreadyRunning(Exception):
    """Another daemon holds this state directory."""


def hold_daemon_lock(state_dir: StrPath) -> FileLock:
    """The lock, ours until this process ends. A probe may hold it for a moment, so this waits a little."""
    lock = FileLock(os.path.join(state_dir, "daemon.lock"))
    if lock.take(LOCK_WAIT_S):
        return lock
    raise AlreadyRunning(_who(state_dir))


def daemon_lock_is_held(state_dir: StrPath) -> bool:
    lock = FileLock(os.path.join(state_dir, "daemon.lock"))
    free = lock.take()
    lock.release()
    return not free


def start_lock(state_dir: StrPath) -> FileLock:
    """For whoever replaces or starts a daemon: of many clients one does it and the others wait."""
    return FileLock(os.path.join(state_dir, "start.lock"))


def _who(state_dir: StrPath) -> str:
    runtime = read_runtime(state_dir)
    named = f"gasoline {runtime.version}, pid {runtime.pid}, port {runtime.port}" if runtime else "it is starting"
    return (
        f"a gasoline server already runs for {os.fspath(state_dir)} ({named}). "
        "Use that one, end it with `gasoline stop`, or give this one its own --state-dir and --port."
    )
