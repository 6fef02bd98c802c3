"""Ends the processes of a command's session: what it leaves behind, or all of them."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from gasoline.launch.daemon_lock import STARTUP_POLL_S

SERVER_END_S = 2.0  # how long processes of an ended command may take to end before they are killed


PROC = Path("/proc")


def end_session(leader: int, *, with_leader: bool = False) -> None:
    """Asks them to end, and kills those that do not. The leader has ended already, unless it is included."""
    if not _signal_all(leader, signal.SIGTERM, with_leader):
        return
    deadline = time.monotonic() + SERVER_END_S
    while _signal_all(leader, 0, with_leader):
        if time.monotonic() > deadline:
            _signal_all(leader, signal.SIGKILL, with_leader)
            return
        time.sleep(STARTUP_POLL_S)


def _signal_all(leader: int, number: int, with_leader: bool) -> bool:
    """Whether there was anybody."""
    members = _members(leader)
    if members is None:
        return _sent(os.killpg, leader, number)
    return sum(_sent(os.kill, pid, number) for pid in members if with_leader or pid != leader) > 0


def _sent(send: Callable[[int, int], None], target: int, number: int) -> bool:
    with suppress(ProcessLookupError, PermissionError):
        send(target, number)
        return True
    return False


def _members(session: int) -> list[int] | None:
    """The jobs of a shell have groups of their own in its session. None if the system does not list processes there."""
    if not PROC.joinpath("self").exists():
        return None
    pids = [int(entry.name) for entry in PROC.iterdir() if entry.name.isdecimal()]
    return [pid for pid in pids if _session_of(pid) == session and not _is_zombie(pid)]


def _session_of(pid: int) -> int:
    with suppress(OSError):
        return os.getsid(pid)
    return -1


def _is_zombie(pid: int) -> bool:
    try:
        return PROC.joinpath(str(pid), "stat").read_bytes().rpartition(b")")[2].split()[0] == b"Z"
    except (OSError, IndexError):
        return True
