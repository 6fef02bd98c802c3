"""A collector for tests: decodes the official protobuf messages that exporters send it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest, ExportLogsServiceResponse
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
    ExportMetricsServiceResponse,
)
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.logs.v1.logs_pb2 import LogRecord
from opentelemetry.proto.metrics.v1.metrics_pb2 import Metric
from opentelemetry.proto.trace.v1.trace_pb2 import Span

KINDS: dict[str, Any] = {
    "/v1/logs": ExportLogsServiceRequest,
    "/v1/traces": ExportTraceServiceRequest,
    "/v1/metrics": ExportMetricsServiceRequest,
}

ANSWERS: dict[str, Any] = {
    "/v1/logs": ExportLogsServiceResponse,
    "/v1/traces": ExportTraceServiceResponse,
    "/v1/metrics": ExportMetricsServiceResponse,
}


@dataclass
class Receiver:
    """What arrived. `statuses` are given to the next requests, one each; then everything is accepted."""

    statuses: list[int] = field(default_factory=list)
    rejected: int = 0
    location: str = ""
    url: str = ""
    requests: int = 0
    raw: bytes = b""
    logs: list[tuple[dict[str, Any], LogRecord]] = field(default_factory=list)
    spans: list[tuple[dict[str, Any], Span]] = field(default_factory=list)
    metrics: list[tuple[dict[str, Any], Metric]] = field(default_factory=list)

    def take(self, path: str, body: bytes) -> tuple[int, bytes]:
        self.requests += 1
        if self.statuses and (status := self.statuses.pop(0)) != 200:
            return status, b""
        message = KINDS[path].FromString(body)
        self.raw += body
        self._take(path, message)
        return 200, self._answer(path)

    def _take(self, path: str, message: Any) -> None:
        if path == "/v1/logs":
            for group in message.resource_logs:
                resource = attributes_of(group.resource)
                self.logs += [(resource, record) for scope in group.scope_logs for record in scope.log_records]
        elif path == "/v1/traces":
            for group in message.resource_spans:
                resource = attributes_of(group.resource)
                self.spans += [(resource, span) for scope in group.scope_spans for span in scope.spans]
        else:
            for group in message.resource_metrics:
                resource = attributes_of(group.resource)
                self.metrics += [(resource, metric) for scope in group.scope_metrics for metric in scope.metrics]

    def _answer(self, path: str) -> bytes:
        answer: Any = ANSWERS[path]()
        if self.rejected and path == "/v1/logs":
            answer.partial_success.rejected_log_records = self.rejected
            answer.partial_success.error_message = "too old"
        return bytes(answer.SerializeToString())


def attributes_of(holder: Any) -> dict[str, Any]:
    """The attributes of a resource, a log record or a span."""
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in holder.attributes}


@contextmanager
def otlp_receiver() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            status, body = receiver.take(self.path, self.rfile.read(int(self.headers["content-length"])))
            self.send_response(status)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
