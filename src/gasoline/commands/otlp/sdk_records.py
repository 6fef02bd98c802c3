"""Logs, spans and metrics as the objects that OpenTelemetry's exporters take."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.context import Context
from opentelemetry.sdk._logs import ReadableLogRecord
from opentelemetry.sdk.metrics.export import Gauge, Metric, MetricsData, NumberDataPoint, ResourceMetrics, ScopeMetrics
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import (
    Link,
    NonRecordingSpan,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceFlags,
    set_span_in_context,
)

from gasoline import __version__
from gasoline.analysis.telemetry.records import Log, Point, Span, TraceIds
from gasoline.model.events import Level

SEVERITIES: dict[Level, SeverityNumber] = {
    "debug": SeverityNumber.DEBUG,
    "log": SeverityNumber.INFO,
    "info": SeverityNumber.INFO,
    "warn": SeverityNumber.WARN,
    "error": SeverityNumber.ERROR,
}
SCOPE = InstrumentationScope("gasoline", __version__)


MAX_SERVICES = 100  # of which the resource is kept


@lru_cache(maxsize=MAX_SERVICES)
def _resource(service: str, browser: str) -> Resource:
    """OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES count more than the page's host."""
    about = {"browser.brands": (browser,)} if browser else {}
    named = Resource.create(about)
    if not str(named.attributes["service.name"]).startswith("unknown_service"):
        return named
    return Resource.create({**about, "service.name": service})


def sdk_log(log: Log, browser: str) -> ReadableLogRecord:
    record = LogRecord(
        timestamp=log.time_ns,
        observed_timestamp=log.time_ns,
        context=set_span_in_context(NonRecordingSpan(_context(log.ids))) if log.ids else Context(),
        severity_text=log.level,
        severity_number=SEVERITIES[log.level],
        body=log.body,
        attributes=dict(log.attributes),
        event_name=log.event_name or None,
    )
    return ReadableLogRecord(record, _resource(log.service, browser), SCOPE)


def sdk_span(span: Span, browser: str) -> ReadableSpan:
    return ReadableSpan(
        span.name,
        context=_context(span.ids),
        parent=_context(span.parent) if span.parent else None,
        links=[Link(_context(span.link))] if span.link else [],
        resource=_resource(span.service, browser),
        attributes=dict(span.attributes),
        kind=SpanKind.CLIENT if span.is_client else SpanKind.INTERNAL,
        status=Status(StatusCode.ERROR) if span.error else Status(StatusCode.UNSET),
        start_time=span.start_ns,
        end_time=span.end_ns,
        instrumentation_scope=SCOPE,
    )


def sdk_metrics(points: Iterable[Point], browser: str) -> MetricsData:
    by_service = groupby(sorted(points, key=lambda point: (point.service, point.name)), lambda point: point.service)
    return MetricsData([_resource_metrics(_resource(service, browser), list(group)) for service, group in by_service])


def _resource_metrics(resource: Resource, points: Sequence[Point]) -> ResourceMetrics:
    metrics = [_metric(list(group)) for _, group in groupby(points, lambda point: point.name)]
    return ResourceMetrics(resource, [ScopeMetrics(SCOPE, metrics, "")], "")


def _metric(points: Sequence[Point]) -> Metric:
    first = points[0]
    data = [NumberDataPoint(dict(point.attributes), 0, point.time_ns, point.value) for point in points]
    return Metric(first.name, first.description, first.unit, Gauge(data))


def _context(ids: TraceIds) -> SpanContext:
    flags = TraceFlags(TraceFlags.SAMPLED)
    return SpanContext(int(ids.trace, 16), int(ids.span, 16), is_remote=False, trace_flags=flags)
