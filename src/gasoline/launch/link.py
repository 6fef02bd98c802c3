"""A forwarder's connection to a daemon: whole lines both ways."""

import socket
from collections.abc import Iterator
from contextlib import suppress

from gasoline import __version__
from gasoline.launch.connect import open_op
from gasoline.launch.json_rpc import BadLine, Message, parse_line
from gasoline.launch.runtime_file import Runtime
from gasoline.launch.working_directory import working_directory
from gasoline.model.limits import REPLAY_WAIT_S


class Link:
    def __init__(self, runtime: Runtime, tools: str | None) -> None:
        said = {} if tools is None else {"tools": tools}
        self.pid = runtime.pid
        self.port = runtime.port
        self.refusal = ""
        self._socket = open_op(runtime, "mcp", version=__version__, cwd=working_directory(), **said)
        self._lines = self._socket.makefile("rb")

    def messages(self) -> Iterator[tuple[bytes, list[Message]]]:
        """Each line with what it holds, until the daemon closes, breaks off or refuses us."""
        for line in self._whole_lines():
            try:
                messages = parse_line(line)
            except BadLine:
                return  # not a daemon
            if refusal := _refusal(messages):
                self.refusal = refusal
                return
            yield line, messages

    def _whole_lines(self) -> Iterator[bytes]:
        """A line that was cut off is dropped."""
        try:
            while (line := self._lines.readline()).endswith(b"\n"):
                yield line
        except (OSError, ValueError):  # ValueError: closed by `close` in another thread
            return

    def send(self, line: bytes) -> None:
        """A failure shows on the reading side, where it is dealt with once."""
        try:
            self._socket.sendall(line)
        except OSError:
            self.close()

    def limit_wait(self, limited: bool) -> None:
        self._socket.settimeout(REPLAY_WAIT_S if limited else None)

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes the reader, which `close` alone does not
        self._socket.close()


def _refusal(messages: list[Message]) -> str:
    """What `{"error": {"message": …}}` says about our hello: a wrong token, an op that it does not know."""
    error = messages[0].get("error") if len(messages) == 1 and "jsonrpc" not in messages[0] else None
    return f"the server refused the connection: {error.get('message')}" if isinstance(error, dict) else ""
