"""Requests and page loads as spans."""

from gasoline.analysis.telemetry.page_loads import PageLoads, load_start_ns
from gasoline.analysis.telemetry.records import (
    NS_PER_MS,
    Span,
    TraceIds,
    Value,
    common_attributes,
    derived_ids,
    service_of,
    time_ns_of,
)
from gasoline.kernel.urls import split_url
from gasoline.model.events import NetworkEntry, RequestTiming
from gasoline.model.performance import PerformanceSnapshot

FIRST_FAILURE = 400
PORTS = {"http": 80, "https": 443}


def span_of_request(request: RequestTiming, loads: PageLoads) -> Span:
    """Named by its method, because a browser does not know the route that a server matches an address with."""
    sent, load = sent_ids(request), loads.of(request)
    method = request.method or "GET"  # what a document loads by itself
    start_ns = time_ns_of(request.ts)
    attributes = {
        **http_attributes(method, request.url, request.status),
        **common_attributes(request),
        "gasoline.initiator": request.initiator,
        **_sizes(request),
    }
    if request.page_url:
        attributes["gasoline.page_url"] = request.page_url
    error = _error(request)
    if error:
        attributes["error.type"] = error
    return Span(
        service=service_of(request.page_url or request.url),
        name=method,
        ids=sent or _ids_in(load, derived_ids(request)),
        start_ns=start_ns,
        end_ns=start_ns + round(max(request.duration or 0, 0) * NS_PER_MS),
        attributes=attributes,
        is_client=True,
        error=error,
        parent=None if sent else load,
        link=load if sent else None,
    )


def span_of_load(snapshot: PerformanceSnapshot) -> Span | None:
    """None while the page loads, and for a route change, which loads no document."""
    load_ms = snapshot.timing.load
    if load_ms is None or snapshot.soft_navigation is True:
        return None
    start_ns = load_start_ns(snapshot)
    page = snapshot.page_url or snapshot.url
    return Span(
        service=service_of(page),
        name="documentLoad",
        ids=derived_ids(snapshot),
        start_ns=start_ns,
        end_ns=start_ns + round(load_ms * NS_PER_MS),
        attributes={
            "url.full": page,
            **common_attributes(snapshot),
            "gasoline.requests": snapshot.network.request_count,
            "gasoline.transfer_size": snapshot.network.transfer_size,
        },
        is_client=False,
    )


def _ids_in(load: TraceIds | None, own: TraceIds) -> TraceIds:
    """A child is in the trace of its parent."""
    return TraceIds(load.trace, own.span) if load else own


def sent_ids(event: RequestTiming | NetworkEntry) -> TraceIds | None:
    """The ids of the `traceparent` header that the request carried, so that the server's spans are its children."""
    if isinstance(event.trace_id, str) and isinstance(event.span_id, str):
        return TraceIds(event.trace_id, event.span_id)
    return None


def http_attributes(method: str, url: str, status: object) -> dict[str, Value]:
    parts = split_url(url)
    attributes: dict[str, Value] = {"http.request.method": method, "url.full": url}
    if parts.hostname:
        attributes["server.address"] = parts.hostname
    if port := parts.port or PORTS.get(parts.scheme):
        attributes["server.port"] = port
    if isinstance(status, int) and status > 0:
        attributes["http.response.status_code"] = status
    return attributes


def _sizes(request: RequestTiming) -> dict[str, Value]:
    sizes = {
        "http.response.size": request.transfer_size,
        "gasoline.response.decoded_size": request.decoded_size,
        "gasoline.cached": request.cached,
    }
    return {name: value for name, value in sizes.items() if isinstance(value, int)}


def _error(request: RequestTiming) -> str:
    """The value of `error.type`: the status, or a word for a request without a response."""
    if request.aborted is True:
        return "aborted"
    if not isinstance(request.status, int):  # not known of what a document loads by itself
        return ""
    if request.status == 0:
        return "no_response"
    return str(request.status) if request.status >= FIRST_FAILURE else ""
