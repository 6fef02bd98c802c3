"""All stored data of the daemon in one object."""

import time
from collections.abc import Callable
from pathlib import Path

from gasoline.browser.extension_state import POLLER, ExtensionState
from gasoline.browser.query_broker import QueryBroker
from gasoline.model.actions import DomSnapshot, EnhancedAction
from gasoline.model.events import Event, NetworkBody, RequestTiming
from gasoline.model.server_bounds import SERVER_LOGS, SERVER_LOGS_BYTES
from gasoline.model.server_logs import ServerLogEntry
from gasoline.model.snapshot import Snapshot
from gasoline.model.units import KIB, MIB
from gasoline.model.verification import Session
from gasoline.model.wire import MAX_ACTIONS, HelloMessage
from gasoline.store.accessibility_reports import AccessibilityReports
from gasoline.store.contract_store import ContractStore
from gasoline.store.event_buffer import EventBuffer, NetworkBodyBuffer, RingEventBuffer
from gasoline.store.expiring_store import ExpiringStore
from gasoline.store.listeners import Listeners
from gasoline.store.log_buffer import LogBuffer
from gasoline.store.log_file import LogFile
from gasoline.store.notice_log import NoticeLog
from gasoline.store.performance_store import PerformanceStore
from gasoline.store.pilot_audit import PilotAudit
from gasoline.store.received_batches import ReceivedBatches
from gasoline.store.ring import Ring
from gasoline.store.server_runs import ServerRuns
from gasoline.store.verdict_history import VerdictHistory
from gasoline.store.websocket_connections import WebSocketConnections, WebSocketEventBuffer

MAX_NETWORK_REQUESTS = 1_000  # the waterfall
NETWORK_BYTES = 4 * MIB
MAX_NETWORK_BODIES = 100  # NET-10
NETWORK_BODIES_BYTES = 8 * MIB  # a hundred of the longest, escaped
ACTIONS_BYTES = 2 * MIB
MAX_DOM_SNAPSHOTS = 20  # ACT-11
DOM_SNAPSHOTS_BYTES = 256 * KIB
SESSION_S = 30 * 60.0  # FIX-02
SNAPSHOT_S = 2 * 3600.0  # FIX-10

Listener = Callable[[int, Event], None]
UpdateListener = Callable[[Event, Event], None]
"""Called with the previous and the new state of an event."""
ClearListener = Callable[[str], None]
"""Called with the name of a cleared buffer."""


class Store:
    """Buffers, open questions and the extension's state; all events share one sequence."""

    def __init__(
        self,
        log_path: Path,
        redact: Callable[[str], str],
        redact_lines: Callable[[str], str],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.senders = ReceivedBatches()
        self.logs = LogBuffer(LogFile(log_path), redact_lines)
        self.network: Ring[RequestTiming] = Ring(MAX_NETWORK_REQUESTS, NETWORK_BYTES)
        self.network_bodies: Ring[NetworkBody] = Ring(MAX_NETWORK_BODIES, NETWORK_BODIES_BYTES)
        self.exchanges = NetworkBodyBuffer(self.network_bodies)
        self.contracts = ContractStore()
        self.verifications: ExpiringStore[Session] = ExpiringStore(Session, SESSION_S, monotonic)
        self.snapshots: ExpiringStore[Snapshot] = ExpiringStore(Snapshot, SNAPSHOT_S, monotonic)
        self.verdicts = VerdictHistory()
        self.connections = WebSocketConnections()
        self.websocket_events = WebSocketEventBuffer(self.connections)
        self.actions: Ring[EnhancedAction] = Ring(MAX_ACTIONS, ACTIONS_BYTES)
        self.dom_snapshots: Ring[DomSnapshot] = Ring(MAX_DOM_SNAPSHOTS, DOM_SNAPSHOTS_BYTES)
        self.performance = PerformanceStore()
        self.server_logs: Ring[ServerLogEntry] = Ring(SERVER_LOGS, SERVER_LOGS_BYTES)
        self.server_runs = ServerRuns()
        self.buffers: dict[str, EventBuffer] = {
            "logs": self.logs,
            "network": RingEventBuffer("network", self.network, RequestTiming),
            "network_bodies": self.exchanges,
            "websocket_events": self.websocket_events,
            "websocket_status": self.connections,
            "actions": RingEventBuffer("actions", self.actions, EnhancedAction),
            "dom_snapshots": RingEventBuffer("dom_snapshots", self.dom_snapshots, DomSnapshot),
            "performance": self.performance,
            "server_logs": RingEventBuffer("server_logs", self.server_logs, ServerLogEntry),
        }
        self.queries = QueryBroker()
        self.audits = AccessibilityReports(monotonic)
        self.notices = NoticeLog(monotonic)
        self.extension = ExtensionState(monotonic)
        self.pilot_audit = PilotAudit(redact)
        self.received = 0
        self._listeners: Listeners[int, Event] = Listeners()
        self._update_listeners: Listeners[Event, Event] = Listeners()
        self._clear_listeners: Listeners[str] = Listeners()
        self._seq = self.logs.restore(self.senders)

    def record_hello(self, hello: HelloMessage, channel: int = POLLER) -> None:
        """Handles the extension's hello with its version and settings."""
        self.extension.record_hello(hello, channel)
        self.actions.resize(hello.reproduction_buffer_size)

    @property
    def cursor(self) -> int:
        """The sequence number of the newest event."""
        return self._seq

    def next_seq(self) -> int:
        self._seq += 1
        return self._seq

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Calls back for every new event; returns the unsubscribe function."""
        return self._listeners.add(listener)

    def announce(self, seq: int, event: Event) -> None:
        self._listeners.notify(seq, event)

    def listen_to_updates(self, listener: UpdateListener) -> Callable[[], None]:
        """Calls back for every update of an announced event; returns the unsubscribe function."""
        return self._update_listeners.add(listener)

    def announce_update(self, before: Event, after: Event) -> None:
        self._update_listeners.notify(before, after)

    def listen_to_clearing(self, listener: ClearListener) -> None:
        self._clear_listeners.add(listener)

    def load_sequence(self, cursor: int, received: int) -> None:
        """Continues the sequence of a saved session."""
        self._seq, self.received = cursor, received

    def clear(self, name: str) -> int:
        """Clears one buffer; returns the number of removed events."""
        count = self.buffers[name].clear()
        self._clear_listeners.notify(name)
        return count
