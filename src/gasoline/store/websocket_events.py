"""The shelf of WebSocket events."""

from gasoline.model import limits
from gasoline.model.events import WebSocketEvent
from gasoline.store.connections import Connections
from gasoline.store.ring import Ring
from gasoline.store.shelf import Origin, RingShelf


class WebSocketEvents(RingShelf[WebSocketEvent]):
    """A ring; the connections hear of each event, too."""

    def __init__(self, connections: Connections) -> None:
        super().__init__("websocket_events", Ring(limits.WEBSOCKET_EVENTS, limits.WEBSOCKET_EVENTS_BYTES))
        self._connections = connections

    def add(self, event: WebSocketEvent, size: int, origin: Origin) -> None:
        super().add(event, size, origin)
        self._connections.note(event)

    def clear(self) -> int:
        self._connections.clear()
        return super().clear()
