"""The progress bar of a long call: for a person at a terminal, on stderr; nowhere else, and gone when it is over."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gasoline.commands.show import on_one_line
from gasoline.model.limits import BAR_CELLS

FULL, EMPTY = "█", "░"
FULL_ASCII, EMPTY_ASCII = "#", "."
ERASE_LINE = "\r\033[K"

Hear = Callable[[object], None]


@contextmanager
def bar() -> Iterator[Hear | None]:
    """What draws the progress that the server tells; None where there is nobody to see it."""
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
        _write(f"{ERASE_LINE}{_cells(done, total)} {done}/{total} {on_one_line(step.get('message', ''))}")


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
