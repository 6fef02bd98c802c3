"""A forwarder's connection to a daemon: complete lines in both directions."""

import socket
from collections.abc import Iterator
from contextlib import suppress

from gasoline import __version__
from gasoline.launch.connect import open_op
from gasoline.launch.forwarder.json_rpc import BadLine, Message, parse_line
from gasoline.launch.runtime_file import Runtime
from gasoline.launch.working_directory import working_directory

REPLAY_WAIT_S = 10.0  # the next daemon answers the repeated `initialize`


class DaemonLink:
    def __init__(self, runtime: Runtime, tools: str | None) -> None:
        said = {} if tools is None else {"tools": tools}
        self.pid = runtime.pid
        self.port = runtime.port
        self.refusal = ""
        self._socket = open_op(runtime, "mcp", version=__version__, cwd=working_directory(), **said)
        self._lines = self._socket.makefile("rb")

    def messages(self) -> Iterator[tuple[bytes, list[Message]]]:
        """Each line with its parsed content, until the daemon closes, disconnects or refuses us."""
        for line in self._complete_lines():
            try:
                messages = parse_line(line)
            except BadLine:
                return  # not a daemon
            if refusal := _refusal(messages):
                self.refusal = refusal
                return
            yield line, messages

    def _complete_lines(self) -> Iterator[bytes]:
        """Drops an incomplete last line."""
        try:
            while (line := self._lines.readline()).endswith(b"\n"):
                yield line
        except (OSError, ValueError):  # ValueError: closed by `close` in another thread
            return

    def send(self, line: bytes) -> None:
        """Ignores failures: they also appear on the reading side, which handles them."""
        try:
            self._socket.sendall(line)
        except OSError:
            self.close()

    def limit_wait(self, limited: bool) -> None:
        self._socket.settimeout(REPLAY_WAIT_S if limited else None)

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes the reader; `close` alone does not
        self._socket.close()


def _refusal(messages: list[Message]) -> str:
    """The message of `{"error": {"message": …}}` in reply to our hello, such as a wrong token or an unknown op."""
    error = messages[0].get("error") if len(messages) == 1 and "jsonrpc" not in messages[0] else None
    return f"the server refused the connection: {error.get('message')}" if isinstance(error, dict) else ""
