"""An endpoint that answered well and then began to fail."""

from typing import Any

import msgspec

from gasoline.analysis.contracts.api_call import CONTRACT_MIN_CALLS, SUCCESS, Call
from gasoline.model.contract import Contract, ErrorSpike
from gasoline.model.http import CLIENT_ERROR

SERVER_ERROR = 500


def spike_after(contract: Contract, call: Call) -> ErrorSpike | None:
    """The spike of an endpoint after one more call."""
    known = contract.spike
    if not call.failed:
        good_status = call.status if call.succeeded else known.good_status if known else 0
        return known and ErrorSpike(known.successes, good_status, known.bad_status, known.failures, 0, known.is_server)
    if contract.successes < CONTRACT_MIN_CALLS:
        return None
    before = known or ErrorSpike(contract.successes, _last_success(contract), 0, 0, 0, False)
    return ErrorSpike(
        before.successes,
        before.good_status,
        call.status,
        before.failures + 1,
        before.run + 1,
        before.is_server or call.status >= SERVER_ERROR,
    )


def _last_success(contract: Contract) -> int:
    """The latest successful status; a 304 or another redirect is not a success."""
    statuses = [*map(int, contract.statuses), *contract.history]
    return next(status for status in reversed(statuses) if status in SUCCESS)


def error_spike(contract: Contract) -> dict[str, Any] | None:
    """The violation; None while there is none."""
    if contract.spike is None:
        return None
    return {
        "endpoint": contract.endpoint,
        "type": "error_spike",
        "severity": "critical" if contract.spike.is_server else "warning",
        "description": _description(contract.spike, contract.history[-1]),
        "status_history": list(contract.history),
        "last_error_body": _parsed(contract.error_body),
    }


def _description(spike: ErrorSpike, latest: int) -> str:
    good = f"Endpoint returned success ({spike.good_status}) {_times(spike.successes)}"
    bad = f"error ({_status(spike.bad_status)})"
    if not spike.run:
        end = "succeeded again" if latest in SUCCESS else f"did not fail ({latest})"
        return f"{good}, then {bad} {_times(spike.failures)}; the latest call {end}"
    return f"{good}, then switched to {bad} for the last {'request' if spike.run == 1 else f'{spike.run} requests'}"


def _status(status: int) -> str:
    if status == 0:
        return "no answer"
    return str(status) if status >= CLIENT_ERROR else f"{status} with errors in its body"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _parsed(body: str) -> Any:
    """Data if the body is complete JSON, otherwise text; null if it was not captured."""
    try:
        return msgspec.json.decode(body) if body else None
    except (msgspec.DecodeError, ValueError, RecursionError):
        return body
