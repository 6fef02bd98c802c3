"""Starts a daemon that outlives its starter, and waits until it accepts connections."""

import os
import subprocess
import sys
import threading
import time

from gasoline.launch.daemon_lock import daemon_lock_is_held
from gasoline.launch.daemon_log import daemon_log_path, open_daemon_log, quote_daemon_log
from gasoline.launch.find_daemon import NoDaemon, find_daemon
from gasoline.launch.runtime_file import Runtime
from gasoline.model.limits import STARTUP_POLL_S, STARTUP_WAIT_S


def start_daemon(state_dir: str, port: int) -> Runtime:
    log = open_daemon_log(state_dir)
    try:
        begin = os.fstat(log).st_size
        process = _spawn(state_dir, port, log)
    except OSError as error:
        raise NoDaemon(f"the server could not be started with {sys.executable}: {error}") from error
    finally:
        os.close(log)
    runtime = _wait_for_daemon(state_dir, process)
    if runtime is None:
        process.terminate()
        raise NoDaemon(_explain(state_dir, port, quote_daemon_log(state_dir, begin)))
    # Collects it when it ends, so that its process id does not seem to be in use.
    threading.Thread(target=process.wait, daemon=True).start()
    return runtime


def _spawn(state_dir: str, port: int, log: int) -> subprocess.Popen[bytes]:
    # -P and the state directory as working directory: a `json.py` in the user's project must not be imported.
    command = [sys.executable, "-P", "-m", "gasoline", "serve", "--port", str(port), "--state-dir", state_dir]
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
        # In this order: a daemon that won the race against ours is seen before we give up.
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
