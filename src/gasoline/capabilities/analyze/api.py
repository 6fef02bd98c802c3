"""analyze what=api: which responses are not what the endpoint used to answer."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from gasoline.analysis.contracts.part import optional_fields, shape_of_part
from gasoline.analysis.contracts.violations import violations_of, worst_first
from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import UrlFilter, why_nothing_captured
from gasoline.capabilities.observe.network_bodies import is_off
from gasoline.model import limits
from gasoline.model.contracts import Contract

Action = Literal["analyze", "report", "clear"]


class Params(BaseParams, frozen=True, kw_only=True):
    """API contracts: responses that lost fields, changed types or failed. Learnt from the bodies as they arrive;
    optional fields are told apart."""

    action: Annotated[Action, Meta(description="analyze: violations; report: the shapes; clear: learn anew.")]
    url_filter: UrlFilter | None = None
    ignore_endpoints: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=limits.FILTER_CHARS)]],
        Meta(max_length=limits.CONTRACTS, description="Parts of URLs to leave out."),
    ] = field(default_factory=list)


async def run(ctx: Context, params: Params) -> Answer:
    is_wanted = _wanted(params)
    if params.action == "clear":
        return Answer({"action": "cleared", "endpoints": ctx.store.contracts.clear(is_wanted)})
    tracked = ctx.store.contracts.latest_first()
    found = [contract for contract in tracked if is_wanted(contract)]
    data = _analysis(found) if params.action == "analyze" else _report(found)
    return Answer(data, _note(ctx, len(tracked), found))


def _wanted(params: Params) -> Callable[[Contract], bool]:
    """By the endpoint as it is shown, or by its latest address."""

    def matches(contract: Contract, part: str) -> bool:
        return part in contract.endpoint or part in contract.url

    def is_wanted(contract: Contract) -> bool:
        is_ignored = any(matches(contract, part) for part in params.ignore_endpoints)
        return not is_ignored and matches(contract, params.url_filter or "")

    return is_wanted


def _analysis(contracts: list[Contract]) -> dict[str, Any]:
    found = [violations_of(contract) for contract in contracts]
    return {
        "action": "analyzed",
        "violations": worst_first([violation for violations in found for violation in violations]),
        "tracked_endpoints": len(contracts),
        "total_requests_analyzed": sum(contract.calls for contract in contracts),
        "clean_endpoints": sum(not violations for violations in found),
    }


def _report(contracts: list[Contract]) -> dict[str, Any]:
    return {"action": "report", "endpoints": [_endpoint(contract) for contract in contracts]}


def _endpoint(contract: Contract) -> dict[str, Any]:
    optional = list(optional_fields(contract.part)) if contract.part else []
    return {
        "endpoint": contract.endpoint,
        "method": contract.method,
        "call_count": contract.calls,
        "status_codes": contract.statuses,
        "established_shape": shape_of_part(contract.part) if contract.part else None,
        **({"optional_fields": optional} if optional else {}),
        "consistency": f"{round(100 * (contract.calls - contract.mismatches) / contract.calls)}%",
        "last_called": contract.last_called,
    }


ONLY_STATUSES = (
    "“Capture Network Bodies” is off: what responses hold is unknown, and only failures are noticed. Ask the person to "
    "switch it on in the popup of the extension, then repeat the requests."
)


def _note(ctx: Context, tracked: int, found: list[Contract]) -> str:
    if is_off(ctx) and not any(contract.part for contract in found):
        return ONLY_STATUSES
    if not tracked:
        return why_nothing_captured(ctx)
    if not found:
        return f"None of the {tracked} tracked endpoints match; loosen the filters."
    evicted = ctx.store.contracts.evicted
    return f"{evicted} endpoints not called for longest were forgotten to make room." if evicted else ""


CAPABILITY = Capability(
    "validate_api", (Mode("analyze", "api"),), Params, run, reads_captures=True, shows_page_text=True
)
