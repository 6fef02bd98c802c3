"""Sends logs, spans and metrics to a collector through OpenTelemetry's own exporters, and counts what is lost."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

import requests
from google.protobuf.message import DecodeError
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceResponse
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse

from gasoline.commands.otlp.endpoint import Endpoint
from gasoline.commands.otlp.sdk_records import sdk_log, sdk_metrics, sdk_span
from gasoline.commands.otlp.telemetry import Telemetry
from gasoline.model.http import CLIENT_ERROR, REDIRECT

SEND_S = 10.0  # one batch, with all its retries
BATCH = 512  # records in one request

T = TypeVar("T")
Totals = Counter[str]


class Sender:
    """One connection to a collector. `sent` and `lost` count records by kind."""

    def __init__(self, endpoint: Endpoint, timeout_s: float = SEND_S) -> None:
        self.sent: Totals = Counter()
        self.lost: Totals = Counter()
        self.reason = ""
        """Why something was lost, the last time."""
        self._rejected = 0
        log = _LastMessage(self._set_reason)
        logger = logging.getLogger("opentelemetry.exporter")
        logger.handlers, logger.propagate = [log], False
        session = _Session(self._set_rejected)
        session.trust_env = not endpoint.is_local  # a proxy must not get what is for this machine only

        def options(signal: str) -> dict[str, Any]:
            return {"endpoint": endpoint.url_of(signal), "timeout": timeout_s, "session": session}

        self._logs = OTLPLogExporter(**options("logs"))
        self._spans = OTLPSpanExporter(**options("traces"))
        self._metrics = OTLPMetricExporter(**options("metrics"))

    def send(self, telemetry: Telemetry, browser: str) -> None:
        """The first batch of a kind that does not arrive ends that kind: the others would wait for nothing.
        `browser`: name and version of the browser that it is from."""
        self._send("logs", telemetry.logs, lambda batch: self._logs.export([sdk_log(log, browser) for log in batch]))
        self._send(
            "spans", telemetry.spans, lambda batch: self._spans.export([sdk_span(span, browser) for span in batch])
        )
        self._send("metrics", telemetry.points, lambda batch: self._metrics.export(sdk_metrics(batch, browser)))

    def close(self) -> None:
        for exporter in (self._logs, self._spans, self._metrics):
            exporter.shutdown()

    def _send(self, kind: str, records: Sequence[T], export: Callable[[list[T]], Any]) -> None:
        done = 0
        for batch in _batches(records):
            self._rejected = 0
            if export(batch).name != "SUCCESS":
                break
            done += len(batch)
            refused = min(self._rejected, len(batch))
            self.sent[kind] += len(batch) - refused
            self.lost[kind] += refused
        self.lost[kind] += len(records) - done

    def _set_reason(self, reason: str) -> None:
        self.reason = reason

    def _set_rejected(self, count: int, reason: str) -> None:
        self._rejected = count
        self.reason = f"the collector rejected {count}: {reason}" if count else self.reason


def _batches(records: Sequence[T]) -> Iterator[list[T]]:
    rest = iter(records)
    while batch := list(islice(rest, BATCH)):
        yield batch


class _LastMessage(logging.Handler):
    """Takes what the exporters log, so that it becomes part of our own messages."""

    def __init__(self, take: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._take = take

    def emit(self, record: logging.LogRecord) -> None:
        self._take(record.getMessage())


class Redirected(requests.RequestException):
    """The collector redirects to another address, which the user has not approved."""


class _Session(requests.Session):
    """Notices what the exporters take for success: redirects, and answers that reject some records."""

    def __init__(self, on_rejected: Callable[[int, str], None]) -> None:
        super().__init__()
        self._on_rejected = on_rejected

    def send(self, request: requests.PreparedRequest, **options: Any) -> requests.Response:
        response = super().send(request, **options)
        if REDIRECT <= response.status_code < CLIENT_ERROR:
            raise Redirected("the collector answered with a redirect, which is not followed: name that address")
        self._on_rejected(*_rejected(str(request.url), response))
        return response


def _rejected(url: str, response: requests.Response) -> tuple[int, str]:
    """How many records the collector did not accept, and why."""
    if not response.ok or "protobuf" not in response.headers.get("content-type", ""):
        return 0, ""
    try:
        if url.endswith("/logs"):
            logs = ExportLogsServiceResponse.FromString(response.content).partial_success
            return logs.rejected_log_records, logs.error_message
        if url.endswith("/traces"):
            spans = ExportTraceServiceResponse.FromString(response.content).partial_success
            return spans.rejected_spans, spans.error_message
        points = ExportMetricsServiceResponse.FromString(response.content).partial_success
        return points.rejected_data_points, points.error_message
    except DecodeError:  # accepted, by something that does not speak the protocol to its end
        return 0, ""
