"""Reads server-sent events as they come: of `/events/stream`, of a session's GET stream, of an answer on `/mcp`."""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from daemon import Daemon

Block = dict[str, str]


class EventReader:
    """One open stream; waits for the next event."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self._answer = connection.getresponse()
        self.status = self._answer.status
        self.is_open = self._answer.headers.get_content_type() == "text/event-stream"

    def next_block(self) -> Block | None:
        """The fields of the next event, comments left out; None at the end."""
        fields: Block = {}
        while line := self._answer.readline():
            name, _, value = line.decode().rstrip("\r\n").partition(": ")
            if name:
                fields[name] = value
            elif "data" in fields:
                return fields
            if line.startswith(b":"):
                fields = {}
        return None

    def next_message(self) -> Any:
        block = self.next_block()
        assert block is not None, "the stream ended"
        return json.loads(block["data"])

    def rest(self) -> list[Block]:
        return list(iter(self.next_block, None))


@contextmanager
def get_stream(daemon: Daemon, path: str, **headers: str) -> Iterator[EventReader]:
    connection = http.client.HTTPConnection("127.0.0.1", daemon.port, timeout=10)
    connection.request("GET", path, headers={"Accept": "text/event-stream", **headers})
    try:
        yield EventReader(connection)
    finally:
        connection.close()
