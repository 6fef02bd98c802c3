"""API contracts: every endpoint; the details show its shape and its violations."""

from typing import Any, NotRequired, TypedDict

from gasoline.analysis.contracts.learn import is_established
from gasoline.analysis.contracts.violations import SEVERITIES, Severity, violations_of
from gasoline.capabilities.analyze.api import consistency_of, endpoint_report
from gasoline.capabilities.observe.network_bodies import is_off
from gasoline.dashboard.view import Query, View
from gasoline.model.contract import Contract
from gasoline.model.tool_error import ToolError
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import why_nothing_captured


class Endpoint(TypedDict):
    """One endpoint in the list."""

    id: str
    """Origin and endpoint."""
    endpoint: str
    origin: str
    call_count: int
    consistency: str
    """Percentage of responses that match the learned shape."""
    last_called: str
    history: list[int]
    """The latest statuses, oldest first."""
    established: bool
    """Called often enough to establish a shape."""
    violations: int
    severity: Severity | None
    """The severity of the worst violation."""


class EndpointList(TypedDict):
    """The view of API contracts."""

    endpoints: list[Endpoint]
    forgotten: int
    """Endpoints that were evicted."""
    bodies_captured: bool
    note: str


class Occurrences(TypedDict):
    """How often the responses matched, and how often not."""

    expected_count: int
    violation_count: int
    first_seen: str
    last_violation: str


class ShownViolation(TypedDict):
    """A difference between a response and the learned shape."""

    endpoint: str
    type: str
    severity: Severity
    description: str
    field: NotRequired[str]
    missing_fields: NotRequired[list[str]]
    expected_type: NotRequired[str]
    actual_type: NotRequired[str]
    expected_shape: NotRequired[Any]
    actual_shape: NotRequired[Any]
    sample_value: NotRequired[Any]
    last_error_body: NotRequired[Any]
    status_history: NotRequired[list[int]]
    """The latest statuses of a rise in failures, oldest first."""
    occurrences: NotRequired[Occurrences]


class EndpointDetail(TypedDict):
    """One endpoint in full."""

    endpoint: str
    method: str
    url: str
    call_count: int
    status_codes: dict[str, int]
    established_shape: Any
    optional_fields: NotRequired[list[str]]
    too_large_to_compare: NotRequired[int]
    consistency: str
    first_seen: str
    last_called: str
    history: list[int]
    """The latest statuses, oldest first."""
    violations: list[ShownViolation]
    violations_left_out: int


async def read(ctx: Context, query: Query) -> Any:
    if query.id:
        return _detail(ctx, query.id)
    endpoints = [_summarize(contract) for contract in ctx.store.contracts.latest_first()]
    listed: EndpointList = {
        "endpoints": sorted(endpoints, key=_badness),
        "forgotten": ctx.store.contracts.evicted,
        "bodies_captured": not is_off(ctx),
        "note": "" if endpoints else why_nothing_captured(ctx),
    }
    return listed


def _summarize(contract: Contract) -> Endpoint:
    """The endpoint without its shapes, which are expensive and only needed in the details."""
    found = violations_of(contract)
    return {
        "id": _id(contract),
        "endpoint": contract.endpoint,
        "origin": contract.origin,
        "call_count": contract.calls,
        "consistency": consistency_of(contract),
        "last_called": contract.last_called,
        "history": list(contract.history),
        "established": is_established(contract),
        "violations": found.total,
        "severity": found.shown[0]["severity"] if found.shown else None,
    }


def _badness(endpoint: Endpoint) -> int:
    """Worst first, then most recently called."""
    return SEVERITIES.index(endpoint["severity"]) if endpoint["severity"] else len(SEVERITIES)


def _id(contract: Contract) -> str:
    return " ".join(contract.key)


def _detail(ctx: Context, wanted: str) -> dict[str, Any]:
    origin, _, endpoint = wanted.partition(" ")
    contract = ctx.store.contracts.get((origin, endpoint))
    if contract is None:
        raise ToolError("not_found", "This endpoint was evicted: it was the least recently called.", "")
    found = violations_of(contract)
    return {
        **endpoint_report(contract),
        "url": contract.url,
        "first_seen": contract.first_seen,
        "history": list(contract.history),
        "violations": found.shown,
        "violations_left_out": found.total - len(found.shown),
    }


VIEW = View("contracts", read, count=lambda ctx: len(ctx.store.contracts), types=(EndpointList, EndpointDetail))
