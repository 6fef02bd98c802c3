"""analyze what=api: responses and socket messages that deviate from what the endpoint used to return."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from gasoline.analysis.contracts.learn import optional_of
from gasoline.analysis.contracts.schema_node import ANY_KEY, MAX_CONTRACT_ENTRIES, has_dictionary, shape_of_node
from gasoline.analysis.contracts.violations import violations_of, worst_first
from gasoline.capabilities.observe.network_bodies import is_off
from gasoline.model.contract import Contract
from gasoline.rendering.address import http_origin
from gasoline.rendering.complete_or_short import complete_or_short
from gasoline.rendering.document import SEPARATOR, Document, View
from gasoline.rendering.entry_list import sites_text
from gasoline.rendering.moment import clock
from gasoline.rendering.quote import compact, inline, quoted
from gasoline.rendering.size import count_of
from gasoline.store.contract_store import MAX_CONTRACTS
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.fit_items import fit_items
from gasoline.toolkit.listing import FILTER_CHARS, UrlFilter, why_nothing_captured

SHAPE_CHARS = 400
Entry = dict[str, Any]
Action = Literal["analyze", "report", "clear"]


class Params(BaseParams, frozen=True, kw_only=True):
    """Lost fields and changed types in API responses. Also nulls and failures; contracts are learned from responses."""

    action: Annotated[Action, Meta(description="analyze: violations; report: learned shapes; clear: forget them.")]
    url_filter: UrlFilter | None = None
    ignore_endpoints: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=FILTER_CHARS)]],
        Meta(max_length=MAX_CONTRACTS, description="Parts of URLs to leave out."),
    ] = field(default_factory=list)


async def run(ctx: Context, params: Params) -> Answer:
    is_wanted = _wanted(params)
    if params.action == "clear":
        return Answer({"action": "cleared", "endpoints": ctx.store.contracts.clear(is_wanted)})
    tracked = ctx.store.contracts.latest_first()
    found = [contract for contract in tracked if is_wanted(contract)]
    data = _analysis(found) if params.action == "analyze" else _report(found)
    sites = Counter(http_origin(contract.origin) for contract in found)
    return Answer(data, " ".join(filter(None, (_left_out(data), _note(ctx, len(tracked), found)))), facts=sites)


def _wanted(params: Params) -> Callable[[Contract], bool]:
    """Matches the endpoint as shown, or its latest URL."""

    def matches(contract: Contract, part: str) -> bool:
        return part in contract.endpoint or part in contract.url

    def is_wanted(contract: Contract) -> bool:
        is_ignored = any(matches(contract, part) for part in params.ignore_endpoints)
        return not is_ignored and matches(contract, params.url_filter or "")

    return is_wanted


def _analysis(contracts: list[Contract]) -> dict[str, Any]:
    origins = _origins(contracts)
    found = [violations_of(contract) for contract in contracts]
    each = [
        {**violation, **_origin(contract, origins)}
        for contract, of_one in zip(contracts, found, strict=True)
        for violation in of_one.shown
    ]
    total, shown = sum(of_one.total for of_one in found), fit_items(worst_first(each))
    return {
        "action": "analyzed",
        "violations": shown,
        **_counts("violations", total, len(shown)),
        "tracked_endpoints": len(contracts),
        "total_requests_analyzed": sum(contract.calls for contract in contracts),
        "clean_endpoints": sum(not of_one.total for of_one in found),
    }


def _report(contracts: list[Contract]) -> dict[str, Any]:
    origins = _origins(contracts)
    shown = fit_items([{**endpoint_report(contract), **_origin(contract, origins)} for contract in contracts])
    return {"action": "report", "endpoints": shown, **_counts("endpoints", len(contracts), len(shown))}


def _counts(what: str, total: int, shown: int) -> dict[str, int]:
    return {f"total_{what}": total, f"{what}_left_out": total - shown} if total > shown else {}


def _origins(contracts: list[Contract]) -> Counter[str]:
    """The number of origins of each endpoint."""
    return Counter(contract.endpoint for contract in contracts)


def _origin(contract: Contract, origins: Counter[str]) -> dict[str, str]:
    return {"origin": contract.origin} if origins[contract.endpoint] > 1 else {}


def endpoint_report(contract: Contract) -> dict[str, Any]:
    optional = optional_of(contract)
    return {
        "endpoint": contract.endpoint,
        "method": contract.method,
        "call_count": contract.calls,
        "status_codes": contract.statuses,
        "established_shape": shape_of_node(contract.schema) if contract.schema else None,
        **({"optional_fields": optional} if optional else {}),
        **({"too_large_to_compare": contract.too_large} if contract.too_large else {}),
        "consistency": consistency_of(contract),
        "last_called": contract.last_called,
    }


def consistency_of(contract: Contract) -> str:
    """The share of responses that match the learned shape."""
    calls = max(contract.calls, 1)  # a capsule may claim anything
    return f"{round(100 * (calls - contract.mismatches) / calls)}%"


ONLY_STATUSES = (
    "“Capture Network Bodies” is off: response bodies are unknown, and only failures are detected. Ask the user to "
    "turn it on in the extension's popup, then repeat the requests."
)

DICTIONARIES = (
    f"“{ANY_KEY}” stands for the keys of an object with more than {MAX_CONTRACT_ENTRIES}: they count as data, so a "
    "missing key is not a violation."
)


def _left_out(data: dict[str, Any]) -> str:
    for what in ("violations", "endpoints"):
        if left_out := data.get(f"{what}_left_out"):
            return f"{left_out} {what} left out: narrow the result with url_filter or ignore_endpoints."
    return ""


def _note(ctx: Context, tracked: int, found: list[Contract]) -> str:
    if is_off(ctx) and not any(contract.schema for contract in found):
        return ONLY_STATUSES
    if not tracked:
        return why_nothing_captured(ctx)
    if not found:
        return f"None of the {tracked} tracked endpoints match; broaden the filters."
    evicted = ctx.store.contracts.evicted
    notes = (
        f"{evicted} endpoints were evicted: the least recently called ones." if evicted else "",
        DICTIONARIES if any(contract.schema and has_dictionary(contract.schema) for contract in found) else "",
    )
    return " ".join(filter(None, notes))


def render(view: View) -> Document:
    data: Entry = view.data
    match data["action"]:
        case "analyzed":
            return _analysis_text(data, view)
        case "report":
            learned = f"{count_of(data.get('total_endpoints', len(data['endpoints'])), 'endpoint')} learned"
            headline = SEPARATOR.join(part for part in (learned, sites_text(view.facts)) if part)
            entries, more = _entries(_endpoint, data["endpoints"], view)
            return Document(headline, [*entries, view.note], more)
        case _:
            return Document(f"Forgot {count_of(data['endpoints'], 'endpoint')}.", [view.note])


def _analysis_text(data: Entry, view: View) -> Document:
    if not data["tracked_endpoints"]:
        return Document("Nothing was compared", [view.note])
    number = data.get("total_violations", len(data["violations"]))
    scope = (
        f"{count_of(data['total_requests_analyzed'], 'response')} of {count_of(data['tracked_endpoints'], 'endpoint')}"
        f" compared, {data['clean_endpoints']} clean"
    )
    verdict = count_of(number, "contract violation") if number else "No contract violations"
    headline = SEPARATOR.join(part for part in (verdict, scope, sites_text(view.facts)) if part)
    entries, more = _entries(_violation, data["violations"], view)
    return Document(headline, [*entries, view.note], more=[*more, *(NEXT_STEPS if number else ())])


def _entries(
    show: Callable[[Entry, int | None], str], found: list[Entry], view: View
) -> tuple[Sequence[str], list[str]]:
    return complete_or_short(
        [show(each, None) for each in found],
        [show(each, SHAPE_CHARS) for each in found],
        is_part=bool(view.params.url_filter),
        narrower=f"analyze what=api action={view.params.action} url_filter=… (complete shapes)",
    )


NEXT_STEPS = ("observe what=network_bodies url_filter=… (the responses)", "analyze what=api action=report (the shapes)")


def _violation(violation: Entry, chars: int | None) -> str:
    kind = f"{violation['severity']} {inline(violation['type'])}"
    lines = [f"{kind} {inline(violation['endpoint'])}{_of_origin(violation)}: {inline(violation['description'])}"]
    if violation.get("expected_type") is not None:
        sample = f", such as {inline(compact(violation['sample_value']))}" if "sample_value" in violation else ""
        lines.append(
            f"  field {inline(violation['field'])}: {inline(str(violation['expected_type']))} →"
            f" {inline(str(violation['actual_type']))}{sample}"
        )
    for name in ("expected_shape", "actual_shape"):
        if violation.get(name) is not None:
            lines.append(f"  {name.replace('_', ' ')}: {inline(compact(violation[name]), chars)}")
    if violation.get("last_error_body"):
        lines.append(f"  last error body: {quoted(violation['last_error_body'], chars)}")
    seen = violation.get("occurrences") or {}
    if seen.get("last_violation"):
        lines.append(f"  {count_of(seen['violation_count'], 'time')}, last at {clock(seen['last_violation'])}")
    return "\n".join(lines)


def _of_origin(entry: Entry) -> str:
    return f" of {inline(entry['origin'])}" if entry.get("origin") else ""


def _endpoint(endpoint: Entry, chars: int | None) -> str:
    statuses = ", ".join(f"{inline(str(status))} ×{count}" for status, count in endpoint["status_codes"].items())
    shape = (
        compact(endpoint["established_shape"])
        if endpoint["established_shape"] is not None
        else "no successful response with a body seen"
    )
    consistent = f" {endpoint['consistency']} consistent," if endpoint["established_shape"] is not None else ""
    optional, too_large = endpoint.get("optional_fields"), endpoint.get("too_large_to_compare")
    name = f"{inline(endpoint['endpoint'])}{_of_origin(endpoint)}"
    lines = [
        f"endpoint {name} ×{endpoint['call_count']}{f' ({statuses})' if statuses else ''},"
        f"{consistent} last {clock(endpoint['last_called'])}",
        f"  {inline(shape, chars)}",
        f"  optional: {inline(', '.join(optional))}" if optional else "",
        f"  {count_of(too_large, 'response')} too large to compare" if too_large else "",
    ]
    return "\n".join(line for line in lines if line)


CAPABILITY = Capability(
    "validate_api",
    (Mode("analyze", "api"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
)
