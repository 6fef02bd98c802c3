"""What a call teaches about its endpoint: while learning, everything it has; afterwards, whether it is as ever."""

from typing import Any

from msgspec.structs import replace

from gasoline.analysis.contracts.call import Call, Unparsed
from gasoline.analysis.contracts.compare import ROOT, differences, types_of
from gasoline.analysis.contracts.error_spike import spike_after
from gasoline.analysis.contracts.part import fits, fold, observe, optional_fields
from gasoline.model import limits
from gasoline.model.contracts import Absence, Contract, Difference, Oddity, Part


def contract_after(contract: Contract | None, call: Call) -> Contract | None:
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
        history=(*contract.history, call.status)[-limits.CONTRACT_STATUSES :],
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
    return _with_part(contract, seen, call) if fits(seen) else replace(contract, too_large=contract.too_large + 1)


def turned_out_failed(contract: Contract, call: Call) -> Contract:
    """A call that counted as a success until its body said otherwise."""
    before = replace(contract, successes=contract.successes - 1)
    return replace(before, spike=spike_after(before, call), mismatches=contract.mismatches + 1)


def _with_part(contract: Contract, seen: Part, call: Call) -> Contract:
    if contract.part is None:
        return replace(contract, part=seen, agreed=1)
    found = differences(contract.part, seen, call.content, call.cut_at)
    if not is_established(contract):
        return replace(_with_folded(contract, seen), agreed=contract.agreed + (not found))
    if call.is_cut and not found:
        return contract  # what it has is as ever, and what it lacks may have been cut
    return _judged(contract, found, seen, call.ts)


def is_established(contract: Contract) -> bool:
    return contract.agreed >= limits.CONTRACT_MIN_CALLS


def _judged(contract: Contract, found: list[Difference], seen: Part, ts: str) -> Contract:
    counted = _with_habits(_with_absences(contract, found))
    odd = [rest for difference in found if (rest := _without_habits(difference, counted.absences))]
    noted = _with_oddities(counted, odd, ts)
    habits = [oddity for oddity in noted.oddities if _is_habit(oddity, noted.absences)]
    told = replace(noted, oddities=tuple(each for each in noted.oddities if each not in habits))
    if sum(oddity.is_ongoing for oddity in habits) < len(odd):
        return replace(told, mismatches=noted.mismatches + 1)
    return _with_folded(told, seen)


def _with_habits(contract: Contract) -> Contract:
    """What was noted before it turned out that a field comes and goes, without that field."""
    told: dict[tuple[Any, ...], Oddity] = {}
    for oddity in contract.oddities:
        if rest := _without_habits(oddity.difference, contract.absences):
            known = told.pop(_identity(rest), None)
            told[_identity(rest)] = _both(known, replace(oddity, difference=rest))
    return replace(contract, oddities=tuple(told.values()))


def _both(known: Oddity | None, later: Oddity) -> Oddity:
    if known is None:
        return later
    ongoing = known.is_ongoing or later.is_ongoing
    last = max(known.last_ts, later.last_ts)
    return replace(later, count=known.count + later.count, is_ongoing=ongoing, last_ts=last)


def _without_habits(difference: Difference, absences: dict[str, Absence]) -> Difference | None:
    """The difference without the fields that come and go: each is learnt by itself, whatever another does."""
    if not difference.missing:
        return difference
    missing = tuple(path for path in difference.missing if not is_habit(absences.get(path)))
    return replace(difference, missing=missing) if missing else None


def _with_absences(contract: Contract, found: list[Difference]) -> Contract:
    """Each field by itself: of two that vary independently, the pairs would hardly ever repeat."""
    missing = {path for difference in found for path in difference.missing}
    others = {path: replace(known, is_ongoing=False) for path, known in contract.absences.items()}
    return replace(contract, absences=others | {path: _away(contract.absences.get(path)) for path in missing})


def _away(known: Absence | None) -> Absence:
    return Absence(known.spells + (not known.is_ongoing), True) if known else Absence(1, True)


def is_habit(absence: Absence | None) -> bool:
    """What comes and goes is how this endpoint is."""
    return absence is not None and absence.spells >= limits.CONTRACT_SPELLS


def _is_habit(oddity: Oddity, absences: dict[str, Absence]) -> bool:
    """Optional, or sometimes null. A type that changes stays odd."""
    difference = oddity.difference
    if difference.missing:
        return all(is_habit(absences.get(path)) for path in difference.missing)
    return difference.type in ("null_field", "new_field") and oddity.spells >= limits.CONTRACT_SPELLS


def _with_folded(contract: Contract, seen: Part) -> Contract:
    part = fold(contract.part, seen) if contract.part else seen
    return replace(contract, part=part) if fits(part) else contract


def _without_json(contract: Contract, content: Unparsed, ts: str) -> Contract:
    if contract.part is None or not is_established(contract):
        return contract
    found = Difference(
        type="type_change",
        field=ROOT,
        expected=types_of(contract.part),
        actual=content.value,
        expected_count=contract.part.count,
    )
    return replace(_with_oddities(contract, [found], ts), mismatches=contract.mismatches + 1)


def _with_oddities(contract: Contract, found: list[Difference], ts: str) -> Contract:
    """The latest last; beyond the bound, those that were not seen for longest go."""
    known = {_identity(oddity.difference): oddity for oddity in contract.oddities}
    seen = {_identity(difference): difference for difference in found}
    others = [replace(oddity, is_ongoing=False) for key, oddity in known.items() if key not in seen]
    current = [_seen_again(known.get(key), difference, ts) for key, difference in seen.items()]
    every = (*others, *current)
    kept = every[-limits.CONTRACT_VIOLATIONS :]
    return replace(contract, oddities=kept, forgotten=contract.forgotten + len(every) - len(kept))


def _identity(difference: Difference) -> tuple[Any, ...]:
    kind = difference.actual if difference.type == "type_change" else ""
    return difference.type, difference.field, difference.missing, kind


def _seen_again(known: Oddity | None, difference: Difference, ts: str) -> Oddity:
    if known is None:
        return Oddity(difference=difference, count=1, spells=1, is_ongoing=True, last_ts=ts)
    spells = known.spells + (not known.is_ongoing)
    return Oddity(difference=difference, count=known.count + 1, spells=spells, is_ongoing=True, last_ts=ts)


def optional_of(contract: Contract) -> list[str]:
    """The fields that not every response has, and those of which that has just turned out."""
    known = optional_fields(contract.part) if contract.part else ()
    away = (path for path, absence in contract.absences.items() if is_habit(absence))
    return list(dict.fromkeys((*known, *away)))
