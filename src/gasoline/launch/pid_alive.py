"""Whether a process is running. A zombie does not count as running."""
# pathlib would add 3 ms to the start of every AI client.
# ruff: noqa: PTH123

import os
import sys


def pid_alive(pid: int) -> bool:
    if sys.platform == "win32":
        return _alive_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    """Whether the process is a zombie, as a daemon in a container may stay (proc(5): the state follows `)`)."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] in ("Z", "X")
    except (OSError, IndexError):
        return False


def _alive_on_windows(pid: int) -> bool:
    import ctypes  # noqa: PLC0415 - slow to import, needed here only

    synchronize, timed_out = 0x00100000, 0x102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(synchronize, 0, pid)
    if not handle:
        return False
    waiting = kernel.WaitForSingleObject(handle, 0) == timed_out
    kernel.CloseHandle(handle)
    return bool(waiting)
