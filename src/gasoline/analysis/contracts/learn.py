"""What a call teaches about its endpoint: while learning, everything it has; afterwards, whether it is as ever."""

from typing import Any

from msgspec.structs import replace

from gasoline.analysis.contracts.api_call import CONTRACT_MIN_CALLS, Call, Unparsed
from gasoline.analysis.contracts.differences import ROOT, differences, types_of
from gasoline.analysis.contracts.error_spike import spike_after
from gasoline.analysis.contracts.schema_node import fits, fold, observe, optional_fields
from gasoline.analysis.contracts.violations import MAX_CONTRACT_VIOLATIONS
from gasoline.model.contract import Anomaly, Contract, Difference, MissingField, SchemaNode

MAX_CONTRACT_STATUSES = 20  # API-05: status history
CONTRACT_EPISODES = 3  # what was missing and came back this often is optional


def updated_contract(contract: Contract | None, call: Call) -> Contract | None:
    """The endpoint after one more call; None if it is not worth tracking."""
    if contract is None and not call.is_api:
        return None
    known = contract or Contract(
        endpoint=call.endpoint,
        method=call.method,
        origin=call.origin,
        url=call.url,
        first_seen=call.ts,
        last_called=call.ts,
    )
    return with_response(_with_call(known, call), call)


def _with_call(contract: Contract, call: Call) -> Contract:
    status = str(call.status)
    return replace(
        contract,
        url=call.url,
        last_called=call.ts,
        calls=contract.calls + 1,
        statuses={**contract.statuses, status: contract.statuses.get(status, 0) + 1},
        history=(*contract.history, call.status)[-MAX_CONTRACT_STATUSES:],
        successes=contract.successes + call.succeeded,
        spike=spike_after(contract, call),
        mismatches=contract.mismatches + call.failed,
    )


def with_response(contract: Contract, call: Call) -> Contract:
    """The endpoint after the body of a call became known. Failures teach nothing about the shape."""
    if call.failed:
        return replace(contract, error_body=call.error_body or contract.error_body)
    if not call.succeeded or call.content is Unparsed.UNSEEN:
        return contract
    if isinstance(call.content, Unparsed):
        return _without_json(contract, call.content, call.ts)
    seen = observe(call.content)
    return (
        _with_schema_node(contract, seen, call) if fits(seen) else replace(contract, too_large=contract.too_large + 1)
    )


def with_failed_call(contract: Contract, call: Call) -> Contract:
    """A call that counted as a success until its body said otherwise."""
    before = replace(contract, successes=contract.successes - 1)
    return replace(before, spike=spike_after(before, call), mismatches=contract.mismatches + 1)


def _with_schema_node(contract: Contract, seen: SchemaNode, call: Call) -> Contract:
    if contract.schema is None:
        return replace(contract, schema=seen, agreed=1)
    found = differences(contract.schema, seen, call.content, call.truncated_at)
    if not is_established(contract):
        return replace(_with_folded(contract, seen), agreed=contract.agreed + (not found))
    if call.is_truncated and not found:
        return contract  # what it has is as ever, and what it lacks may have been cut
    return _judged(contract, found, seen, call.ts)


def is_established(contract: Contract) -> bool:
    return contract.agreed >= CONTRACT_MIN_CALLS


def _judged(contract: Contract, found: list[Difference], seen: SchemaNode, ts: str) -> Contract:
    counted = _with_habits(_with_absences(contract, found))
    odd = [rest for difference in found if (rest := _without_habits(difference, counted.absences))]
    noted = _with_anomalies(counted, odd, ts)
    habits = [anomaly for anomaly in noted.anomalies if _is_habit(anomaly, noted.absences)]
    reported = replace(noted, anomalies=tuple(each for each in noted.anomalies if each not in habits))
    if sum(anomaly.is_ongoing for anomaly in habits) < len(odd):
        return replace(reported, mismatches=noted.mismatches + 1)
    return _with_folded(reported, seen)


def _with_habits(contract: Contract) -> Contract:
    """What was noted before it turned out that a field comes and goes, without that field."""
    reported: dict[tuple[Any, ...], Anomaly] = {}
    for anomaly in contract.anomalies:
        if rest := _without_habits(anomaly.difference, contract.absences):
            known = reported.pop(_identity(rest), None)
            reported[_identity(rest)] = _both(known, replace(anomaly, difference=rest))
    return replace(contract, anomalies=tuple(reported.values()))


