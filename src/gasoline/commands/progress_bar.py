"""The progress bar of a long call: shown on stderr at a terminal only, and erased when the call ends."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gasoline.commands.output import single_line

BAR_CELLS = 20  # the progress bar of `gasoline call`

FULL, EMPTY = "█", "░"
FULL_ASCII, EMPTY_ASCII = "#", "."
ERASE_LINE = "\r\033[K"

OnProgress = Callable[[object], None]


@contextmanager
def progress_bar() -> Iterator[OnProgress | None]:
    """A function that draws the progress reported by the server; None where stderr is not a terminal."""
    if not _is_seen():
        yield None
        return
    try:
        yield _draw
    finally:
        _write(ERASE_LINE)


def _is_seen() -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _draw(step: object) -> None:
    if not isinstance(step, dict):
        return
    done, total = step.get("done"), step.get("total")
    if isinstance(done, int) and isinstance(total, int) and 0 <= done <= total > 0:
        _write(f"{ERASE_LINE}{_cells(done, total)} {done}/{total} {single_line(step.get('message', ''))}")


def _cells(done: int, total: int) -> str:
    full, empty = (FULL, EMPTY) if _can_write(FULL + EMPTY) else (FULL_ASCII, EMPTY_ASCII)
    count = BAR_CELLS * done // total
    return full * count + empty * (BAR_CELLS - count)


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stderr.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
