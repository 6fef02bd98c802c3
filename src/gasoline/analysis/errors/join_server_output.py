"""Joins a failed request with what the server printed while it was under way."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from msgspec import UNSET

from gasoline.analysis.errors.server_match import Asked, Match, match
from gasoline.kernel.text import truncate_middle
from gasoline.model.error_context import FailedRequest
from gasoline.model.events import AnyLogEntry, NetworkEntry, RequestTiming, parse_time
from gasoline.model.server_logs import ServerLogEntry

SERVER_JOINED = 5  # entries of a server that are shown with an error
SERVER_JOINED_CHARS = 4_000  # text of one of them
SERVER_JOIN_AFTER_S = 0.25  # RUN-06: output this long after a request's end still belongs to it
TIME_STEP_S = 0.001  # times of entries are in whole milliseconds, rounded down

Window = tuple[float, float]
MS = 1_000


class ServerOutput:
    """Everything that servers printed, by time."""

    def __init__(
        self,
        entries: Iterable[ServerLogEntry],
        failures: Iterable[AnyLogEntry],
        timings: Iterable[RequestTiming],
    ) -> None:
        self._entries = list(entries)
        self._failures = failures
        self._timings = timings

    def during(self, error: AnyLogEntry, request: FailedRequest | None) -> dict[str, Any] | None:
        """What was printed during the request that this error is, or that failed before it; None if nothing was."""
        if not self._entries:
            return None
        if isinstance(error, NetworkEntry):
            return self._printed(Asked(error.method, error.url), _window(error))
        if request is None or (window := self._window_of(error, request)) is None:
            return None
        return self._printed(Asked(request.method, request.url), window)

    def printed_during(self, request: RequestTiming | NetworkEntry) -> list[ServerLogEntry]:
        """Everything that was printed about one request, whether it failed or not."""
        window = _window(request) if isinstance(request, NetworkEntry) else _window_of_timing(request)
        return [found.entry for found in self._matches(Asked(request.method or "GET", request.url), window)]

    def _window_of(self, error: AnyLogEntry, request: FailedRequest) -> Window | None:
        timing = self._timings_by_id.get(request.id) if request.id else None
        if timing is not None:
            return _window_of_timing(timing)
        until = parse_time(error.ts).timestamp()
        same = [each for each in self._network_entries if (each.method, each.url) == (request.method, request.url)]
        windows = [window for each in same if (window := _window(each))[0] <= until]
        return max(windows, default=None)

    def _printed(self, asked: Asked, window: Window) -> dict[str, Any] | None:
        best = sorted(self._matches(asked, window), key=_rank)[:SERVER_JOINED]
        return {"entries": [_shown(each) for each in best]} if best else None

    def _matches(self, asked: Asked, window: Window) -> list[Match]:
        start, end = window[0] - TIME_STEP_S, window[1] + SERVER_JOIN_AFTER_S
        return match(
            self._between(start, end),
            self._between(start - SERVER_JOIN_AFTER_S, end + SERVER_JOIN_AFTER_S),
            asked,
            self._others(asked, start, end),
        )

    def _others(self, asked: Asked, start: float, end: float) -> list[Asked]:
        """Other requests that failed meanwhile."""
        found = {
            Asked(entry.method, entry.url)
            for entry in self._network_entries
            if (window := _window(entry))[0] <= end and window[1] >= start
        }
        return list(found - {asked})

    def _between(self, start: float, end: float) -> list[ServerLogEntry]:
        """Oldest first."""
        times, entries = self._by_time
        return entries[bisect_left(times, start) : bisect_right(times, end)]

    @cached_property
    def _by_time(self) -> tuple[list[float], list[ServerLogEntry]]:
        """Sorted, because the clock may have been set back meanwhile."""
        timed = [(parse_time(entry.ts).timestamp(), entry) for entry in reversed(self._entries)]
        timed.sort(key=lambda pair: pair[0])
        return [at for at, _ in timed], [entry for _, entry in timed]

    @cached_property
    def _timings_by_id(self) -> dict[str, RequestTiming]:
        return {timing.id: timing for timing in self._timings if timing.id}

    @cached_property
    def _network_entries(self) -> list[NetworkEntry]:
        return [entry for entry in self._failures if isinstance(entry, NetworkEntry)]


def _window(entry: NetworkEntry) -> Window:
    """A failed request is recorded at its end."""
    end = parse_time(entry.ts).timestamp()
    return end - (entry.duration if isinstance(entry.duration, float) else 0.0) / MS, end


def _window_of_timing(timing: RequestTiming) -> Window:
    """A request of the waterfall is recorded with its start."""
    start = parse_time(timing.ts).timestamp()
    return start, start + (timing.duration or 0.0) / MS


BY = ("request", "neighbor", "suffix", "time")
"""The surest first."""


def _rank(found: Match) -> tuple[int, int]:
    """Stack traces, then errors, then the access line, then the rest."""
    return _rank_of_kind(found.entry), BY.index(found.by)


def _rank_of_kind(entry: ServerLogEntry) -> int:
    if entry.exception is not UNSET:
        return 0
    if entry.request is not UNSET:
        return 2
    return {"error": 1, "warn": 3}.get(entry.level, 4)


def _shown(found: Match) -> dict[str, Any]:
    entry = found.entry
    return {"matchedBy": found.by, **entry.shown(), "text": truncate_middle(entry.text, SERVER_JOINED_CHARS)}
