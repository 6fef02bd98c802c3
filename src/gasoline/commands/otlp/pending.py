"""Events that wait to be exported: a moment, because more becomes known of them, and each only once."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from gasoline.analysis.telemetry.page_loads import PageLoads
from gasoline.commands.otlp.event_lines import ExportedEvent
from gasoline.model.events import LogEntry
from gasoline.model.performance import PerformanceSnapshot

SETTLE_S = 2.0  # repeats, sources and timings of an event mostly come within it
MAX_SENT = 20_000  # events of which is remembered that they were exported


@dataclass
class _Waiting:
    event: ExportedEvent
    due: float


@dataclass(frozen=True)
class Ready:
    event: ExportedEvent
    sent_before: ExportedEvent | None
    """How it was when it was exported before, if it was."""

    @property
    def times_sent(self) -> int:
        return self.sent_before.times if isinstance(self.sent_before, LogEntry) else 0


class Pending:
    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._waiting: OrderedDict[tuple[str, str], _Waiting] = OrderedDict()
        self._sent: OrderedDict[tuple[str, str], ExportedEvent] = OrderedDict()
        self._unnamed = 0
        self.loads = PageLoads()
        """Built from all received events, including those that still wait."""

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, event: ExportedEvent) -> None:
        """An update replaces what waits; it does not make it wait longer."""
        if isinstance(event, PerformanceSnapshot):
            self.loads.add(event)
        key = self._key(event)
        if known := self._waiting.get(key):
            known.event = event
        else:
            self._waiting[key] = _Waiting(event, self._monotonic() + SETTLE_S)

    def take_due(self) -> list[Ready]:
        now = self._monotonic()
        return self._take([key for key, waiting in self._waiting.items() if waiting.due <= now])

    def take_all(self) -> list[Ready]:
        return self._take(list(self._waiting))

    def _take(self, keys: list[tuple[str, str]]) -> list[Ready]:
        return [self._ready(key, self._waiting.pop(key).event) for key in keys]

    def _ready(self, key: tuple[str, str], event: ExportedEvent) -> Ready:
        before = self._sent.pop(key, None)
        self._sent[key] = event
        if len(self._sent) > MAX_SENT:
            self._sent.popitem(last=False)
        return Ready(event, before)

    def _key(self, event: ExportedEvent) -> tuple[str, str]:
        if event.key:
            return type(event).__name__, event.key
        self._unnamed += 1
        return "", str(self._unnamed)
