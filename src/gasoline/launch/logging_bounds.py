"""What the server logs to stderr, bounded: anyone who reaches the port can make it log, with TLS for example."""

import logging
import sys
import time
from collections.abc import Callable

from gasoline.launch.runtime_file import StrPath
from gasoline.launch.start_daemon import is_daemon_log, shorten

DAEMON_LOG_RECORD_CHARS = 16_000  # one message with its stack
DAEMON_LOG_REPEATS = 5  # messages of one line of code in each period
DAEMON_LOG_PERIOD_S = 60.0


def start_logging(state_dir: StrPath) -> None:
    handler = BoundedHandler(state_dir)
    handler.setFormatter(OneEntry("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(Repeats(time.monotonic))
    logging.basicConfig(level=logging.INFO, handlers=[handler])


class BoundedHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes to stderr; `daemon.log` never grows beyond its limit."""

    def __init__(self, state_dir: StrPath) -> None:
        super().__init__(sys.stderr)
        try:
            self._handle = sys.stderr.fileno()
            self._is_ours = is_daemon_log(self._handle, state_dir)
        except (OSError, ValueError, AttributeError):  # no stderr
            self._is_ours = False

    def emit(self, record: logging.LogRecord) -> None:
        super().emit(record)
        if not self._is_ours:
            return
        try:
            shorten(self._handle)
        except OSError:
            self.handleError(record)


class OneEntry(logging.Formatter):
    """An entry has a largest size, and text from outside cannot begin an entry of its own."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - named by the standard library
        return "".join(char if char.isprintable() else _escaped(char) for char in super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        entry = super().format(record)
        most = DAEMON_LOG_RECORD_CHARS
        return entry if len(entry) <= most else f"{entry[:most]}… ({len(entry) - most} characters more)"


class Repeats(logging.Filter):
    """Passes a few messages of each line of code per period; the first of the next period says how many were dropped.

    Counts by line of code, not by text, because a text may contain outside data.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        super().__init__()
        self._monotonic = monotonic
        self._seen: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        place = (record.pathname, record.lineno)
        now = self._monotonic()
        since, count = self._seen.get(place, (now, 0))
        if now - since >= DAEMON_LOG_PERIOD_S:
            left_out = max(0, count - DAEMON_LOG_REPEATS)
            since, count = now, 0
            if left_out:
                record.msg, record.args = f"{record.getMessage()} (and {left_out} more like it before)", ()
        self._seen[place] = (since, count + 1)
        return count < DAEMON_LOG_REPEATS


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
