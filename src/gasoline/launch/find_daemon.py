"""Finds, stops or starts the daemon of a state directory."""

import time
from contextlib import suppress

from gasoline import __version__
from gasoline.launch.connect import NoAnswer, accepts, ask
from gasoline.launch.daemon_lock import STARTUP_POLL_S, daemon_lock_is_held, start_lock
from gasoline.launch.pid_alive import pid_alive
from gasoline.launch.port import DEFAULT_PORT
from gasoline.launch.runtime_file import Runtime, read_runtime

STARTUP_WAIT_S = 20.0  # a forwarder waits for its daemon

STOP_WAIT_S = 10.0  # a daemon asked to stop


class NoDaemon(Exception):
    """No daemon is available; the message says why and what to do."""


def find_daemon(state_dir: str) -> Runtime | None:
    """The running daemon; None if `runtime.json` is stale, damaged or missing."""
    runtime = read_runtime(state_dir)
    return runtime if runtime is not None and accepts(runtime) else None


def ensure_daemon(
    state_dir: str, port: int | None, *, any_port: bool = False, replace_other_version: bool = False
) -> Runtime:
    """The running daemon, or a new one. A daemon on another port than `port` is accepted only with `any_port`."""
    required = None if any_port else port
    runtime = find_daemon(state_dir)
    if runtime is not None and not (replace_other_version and runtime.version != __version__):
        return _on_port(runtime, state_dir, required)
    lock = start_lock(state_dir)
    lock.take(
        STARTUP_WAIT_S + STOP_WAIT_S
    )  # timed out waiting for the lock: the daemon's own lock still admits only one
    try:
        runtime = _wait_for_lock_holder(state_dir)
        if runtime is None:
            return _start(state_dir, DEFAULT_PORT if port is None else port)
        runtime = _on_port(runtime, state_dir, required)
        return _replace(runtime, state_dir) if replace_other_version else runtime
    finally:
        lock.release()


def stop_daemon(runtime: Runtime) -> bool:
    """Asks the daemon to stop and waits; False if it is still running after STOP_WAIT_S."""
    with suppress(NoAnswer):  # it may exit before it answers; what counts is whether it has exited
        ask(runtime, "stop", wait_s=STOP_WAIT_S)
    return wait_until_gone(runtime.pid)


def wait_until_gone(pid: int) -> bool:
    deadline = time.monotonic() + STOP_WAIT_S
    while pid_alive(pid):
        if time.monotonic() >= deadline:
            return False
        time.sleep(STARTUP_POLL_S)
    return True


def _wait_for_lock_holder(state_dir: str) -> Runtime | None:
    """A process that holds the lock but does not accept connections is starting or stopping; waits for either."""
    deadline = time.monotonic() + STARTUP_WAIT_S
    while (runtime := find_daemon(state_dir)) is None and daemon_lock_is_held(state_dir):
        if time.monotonic() >= deadline:
            break
        time.sleep(STARTUP_POLL_S)
    return runtime


def _replace(runtime: Runtime, state_dir: str) -> Runtime:
    """Replaces a daemon of another version; keeps the other one if it does not stop."""
    if runtime.version == __version__ or not stop_daemon(runtime):
        return runtime
    return _start(state_dir, runtime.port)


def _start(state_dir: str, port: int) -> Runtime:
    from gasoline.launch.start_daemon import start_daemon  # noqa: PLC0415 - a client with a daemon does not need it

    return start_daemon(state_dir, port)


def _on_port(runtime: Runtime, state_dir: str, port: int | None) -> Runtime:
    if port in (None, 0, runtime.port):
        return runtime
    raise NoDaemon(
        f"the server for {state_dir} is running on port {runtime.port} (pid {runtime.pid}), not on {port}.  "
        f"Remove --port and GASOLINE_PORT, stop it with `gasoline stop`, or use another --state-dir."
    )
