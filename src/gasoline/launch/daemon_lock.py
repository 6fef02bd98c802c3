"""The lock that a daemon holds while it runs: one daemon per state directory."""

import os
import sys
import time

# pathlib would add 3 ms to the start of every AI client.
# ruff: noqa: PTH118
from gasoline.launch.runtime_file import StrPath, read_runtime

STARTUP_POLL_S = 0.02
LOCK_WAIT_S = 0.5  # a probe may hold the daemon's lock for a moment

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Held until `release` or the end of the process."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._handle: int | None = None

    def take(self, wait_s: float = 0.0) -> bool:
        """Whether we got the lock; retries until `wait_s` have passed."""
        deadline = time.monotonic() + wait_s
        while not self._take_now():
            if time.monotonic() >= deadline:
                return False
            time.sleep(STARTUP_POLL_S)
        return True

    def release(self) -> None:
        if self._handle is None:
            return
        os.close(self._handle)
        self._handle = None

    def _take_now(self) -> bool:
        # Python opens files non-inheritable: a browser or daemon that we start must not keep the lock.
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(handle)
        except OSError:
            os.close(handle)
            return False
        self._handle = handle
        return True


class AlreadyRunning(Exception):
    """Another daemon holds this state directory."""


def hold_daemon_lock(state_dir: StrPath) -> FileLock:
    """Takes the lock until this process ends. Waits briefly, because a probe may hold it for a moment."""
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
    """The lock for starting or replacing a daemon: one client does it and the others wait."""
    return FileLock(os.path.join(state_dir, "start.lock"))


def _who(state_dir: StrPath) -> str:
    runtime = read_runtime(state_dir)
    named = f"gasoline {runtime.version}, pid {runtime.pid}, port {runtime.port}" if runtime else "it is starting"
    return (
        f"a gasoline server is already running for {os.fspath(state_dir)} ({named}). "
        "Use that one, stop it with `gasoline stop`, or start this one with its own --state-dir and --port."
    )
