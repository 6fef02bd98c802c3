"""Connections without a proven owner: their number is bounded, and the oldest is closed first."""

from typing import Protocol

from uvicorn.server import ServerState

LARGE_HEADERS = 20  # connections at once whose headers are larger than HEADER_BYTES
MAX_UNPROVEN_CONNECTIONS = 512  # twice LISTEN_BACKLOG, half of the 1,024 file descriptors that are usual


class Closable(Protocol):
    def abort(self) -> None: ...


class UnprovenConnections:
    """Another user of the machine may open connections, too: they must not use up the process's file descriptors.

    A new connection is never refused; otherwise, a client that fills the list would lock everybody else out.
    """

    def __init__(self) -> None:
        self._oldest_first: dict[Closable, None] = {}
        self._large_headers = 0

    def __len__(self) -> int:
        return len(self._oldest_first)

    def add(self, connection: Closable) -> None:
        self._oldest_first[connection] = None
        if len(self._oldest_first) > MAX_UNPROVEN_CONNECTIONS:
            oldest = next(iter(self._oldest_first))
            self.discard(oldest)
            oldest.abort()

    def discard(self, connection: Closable) -> None:
        self._oldest_first.pop(connection, None)

    def begin_large_headers(self) -> bool:
        """Room for the headers of one connection that are larger than usual; False when there is none left."""
        if self._large_headers >= LARGE_HEADERS:
            return False
        self._large_headers += 1
        return True

    def end_large_headers(self) -> None:
        self._large_headers -= 1


class BoundedState(ServerState):
    """What all connections of one server share."""

    def __init__(self) -> None:
        super().__init__()
        self.unproven = UnprovenConnections()
