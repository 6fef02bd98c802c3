"""The AI client's side: reads complete lines from stdin and writes complete lines to stdout."""

import os
import sys
import threading
from collections.abc import Callable, Iterator

from gasoline.launch.forwarder.json_rpc import PARSE_ERROR, error_line
from gasoline.model.units import MIB

LINE_BYTES = 4 * MIB  # one JSON-RPC line on the local socket, as /mcp


class ClientPipe:
    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()

    def lines(self) -> Iterator[bytes]:
        """Lines that are neither empty nor too long, each with one newline at its end."""
        source = getattr(sys.stdin, "buffer", None)
        while source is not None and (line := source.readline(LINE_BYTES + 1)):
            if len(line) > LINE_BYTES and not line.endswith(b"\n"):
                _skip_rest(source.readline)
                self.write(error_line(None, PARSE_ERROR, f"the line is longer than {LINE_BYTES} bytes"))
            elif line := line.strip():
                yield line + b"\n"

    def write(self, line: bytes) -> None:
        try:
            with self._one_at_a_time:
                _write_all(line)
        except OSError:
            os._exit(0)  # the client has exited


def _skip_rest(read: Callable[[int], bytes]) -> None:
    while (more := read(LINE_BYTES)) and not more.endswith(b"\n"):
        pass


def _write_all(line: bytes) -> None:
    rest = memoryview(line)
    while rest:
        rest = rest[os.write(1, rest) :]


def log_to_stderr(text: str) -> None:
    """Writes a message for the client's log to stderr; stdout belongs to the protocol."""
    try:
        sys.stderr.write(f"gasoline mcp: {text}\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return  # stderr is closed; the client also gets it as an error answer
