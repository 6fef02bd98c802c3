"""Sends output to the daemon: the parser, the waiting entries, and the connection."""

from typing import Any

from gasoline.launch.dev_server.batch_sender import DaemonLink
from gasoline.launch.dev_server.outbox import Outbox
from gasoline.launch.dev_server.output_parser import OutputParser, OutputSource


class OutputSender:
    """Parses in the thread that calls `parse_all`; the connection has a thread of its own."""

    def __init__(self, source: OutputSource, state_dir: str, directory: str) -> None:
        self._source = source
        self._state_dir = state_dir
        self._outbox = Outbox()
        self._parser = OutputParser(source, self._outbox, directory)
        self._link: DaemonLink | None = None

    def begin(self, hello: dict[str, Any]) -> None:
        self._link = DaemonLink(self._state_dir, hello, self._outbox, self._parser.flush)
        self._outbox.on_entries = self._link.wake
        self._link.start(lambda: self._source.dropped_lines)

    def parse_all(self) -> None:
        self._parser.run()

    def has_daemon(self) -> bool:
        return self._link is not None and self._link.has_daemon()

    def finish(self, exit_code: int | None) -> None:
        if self._link:
            self._link.finish(exit_code)
