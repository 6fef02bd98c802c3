"""The state of WebSocket connections: open and recently closed."""

from collections.abc import Iterable

import msgspec

from gasoline.model.events import WebSocketConnection, WebSocketEvent
from gasoline.model.units import MIB
from gasoline.store.connection_update import updated_connection
from gasoline.store.event_buffer import Buffer, Origin, RingEventBuffer
from gasoline.store.saved_event import SavedEvent, SavedRing
from gasoline.store.socket_ring import SocketRing

_DECODER = msgspec.json.Decoder(SavedEvent[WebSocketConnection])

MAX_WEBSOCKET_CONNECTIONS = 20  # WS-03
MAX_WEBSOCKET_EVENTS = 200  # WS-04
WEBSOCKET_EVENTS_BYTES = 8 * MIB  # 200 messages of 4 KB fit even where JSON escapes every byte
WEBSOCKET_CLOSED = 20  # recently closed connections, as many as are tracked


class ConnectionGroup:
    """Connections by id; the oldest is evicted first.

    Therefore an evicted connection that reports again is evicted at once instead of displacing another.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.evicted = 0
        self.members: dict[str, WebSocketConnection] = {}

    def __len__(self) -> int:
        return len(self.members)

    def put(self, connection: WebSocketConnection) -> None:
        self.members[connection.id] = connection
        if len(self.members) > self.capacity:
            del self.members[min(self.members, key=lambda name: self.members[name].ts)]
            self.evicted += 1

    def saved_drop_counts(self) -> SavedRing:
        return SavedRing(evicted=self.evicted)

    def load_drop_counts(self, saved: SavedRing) -> None:
        self.evicted = saved.evicted

    def newest_first(self) -> list[WebSocketConnection]:
        return sorted(self.members.values(), key=lambda connection: connection.ts, reverse=True)


class WebSocketConnections:
    """A buffer: the page sends a connection's complete state after every change."""

    def __init__(self) -> None:
        self.open = ConnectionGroup(MAX_WEBSOCKET_CONNECTIONS)
        self.closed = ConnectionGroup(WEBSOCKET_CLOSED)
        self._derived: set[str] = set()
        """Connections known only from their events, from senders other than the extension."""

    def add(self, connection: WebSocketConnection, size: int, origin: Origin) -> None:  # noqa: ARG002
        self._derived.discard(connection.id)
        self._place(connection)

    def find(self, key: str) -> WebSocketConnection | None:
        return self.open.members.get(key) or self.closed.members.get(key)

    def update(self, connection: WebSocketConnection, size: int, origin: Origin) -> None:
        self.add(connection, size, origin)

    def note(self, event: WebSocketEvent) -> None:
        """Counts for senders that do not count; a connection's own report takes precedence."""
        known = self.find(event.id)
        is_ours = event.id in self._derived if known else event.event == "open"
        if not is_ours:
            return
        self._derived.add(event.id)
        self._place(updated_connection(known, event))
        self._derived &= self.open.members.keys() | self.closed.members.keys()

    def commit(self) -> None:
        """Nothing to do: data in memory needs no commit."""

    def clear(self) -> int:
        """Removes closed connections; open ones are kept."""
        count = len(self.closed)
        self.closed.members.clear()
        return count

    def rings(self) -> dict[str, Buffer]:
        return {"websocket_connections": self.open, "websocket_closed": self.closed}

    def saved(self) -> Iterable[SavedEvent[WebSocketConnection]]:
        members = [*self.open.members.values(), *self.closed.members.values()]
        return (SavedEvent(seq=0, last_seq=0, event=connection) for connection in members)

    def load(self, line: bytes) -> None:
        self._place(_DECODER.decode(line).event)

    def _place(self, connection: WebSocketConnection) -> None:
        self.open.members.pop(connection.id, None)
        self.closed.members.pop(connection.id, None)
        if connection.state != "untracked":
            (self.closed if connection.state == "closed" else self.open).put(connection)


class WebSocketEventBuffer(RingEventBuffer[WebSocketEvent]):
    """A ring; each event also updates the connections."""

    ring: SocketRing

    def __init__(self, connections: WebSocketConnections) -> None:
        super().__init__("websocket_events", SocketRing(MAX_WEBSOCKET_EVENTS, WEBSOCKET_EVENTS_BYTES), WebSocketEvent)
        self._connections = connections

    def add(self, event: WebSocketEvent, size: int, origin: Origin) -> None:
        super().add(event, size, origin)
        self._connections.note(event)

    def clear(self) -> int:
        self._connections.clear()
        return super().clear()
