"""Reads the events of an export from the server, line by line, without waiting longer than asked."""

import socket
from collections.abc import Iterator

import msgspec
from msgspec import Raw, Struct

from gasoline.launch.connect import NoAnswer
from gasoline.model.events import AnyLogEntry, RequestTiming
from gasoline.model.performance import PerformanceSnapshot

READ_BYTES = 64 * 1024
ExportedEvent = AnyLogEntry | RequestTiming | PerformanceSnapshot
DECODERS: dict[str, msgspec.json.Decoder[ExportedEvent]] = {
    "logs": msgspec.json.Decoder(AnyLogEntry),
    "network": msgspec.json.Decoder(RequestTiming),
    "performance": msgspec.json.Decoder(PerformanceSnapshot),
}


class Line(Struct, frozen=True):
    """An event, or a message of the server about the export."""

    stream: str = ""
    event: Raw = Raw(b"null")
    browser: str | None = None
    stored: int | None = None
    bye: str | None = None


_LINE = msgspec.json.Decoder(Line)


class EventLines:
    """The connection on which the server sends events."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._rest = b""
        self.unreadable = 0
        """Events that masking made invalid, such as a number that became a text."""
        self.is_complete = False
        """Whether all stored events were received."""
        self.browser = ""
        """Name and version of the browser that the events are of."""
        self.bye: str | None = None
        """Why the server ended the export."""

    def next(self, wait_s: float) -> Iterator[ExportedEvent]:
        """The events that are there, or that come within so many seconds. Raises NoAnswer when the server is gone."""
        self._connection.settimeout(wait_s)
        try:
            data = self._connection.recv(READ_BYTES)
        except TimeoutError:
            return
        except OSError as error:
            raise NoAnswer(f"the connection to the server broke: {error}") from None
        if not data:
            raise NoAnswer("the server stopped")
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            yield from self._read(line)

    def _read(self, line: bytes) -> Iterator[ExportedEvent]:
        message = _LINE.decode(line)
        if message.bye is not None:
            self.bye = message.bye
        elif message.browser is not None:
            self.browser = message.browser
        elif message.stored is not None:
            self.is_complete = True
        else:
            try:
                yield DECODERS[message.stream].decode(message.event)
            except msgspec.DecodeError:
                self.unreadable += 1
