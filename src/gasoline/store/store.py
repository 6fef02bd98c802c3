"""The whole memory of the daemon in one object."""

import time
from collections.abc import Callable
from pathlib import Path

from gasoline.model import limits
from gasoline.model.actions import DomSnapshot, EnhancedAction
from gasoline.model.events import Event, NetworkBody, RequestTiming
from gasoline.model.snapshot import Snapshot
from gasoline.model.verification import Session
from gasoline.model.wire import HelloMessage
from gasoline.store.audits import Audits
from gasoline.store.connections import Connections
from gasoline.store.contracts import Contracts
from gasoline.store.desk import Desk
from gasoline.store.expiring import Expiring
from gasoline.store.extension_state import POLLER, ExtensionState
from gasoline.store.judgements import Judgements
from gasoline.store.listeners import Listeners
from gasoline.store.log_book import LogBook
from gasoline.store.log_file import LogFile
from gasoline.store.network_bodies import NetworkBodies
from gasoline.store.notices import NoticeLog
from gasoline.store.performance import Performance
from gasoline.store.pilot_audit import PilotAudit
from gasoline.store.ring import Ring
from gasoline.store.senders import Senders
from gasoline.store.shelf import RingShelf, Shelf
from gasoline.store.websocket_events import WebSocketEvents

Listener = Callable[[int, Event], None]
UpdateListener = Callable[[Event, Event], None]
"""Hears what was known of an event and what is known now."""
ClearListener = Callable[[str], None]
"""Hears the name of a shelf that was emptied."""


class Store:
    """Buffers, open questions and what is known of the extension; events are numbered in one sequence."""

    def __init__(
        self,
        log_path: Path,
        redact: Callable[[str], str],
        redact_lines: Callable[[str], str],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.senders = Senders()
        self.logs = LogBook(LogFile(log_path), redact_lines)
        self.network: Ring[RequestTiming] = Ring(limits.NETWORK_REQUESTS, limits.NETWORK_BYTES)
        self.network_bodies: Ring[NetworkBody] = Ring(limits.NETWORK_BODIES, limits.NETWORK_BODIES_BYTES)
        self.exchanges = NetworkBodies(self.network_bodies)
        self.contracts = Contracts()
        self.verifications: Expiring[Session] = Expiring(Session, limits.SESSION_S, monotonic)
        self.snapshots: Expiring[Snapshot] = Expiring(Snapshot, limits.SNAPSHOT_S, monotonic)
        self.judgements = Judgements()
        self.connections = Connections()
        self.websocket_events = WebSocketEvents(self.connections)
        self.actions: Ring[EnhancedAction] = Ring(limits.ACTIONS, limits.ACTIONS_BYTES)
        self.dom_snapshots: Ring[DomSnapshot] = Ring(limits.DOM_SNAPSHOTS, limits.DOM_SNAPSHOTS_BYTES)
        self.performance = Performance()
        self.shelves: dict[str, Shelf] = {
            "logs": self.logs,
            "network": RingShelf("network", self.network),
            "network_bodies": self.exchanges,
            "websocket_events": self.websocket_events,
            "websocket_status": self.connections,
            "actions": RingShelf("actions", self.actions),
            "dom_snapshots": RingShelf("dom_snapshots", self.dom_snapshots),
            "performance": self.performance,
        }
        self.desk = Desk()
        self.audits = Audits(monotonic)
        self.notices = NoticeLog(monotonic)
        self.extension = ExtensionState(monotonic)
        self.pilot_audit = PilotAudit(redact)
        self.received = 0
        self._listeners: Listeners[int, Event] = Listeners()
        self._update_listeners: Listeners[Event, Event] = Listeners()
        self._clear_listeners: Listeners[str] = Listeners()
        self._seq = self.logs.restore(self.senders)

    def extension_introduced(self, hello: HelloMessage, channel: int = POLLER) -> None:
        """The extension said who it is and how it is set."""
        self.extension.introduced(hello, channel)
        self.actions.resize(hello.reproduction_buffer_size)

    @property
    def cursor(self) -> int:
        """The number of the newest event."""
        return self._seq

    def next_seq(self) -> int:
        self._seq += 1
        return self._seq

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Calls back for every new event; returns the undo."""
        return self._listeners.add(listener)

    def announce(self, seq: int, event: Event) -> None:
        self._listeners.notify(seq, event)

    def listen_to_updates(self, listener: UpdateListener) -> None:
        """Calls back when more becomes known of an event that was announced before."""
        self._update_listeners.add(listener)

    def announce_update(self, before: Event, after: Event) -> None:
        self._update_listeners.notify(before, after)

    def listen_to_clearing(self, listener: ClearListener) -> None:
        self._clear_listeners.add(listener)

    def clear(self, name: str) -> int:
        """Empties one shelf; returns how many events it held."""
        count = self.shelves[name].clear()
        self._clear_listeners.notify(name)
        return count
