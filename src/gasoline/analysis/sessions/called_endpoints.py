"""Collects the called endpoints and their responses from every stream that records requests."""

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, replace
from http import HTTPStatus

from gasoline.kernel.loaded_files import is_page_load
from gasoline.kernel.urls import endpoint_of, origin_of, without_query
from gasoline.model.activity import Activity, Endpoint
from gasoline.model.events import NetworkBody, NetworkEntry, RequestTiming, parse_time
from gasoline.model.http import CLIENT_ERROR

SCRIPTED = {"fetch", "xmlhttprequest"}
"""Initiators in the waterfall whose requests call an API."""


@dataclass(frozen=True)
class Request:
    """One request that came to an end: by fetch or XHR, or for a page that failed."""

    endpoint: str
    """Method and path."""
    origin: str
    page: str
    status: int
    ts: str
    where: str
    count: int = 1
    duration_ms: float | None = None

    @property
    def key(self) -> str:
        """That of its endpoint."""
        method, _, path = self.endpoint.partition(" ")
        return f"{method} {self.origin}{path}"

    @property
    def failed(self) -> bool:
        return self.status == 0 or self.status >= CLIENT_ERROR

    @property
    def succeeded(self) -> bool:
        return HTTPStatus.OK <= self.status < HTTPStatus.MULTIPLE_CHOICES

    @property
    def is_cross_origin(self) -> bool:
        return bool(self.page) and origin_of(self.page) != self.origin

    @property
    def name(self) -> str:
        """How its endpoint is shown: with the origin only where that is not the page's own."""
        method, _, path = self.endpoint.partition(" ")
        return f"{method} {self.origin if self.is_cross_origin else ''}{path}"


def requests_in(activity: Activity, failed_before: Set[str] = frozenset()) -> list[Request]:
    """Newest first. A request that failed and is in the waterfall, the bodies and the log is one. The loads of a page
    count from the first that failed: `failed_before` has the endpoints that had failed before this stretch."""
    timed = [request for timing in activity.timings if (request := _timed(timing))]
    known = {timing.id for timing in activity.timings if timing.id and (timing.aborted is True or _timed(timing))}
    bodied = [_bodied(body) for body in activity.bodies if body.aborted is not True and body.id not in known]
    found = [*timed, *bodied, *_loads_of_failed_pages(activity, failed_before)]
    return sorted([*found, *_only_logged(activity, found)], key=lambda request: parse_time(request.ts), reverse=True)


def called_endpoints(requests: Iterable[Request]) -> list[Endpoint]:
    """The called endpoints, latest call first."""
    grouped: dict[tuple[str, str], list[Request]] = {}
    for request in requests:
        grouped.setdefault((request.origin, request.endpoint), []).append(request)
    return [_endpoint(calls) for calls in grouped.values()]


def failed_endpoints(endpoints: Iterable[Endpoint]) -> frozenset[str]:
    return frozenset(endpoint.key for endpoint in endpoints if endpoint.failures)


def failed_first(endpoints: list[Endpoint], most: int) -> list[Endpoint]:
    """As many as fit, in their order; endpoints that failed are kept before those that did not."""
    kept = {endpoint.key for endpoint in sorted(endpoints, key=lambda endpoint: not endpoint.failures)[:most]}
    return [endpoint for endpoint in endpoints if endpoint.key in kept]


def _endpoint(calls: list[Request]) -> Endpoint:
    failures = [call for call in calls if call.failed]
    successes = [call for call in calls if call.succeeded]
    telling = (failures or successes or calls)[0]
    durations = [call.duration_ms for call in calls if call.duration_ms is not None]
    method, _, path = telling.endpoint.partition(" ")
    return Endpoint(
        method=method,
        origin=telling.origin,
        path=path,
        is_cross_origin=telling.is_cross_origin,
        status=telling.status,
        calls=sum(call.count for call in calls),
        failures=sum(call.count for call in failures),
        successes=sum(call.count for call in successes),
        last_ts=telling.ts,
        where=telling.where,
        duration_ms=round(sum(durations) / len(durations), 1) if durations else None,
    )


def _timed(timing: RequestTiming) -> Request | None:
    is_over = isinstance(timing.status, int) and timing.aborted is not True
    if not is_over or timing.initiator not in SCRIPTED or not isinstance(timing.method, str):
        return None
    return _request(timing, timing.method, int(timing.status or 0), duration=timing.duration)


def _loads_of_failed_pages(activity: Activity, failed_before: Set[str]) -> list[Request]:
    answered = (timing for timing in activity.timings if is_page_load(timing) and isinstance(timing.status, int))
    loads = [_request(load, load.method or "GET", int(load.status or 0)) for load in answered]
    failed = failed_before | {load.key for load in loads if load.failed}
    return [load for load in loads if load.key in failed]


def _bodied(body: NetworkBody) -> Request:
    return _request(body, body.method, body.status, duration=body.duration)


def _only_logged(activity: Activity, found: list[Request]) -> Iterator[Request]:
    """Failures that only the log has: it counts repeats in one entry, the others have each alone."""
    known = Counter((request.origin, request.endpoint, request.status) for request in found)
    for entry, count in activity.entries:
        if not isinstance(entry, NetworkEntry):
            continue
        request = _request(entry, entry.method, entry.status)
        kind = request.origin, request.endpoint, request.status
        already = min(known[kind], count)
        known[kind] -= already
        if count > already:
            yield replace(request, count=count - already)


def _request(
    event: RequestTiming | NetworkBody | NetworkEntry, method: str, status: int, *, duration: object = None
) -> Request:
    page = without_query(event.page_url) if isinstance(event.page_url, str) else ""
    return Request(
        endpoint=endpoint_of(method, event.url),
        origin=origin_of(event.url),
        page=page,
        status=status,
        ts=event.ts,
        where=f"{without_query(event.url)} {page}",
        duration_ms=duration if isinstance(duration, int | float) else None,
    )
