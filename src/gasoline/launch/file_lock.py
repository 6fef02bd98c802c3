"""A lock file that the system releases when its holder ends, however it ends."""

import os
import sys
import time

from gasoline.model.limits import STARTUP_POLL_S

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Taken until `release` or the end of the process."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._handle: int | None = None

    def take(self, wait_s: float = 0.0) -> bool:
        """Whether the lock is ours now; tries again until `wait_s` have passed."""
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
        # Python opens it non-inheritable: a browser or daemon that we start must not keep it.
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(handle)
        except OSError:
            os.close(handle)
            return False
        self._handle = handle
        return True
