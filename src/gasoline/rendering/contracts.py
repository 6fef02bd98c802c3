"""API contracts as text: violations, the worst first, or the shapes that were learned."""

from typing import Any

from gasoline.rendering.document import Document, View
from gasoline.rendering.moment import clock
from gasoline.rendering.quote import compact, inline
from gasoline.rendering.size import count_of

SHAPE_CHARS = 400

Entry = dict[str, Any]


def contracts_document(view: View) -> Document:
    data: Entry = view.data
    match data["action"]:
        case "analyzed":
            return _analysis(data, view.note)
        case "report":
            headline = f"{count_of(data.get('total_endpoints', len(data['endpoints'])), 'endpoint')} learned"
            return Document(headline, [*map(_endpoint, data["endpoints"]), view.note])
        case _:
            return Document(f"Forgot {count_of(data['endpoints'], 'endpoint')}.", [view.note])


def _analysis(data: Entry, note: str) -> Document:
    number = data.get("total_violations", len(data["violations"]))
    scope = (
        f"{count_of(data['total_requests_analyzed'], 'response')} of {count_of(data['tracked_endpoints'], 'endpoint')}"
        f" compared, {data['clean_endpoints']} clean"
    )
    headline = f"{count_of(number, 'contract violation') if number else 'No contract violations'} · {scope}"
    return Document(headline, [*map(_violation, data["violations"]), note])


def _violation(violation: Entry) -> str:
    origin = f" of {inline(violation['origin'])}" if violation.get("origin") else ""
    first = f"{violation['severity']} {inline(violation['endpoint'])}{origin}: {inline(violation['description'])}"
    lines = [first]
    if violation.get("expected_type") is not None:
        sample = f", such as {inline(compact(violation['sample_value']))}" if "sample_value" in violation else ""
        lines.append(
            f"  {inline(violation['field'])}: {inline(str(violation['expected_type']))} →"
            f" {inline(str(violation['actual_type']))}{sample}"
        )
    for name in ("expected_shape", "actual_shape"):
        if violation.get(name) is not None:
            lines.append(f"  {name.replace('_', ' ')}: {inline(compact(violation[name]), SHAPE_CHARS)}")
    if violation.get("last_error_body"):
        lines.append(f"  last error body: {inline(str(violation['last_error_body']), SHAPE_CHARS)}")
    seen = violation.get("occurrences") or {}
    if seen.get("last_violation"):
        lines.append(f"  last at {clock(seen['last_violation'])}, {seen['violation_count']} times")
    return "\n".join(lines)


def _endpoint(endpoint: Entry) -> str:
    statuses = ", ".join(f"{inline(str(status))} ×{count}" for status, count in endpoint["status_codes"].items())
    shape = compact(endpoint["established_shape"]) if endpoint["established_shape"] is not None else "no body seen"
    optional = endpoint.get("optional_fields")
    lines = [
        f"{inline(endpoint['endpoint'])} ×{endpoint['call_count']} ({statuses}), {endpoint['consistency']} consistent",
        f"  {inline(shape, SHAPE_CHARS)}",
        f"  optional: {inline(', '.join(optional))}" if optional else "",
    ]
    return "\n".join(line for line in lines if line)
