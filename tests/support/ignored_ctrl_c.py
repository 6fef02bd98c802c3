"""Programs that start as under nohup: with Ctrl-C ignored."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def ctrl_c_ignored() -> Iterator[None]:
    """Programs inherit it when they are started within."""
    former = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


def ignores_ctrl_c(pid: int) -> bool:
    """As the system has it (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    (ignored,) = [int(line.split()[1], 16) for line in status if line.startswith("SigIgn:")]
    return bool(ignored >> (signal.SIGINT - 1) & 1)
