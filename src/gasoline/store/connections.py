"""How each WebSocket connection stands: those that are open and those that closed lately."""

from gasoline.model import limits
from gasoline.model.events import WebSocketConnection, WebSocketEvent
from gasoline.store.connection_after import connection_after
from gasoline.store.shelf import Buffer, Origin


class Group:
    """Connections by id; of too many, the one that was made first has to go.

    By that rule a connection that went and reports again goes at once, instead of pushing out another.
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

    def newest_first(self) -> list[WebSocketConnection]:
        return sorted(self.members.values(), key=lambda connection: connection.ts, reverse=True)


class Connections:
    """A shelf: the page sends a connection's whole state whenever it has changed."""

    def __init__(self) -> None:
        self.open = Group(limits.WEBSOCKET_CONNECTIONS)
        self.closed = Group(limits.WEBSOCKET_CLOSED)
        self._derived: set[str] = set()
        """Connections known from their events alone, as other senders than the extension may have them."""

    def add(self, connection: WebSocketConnection, size: int, origin: Origin) -> None:  # noqa: ARG002
        self._derived.discard(connection.id)
        self._place(connection)

    def find(self, key: str) -> WebSocketConnection | None:
        return self.open.members.get(key) or self.closed.members.get(key)

    def update(self, connection: WebSocketConnection, size: int, origin: Origin) -> None:
        self.add(connection, size, origin)

    def note(self, event: WebSocketEvent) -> None:
        """Counts for a sender that does not; a connection's own report wins over it."""
        known = self.find(event.id)
        is_ours = event.id in self._derived if known else event.event == "open"
        if not is_ours:
            return
        self._derived.add(event.id)
        self._place(connection_after(known, event))
        self._derived &= self.open.members.keys() | self.closed.members.keys()

    def commit(self) -> None:
        """Memory needs no commit."""

    def clear(self) -> int:
        """Forgets what is closed; what is open still is."""
        count = len(self.closed)
        self.closed.members.clear()
        return count

    def rings(self) -> dict[str, Buffer]:
        return {"websocket_connections": self.open, "websocket_closed": self.closed}

    def _place(self, connection: WebSocketConnection) -> None:
        self.open.members.pop(connection.id, None)
        self.closed.members.pop(connection.id, None)
        if connection.state != "untracked":
            (self.closed if connection.state == "closed" else self.open).put(connection)
