"""Which endpoints were called and how they answered, out of all that tells of requests."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gasoline.analysis.endpoints import endpoint_of, without_query
from gasoline.model import limits
from gasoline.model.activity import Activity, Endpoint
from gasoline.model.events import NetworkBody, NetworkEntry, RequestTiming, parse_time

SCRIPTED = {"fetch", "xmlhttprequest"}
"""Initiators in the waterfall whose requests call an API."""


@dataclass(frozen=True)
class Request:
    """One request by fetch or XHR that came to an end."""

    endpoint: str
    status: int
    ts: str
    where: str
    count: int = 1
    duration_ms: float | None = None

    @property
    def failed(self) -> bool:
        return self.status == 0 or self.status >= limits.FAILURE_STATUS


def requests_in(activity: Activity) -> list[Request]:
    """Newest first. A request that failed and is in the waterfall, the bodies and the log is one."""
    timed = [request for timing in activity.timings if (request := _timed(timing))]
    known = {timing.id for timing in activity.timings if timing.id}
    bodied = [_bodied(body) for body in activity.bodies if body.aborted is not True and body.id not in known]
    found = timed + bodied
    return sorted([*found, *_only_logged(activity, found)], key=lambda request: parse_time(request.ts), reverse=True)


def called_endpoints(requests: Iterable[Request]) -> list[Endpoint]:
    """Those called last first."""
    grouped: dict[str, list[Request]] = {}
    for request in requests:
        grouped.setdefault(request.endpoint, []).append(request)
    return [_endpoint(name, calls) for name, calls in grouped.items()]


def failed_first(endpoints: list[Endpoint], most: int) -> list[Endpoint]:
    """As many as there is room for, in their order: what went wrong does not give way to what went well."""
    kept = {endpoint.name for endpoint in sorted(endpoints, key=lambda endpoint: not endpoint.failures)[:most]}
    return [endpoint for endpoint in endpoints if endpoint.name in kept]


def _endpoint(name: str, calls: list[Request]) -> Endpoint:
    failures = [call for call in calls if call.failed]
    telling = (failures or calls)[0]
    durations = [call.duration_ms for call in calls if call.duration_ms is not None]
    method, _, path = name.partition(" ")
    return Endpoint(
        method=method,
        path=path,
        status=telling.status,
        calls=sum(call.count for call in calls),
        failures=sum(call.count for call in failures),
        last_ts=telling.ts,
        where=telling.where,
        duration_ms=round(sum(durations) / len(durations), 1) if durations else None,
    )


def _timed(timing: RequestTiming) -> Request | None:
    is_over = isinstance(timing.status, int) and timing.aborted is not True
    if not is_over or timing.initiator not in SCRIPTED or not isinstance(timing.method, str):
        return None
    return Request(
        endpoint=endpoint_of(timing.method, timing.url),
        status=int(timing.status or 0),
        ts=timing.ts,
        where=_where(timing),
        duration_ms=timing.duration if isinstance(timing.duration, int | float) else None,
    )


def _bodied(body: NetworkBody) -> Request:
    return Request(
        endpoint=endpoint_of(body.method, body.url),
        status=body.status,
        ts=body.ts,
        where=_where(body),
        duration_ms=body.duration if isinstance(body.duration, int | float) else None,
    )


def _only_logged(activity: Activity, found: list[Request]) -> Iterator[Request]:
    """Failures that only the log has: it counts repeats in one entry, the others have each alone."""
    known = Counter((request.endpoint, request.status) for request in found)
    for entry, count in activity.entries:
        if not isinstance(entry, NetworkEntry):
            continue
        kind = (endpoint_of(entry.method, entry.url), entry.status)
        already = min(known[kind], count)
        known[kind] -= already
        if count > already:
            yield Request(*kind, ts=entry.ts, where=_where(entry), count=count - already)


def _where(event: RequestTiming | NetworkBody | NetworkEntry) -> str:
    page = event.page_url if isinstance(event.page_url, str) else ""
    return f"{without_query(event.url)} {without_query(page)}"
