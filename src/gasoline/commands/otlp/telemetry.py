"""What is exported of an event: logs, spans and metrics."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from gasoline.analysis.telemetry.log_records import log_of
from gasoline.analysis.telemetry.page_loads import PageLoads
from gasoline.analysis.telemetry.records import Log, Point, Span
from gasoline.analysis.telemetry.spans import span_of_load, span_of_request
from gasoline.analysis.telemetry.vitals import points_of
from gasoline.commands.otlp.pending import Ready
from gasoline.model.events import RequestTiming
from gasoline.model.performance import PerformanceSnapshot


@dataclass
class Telemetry:
    logs: list[Log] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)


def telemetry_of(events: Iterable[Ready], loads: PageLoads) -> Telemetry:
    """`loads`: the page loads known so far."""
    found = Telemetry()
    for ready in events:
        _add(found, ready, loads)
    return found


def _add(found: Telemetry, ready: Ready, loads: PageLoads) -> None:
    event, before = ready.event, ready.sent_before
    if isinstance(event, RequestTiming):
        if before is None:  # later updates only add details
            found.spans.append(span_of_request(event, loads))
    elif isinstance(event, PerformanceSnapshot):
        _add_page(found, event, before if isinstance(before, PerformanceSnapshot) else None)
    elif event.times > ready.times_sent:
        found.logs.append(log_of(event, ready.times_sent))


def _add_page(found: Telemetry, snapshot: PerformanceSnapshot, before: PerformanceSnapshot | None) -> None:
    span = span_of_load(snapshot)
    if span and (before is None or span_of_load(before) is None):
        found.spans.append(span)
    known = {(point.name, point.value) for point in points_of(before)} if before else set()
    found.points += [point for point in points_of(snapshot) if (point.name, point.value) not in known]
