"""Starts a daemon that outlives its starter, and waits until it accepts connections."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from gasoline.launch.daemon_lock import STARTUP_POLL_S, daemon_lock_is_held
from gasoline.launch.find_daemon import STARTUP_WAIT_S, NoDaemon, find_daemon
from gasoline.launch.runtime_file import Runtime, StrPath
from gasoline.model.units import MIB

DAEMON_LOG_BYTES = 1 * MIB  # daemon.log keeps its newest half above
DAEMON_LOG_QUOTE_LINES = 8  # lines of daemon.log in an error


def start_daemon(state_dir: str, port: int) -> Runtime:
    log = open_daemon_log(state_dir)
    try:
        begin = os.fstat(log).st_size
        process = _spawn(state_dir, port, log)
    except OSError as error:
        raise NoDaemon(f"could not start the server with {sys.executable}: {error}") from error
    finally:
        os.close(log)
    runtime = _wait_for_daemon(state_dir, process)
    if runtime is None:
        process.terminate()
        raise NoDaemon(_explain(state_dir, port, quote_daemon_log(state_dir, begin)))
    # Reaps it when it exits, so that its process id does not appear to be in use.
    threading.Thread(target=process.wait, daemon=True).start()
    return runtime


def _spawn(state_dir: str, port: int, log: int) -> subprocess.Popen[bytes]:
    # -P and the state directory as working directory: a `json.py` in the user's project must not be imported.
    command = [sys.executable, "-P", "-m", "gasoline", "serve", "--by-program"]
    command += ["--port", str(port), "--state-dir", state_dir]
    detached = getattr(subprocess, "DETACHED_PROCESS", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    return subprocess.Popen(  # noqa: S603 - our own program
        command,
        cwd=state_dir,
        env=_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=log,
        start_new_session=True,
        creationflags=detached,
    )


def _environment() -> dict[str, str]:
    environment = dict(os.environ)
    if search_path := environment.get("PYTHONPATH"):
        absolute = (os.path.abspath(part) for part in search_path.split(os.pathsep) if part)  # noqa: PTH100
        environment["PYTHONPATH"] = os.pathsep.join(absolute)
    return environment


def _wait_for_daemon(state_dir: str, process: subprocess.Popen[bytes]) -> Runtime | None:
    deadline = time.monotonic() + STARTUP_WAIT_S
    while time.monotonic() < deadline:
        # In this order, so that a daemon that won the race against ours is found before we give up.
        hopeless = process.poll() is not None and not daemon_lock_is_held(state_dir)
        runtime = find_daemon(state_dir)
        if runtime is not None or hopeless:
            return runtime
        time.sleep(STARTUP_POLL_S)
    return None


def _explain(state_dir: str, port: int, written: str) -> str:
    reason = written or f"it wrote nothing to {daemon_log_path(state_dir)} within {STARTUP_WAIT_S:.0f} s"
    next_step = f"Run `gasoline doctor`, or `gasoline serve --port {port}` to watch it start."
    return f"the server did not start: {reason}\n{next_step}"


def open_daemon_log(state_dir: StrPath) -> int:
    """A handle for appending, and for reading: a file that has grown too long keeps its newest half."""
    handle = os.open(daemon_log_path(state_dir), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    shorten(handle)
    return handle


def is_daemon_log(handle: int, state_dir: StrPath) -> bool:
    """Whether this is the file that we made: what a person redirects elsewhere is theirs."""
    try:
        return os.path.samestat(os.fstat(handle), daemon_log_path(state_dir).stat())
    except OSError:
        return False


def shorten(handle: int) -> None:
    size = os.fstat(handle).st_size
    if size <= DAEMON_LOG_BYTES:
        return
    os.lseek(handle, size - DAEMON_LOG_BYTES // 2, os.SEEK_SET)
    newest = os.read(handle, DAEMON_LOG_BYTES // 2).partition(b"\n")[2]
    os.ftruncate(handle, 0)
    os.write(handle, newest)


def quote_daemon_log(state_dir: StrPath, since: int) -> str:
    """The last lines written after the first `since` bytes."""
    try:
        written = daemon_log_path(state_dir).read_bytes()[since:]
    except OSError:
        return ""
    lines = written.decode("utf-8", errors="replace").strip().splitlines()
    return "\n".join(lines[-DAEMON_LOG_QUOTE_LINES:])


def daemon_log_path(state_dir: StrPath) -> Path:
    return Path(state_dir) / "daemon.log"