def _both(known: Anomaly | None, later: Anomaly) -> Anomaly:
    if known is None:
        return later
    ongoing = known.is_ongoing or later.is_ongoing
    last = max(known.last_ts, later.last_ts)
    return replace(later, count=known.count + later.count, is_ongoing=ongoing, last_ts=last)


def _without_habits(difference: Difference, absences: dict[str, MissingField]) -> Difference | None:
    """The difference without the fields that come and go: each is learned by itself, whatever another does."""
    if not difference.missing:
        return difference
    missing = tuple(path for path in difference.missing if not is_habit(absences.get(path)))
    return replace(difference, missing=missing) if missing else None


def _with_absences(contract: Contract, found: list[Difference]) -> Contract:
    """Counts each field separately: combinations of independent fields would hardly ever repeat."""
    missing = {path for difference in found for path in difference.missing}
    others = {path: replace(known, is_ongoing=False) for path, known in contract.absences.items()}
    return replace(contract, absences=others | {path: _away(contract.absences.get(path)) for path in missing})


def _away(known: MissingField | None) -> MissingField:
    return MissingField(known.episodes + (not known.is_ongoing), True) if known else MissingField(1, True)


def is_habit(absence: MissingField | None) -> bool:
    """Whether the field is optional: absent often enough to be normal for this endpoint."""
    return absence is not None and absence.episodes >= CONTRACT_EPISODES


def _is_habit(anomaly: Anomaly, absences: dict[str, MissingField]) -> bool:
    """Whether the field is optional or sometimes null. A type change remains an anomaly."""
    difference = anomaly.difference
    if difference.missing:
        return all(is_habit(absences.get(path)) for path in difference.missing)
    return difference.type in ("null_field", "new_field") and anomaly.episodes >= CONTRACT_EPISODES


def _with_folded(contract: Contract, seen: SchemaNode) -> Contract:
    node = fold(contract.schema, seen) if contract.schema else seen
    return replace(contract, schema=node) if fits(node) else contract


def _without_json(contract: Contract, content: Unparsed, ts: str) -> Contract:
    if contract.schema is None or not is_established(contract):
        return contract
    found = Difference(
        type="type_change",
        field=ROOT,
        expected=types_of(contract.schema),
        actual=content.value,
        expected_count=contract.schema.count,
    )
    return replace(_with_anomalies(contract, [found], ts), mismatches=contract.mismatches + 1)


def _with_anomalies(contract: Contract, found: list[Difference], ts: str) -> Contract:
    """The latest last; beyond the bound, those that were not seen for longest go."""
    known = {_identity(anomaly.difference): anomaly for anomaly in contract.anomalies}
    seen = {_identity(difference): difference for difference in found}
    others = [replace(anomaly, is_ongoing=False) for key, anomaly in known.items() if key not in seen]
    current = [_seen_again(known.get(key), difference, ts) for key, difference in seen.items()]
    every = (*others, *current)
    kept = every[-MAX_CONTRACT_VIOLATIONS:]
    return replace(contract, anomalies=kept, forgotten=contract.forgotten + len(every) - len(kept))


def _identity(difference: Difference) -> tuple[Any, ...]:
    kind = difference.actual if difference.type == "type_change" else ""
    return difference.type, difference.field, difference.missing, kind


def _seen_again(known: Anomaly | None, difference: Difference, ts: str) -> Anomaly:
    if known is None:
        return Anomaly(difference=difference, count=1, episodes=1, is_ongoing=True, last_ts=ts)
    episodes = known.episodes + (not known.is_ongoing)
    return Anomaly(difference=difference, count=known.count + 1, episodes=episodes, is_ongoing=True, last_ts=ts)


def optional_of(contract: Contract) -> list[str]:
    """The fields that not every response has, and those of which that has just turned out."""
    known = optional_fields(contract.schema) if contract.schema else ()
    away = (path for path, absence in contract.absences.items() if is_habit(absence))
    return list(dict.fromkeys((*known, *away)))
