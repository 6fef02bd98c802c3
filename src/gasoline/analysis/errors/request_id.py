"""Finds a failed request again in the lists that show it complete."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from gasoline.analysis.causes.find_call_site import call_places
from gasoline.model.events import AnyLogEntry, RequestTiming, parse_time


def find_request(
    request: dict[str, Any],
    error_ts: str,
    network: Iterable[tuple[int, RequestTiming]],
    errors: Iterable[tuple[int, AnyLogEntry]],
) -> dict[str, Any] | None:
    """Its id and when it ended: of `observe what=network`, else of `observe what=errors`. Both lists are newest first.
    The log numbers its entries itself, so that a request may have another id there than in the network list."""
    moment = parse_time(error_ts)
    likely: dict[str, Any] | None = None
    for seq, timing in network:
        places = call_places(timing)
        called_from = {} if places is None else {"calledFrom": msgspec.to_builtins(places)}
        found = {"id": f"r{seq}", "ended": _end(timing).isoformat(), **called_from}
        if timing.id == request.get("id"):
            return found
        if likely is None and _is_same(timing, request) and parse_time(timing.ts) <= moment:
            likely = found
    if likely is not None:
        return likely
    return next(({"id": f"e{seq}", "ended": entry.ts} for seq, entry in errors if entry.id == request.get("id")), None)


def _is_same(timing: RequestTiming, request: dict[str, Any]) -> bool:
    is_same_call = (timing.method or "GET") == request["method"] and timing.url == request["url"]
    return is_same_call and (timing.status or 0) == (request.get("status") or 0)


def _end(timing: RequestTiming) -> datetime:
    return parse_time(timing.ts) + timedelta(milliseconds=timing.duration or 0.0)
