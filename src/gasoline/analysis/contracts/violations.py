"""The violations of a contract, as `validate_api` shows them."""

from typing import Any, Literal, NamedTuple

from gasoline.analysis.contracts.api_call import CONTRACT_MIN_CALLS
from gasoline.analysis.contracts.differences import ROOT
from gasoline.analysis.contracts.error_spike import error_spike
from gasoline.analysis.contracts.schema_node import shape_of_node
from gasoline.kernel.quoted import key_in_prose
from gasoline.model.contract import Anomaly, Contract, Difference

MAX_CONTRACT_VIOLATIONS = 10  # API-05: violations of one endpoint

Severity = Literal["critical", "warning", "info"]
Violation = dict[str, Any]

SEVERITIES: tuple[Severity, ...] = ("critical", "warning", "info")
"""The worst first."""


class FoundViolation(NamedTuple):
    shown: list[Violation]
    """A limited number of violations, sorted by severity, then by time, the latest first."""
    total: int
    """Includes violations beyond the limit."""


def violations_of(contract: Contract) -> FoundViolation:
    spike = error_spike(contract)
    found = [*([spike] if spike else []), *(_violation(contract, anomaly) for anomaly in reversed(contract.anomalies))]
    return FoundViolation(worst_first(found)[:MAX_CONTRACT_VIOLATIONS], len(found) + contract.forgotten)


def worst_first(violations: list[Violation]) -> list[Violation]:
    return sorted(violations, key=lambda violation: SEVERITIES.index(violation["severity"]))


def _violation(contract: Contract, anomaly: Anomaly) -> Violation:
    difference = anomaly.difference
    return {
        "endpoint": contract.endpoint,
        "type": difference.type,
        "severity": _severity(difference),
        "description": f"{_description(difference)} {_when(contract, anomaly)}",
        **_details(contract, difference),
        "occurrences": {
            "expected_count": difference.expected_count,
            "violation_count": anomaly.count,
            "first_seen": contract.first_seen,
            "last_violation": anomaly.last_ts,
        },
    }


def _severity(difference: Difference) -> Severity:
    if difference.type == "shape_change":
        return "warning" if difference.expected_count >= CONTRACT_MIN_CALLS else "info"
    return "info" if difference.type in ("new_field", "null_field") else "warning"


def _when(contract: Contract, anomaly: Anomaly) -> str:
    """A failed, unread or unchanged (304) response cannot be compared: the latest that can be decides."""
    if not anomaly.is_ongoing:
        is_as_before = not any(other.is_ongoing for other in contract.anomalies)
        since = "responses since then match again" if is_as_before else "the latest differs in another way"
        return f"in {_responses(anomaly.count)}; {since}"
    if anomaly.last_ts == contract.last_called:
        return (
            "in the latest response" if anomaly.count == 1 else f"in {anomaly.count} responses, the latest among them"
        )
    return f"in {_responses(anomaly.count)}; later ones had no body to compare"


def _description(difference: Difference) -> str:
    times = _responses(difference.expected_count)
    match difference.type:
        case "shape_change":
            return f"Response shape changed: {_names(difference.missing)} present in {times} but missing"
        case "type_change":
            types = f"from '{difference.expected}' to '{difference.actual}'"
            return f"{_subject(difference.field)} changed type {types}"
        case "new_field":
            return f"Field {key_in_prose(difference.field)} is new: {times} before did not have it,"
        case "null_field":
            return f"{_subject(difference.field)} became null, unlike in {times} before,"
    lost = f", which now lack {_quoted(difference.missing)}," if difference.missing else ""
    return f"Items of {key_in_prose(difference.field)} changed their structure{lost}"


def _subject(path: str) -> str:
    return "The response" if path == ROOT else f"Field {key_in_prose(path)}"


def _responses(count: int) -> str:
    return "1 response" if count == 1 else f"{count} responses"


def _quoted(names: tuple[str, ...]) -> str:
    return ", ".join(map(key_in_prose, names))


def _names(names: tuple[str, ...]) -> str:
    return f"field {_quoted(names)} was" if len(names) == 1 else f"fields {_quoted(names)} were"


def _details(contract: Contract, difference: Difference) -> dict[str, Any]:
    match difference.type:
        case "shape_change":
            expected = shape_of_node(contract.schema) if contract.schema else None
            return {**_shapes(difference, expected), "missing_fields": list(difference.missing)}
        case "array_shape_change":
            shapes = _shapes(difference, difference.expected)
            return {"field": difference.field, **shapes, "missing_fields": list(difference.missing)}
        case "new_field":
            return {"field": difference.field, "actual_type": _type_of(difference.actual)}
    sample = {} if difference.sample is None else {"sample_value": difference.sample}
    return {
        "field": difference.field,
        "expected_type": difference.expected,
        "actual_type": difference.actual,
        **sample,
    }


def _shapes(difference: Difference, expected: Any) -> dict[str, Any]:
    return {} if difference.actual is None else {"expected_shape": expected, "actual_shape": difference.actual}


def _type_of(shape: Any) -> str:
    if isinstance(shape, str):
        return shape
    return "object" if isinstance(shape, dict) else "array"
