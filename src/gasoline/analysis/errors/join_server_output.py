"""Joins a failed request, page or file with what the server printed while it was under way."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from msgspec import UNSET

from gasoline.analysis.errors.server_match import Asked, Match, match
from gasoline.analysis.errors.show_server_entry import show_server_entry
from gasoline.kernel.loaded_files import is_page_load
from gasoline.kernel.text import truncate_middle
from gasoline.model.error_context import FailedRequest
from gasoline.model.events import AnyLogEntry, NetworkEntry, RequestTiming, ResourceEntry, parse_time
from gasoline.model.http import SERVER_ERROR
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
        self._timings = list(timings)

    def during(self, error: AnyLogEntry, request: FailedRequest | None) -> dict[str, Any] | None:
        """What was printed during the request that this error is, or that failed before it; None if nothing was."""
        if not self._entries:
            return None
        if isinstance(error, NetworkEntry):
            return self._printed(self._matches(self._asked(error), self._window(error)))
        if isinstance(error, ResourceEntry):
            return self._printed(self._of_file(error))
        if request is None or (window := self._window_of(error, request)) is None:
            return None
        return self._printed(self._matches(self._asked(request), window))

    def printed_during(self, request: RequestTiming | NetworkEntry) -> list[ServerLogEntry]:
        """Everything that was printed about one request, whether it failed or not."""
        if isinstance(request, NetworkEntry):
            found = self._matches(self._asked(request), self._window(request))
        else:
            found = self._matches(_asked_by(request), _window_of_timing(request))
        return [match.entry for match in found]

    def _asked(self, request: NetworkEntry | FailedRequest) -> Asked:
        load = self._page_load(request)
        return _asked_by(load) if load else Asked(request.method, request.url)

    def _page_load(self, request: NetworkEntry | FailedRequest) -> RequestTiming | None:
        """The load of the page that this request was for, if it was."""
        timing = self._timings_by_id.get(request.id) if request.id else None
        return timing if timing and is_page_load(timing) else None

    def _window(self, entry: NetworkEntry) -> Window:
        """A load may have begun with a redirect, which its phases do not count."""
        start, end = _window_of_failure(entry)
        load = self._page_load(entry)
        return (start, max(end, _window_of_timing(load)[1])) if load else (start, end)

    def _of_file(self, error: ResourceEntry) -> list[Match]:
        """Without the server's error or a line that names the file, nothing tells that the server had to do with it."""
        until = parse_time(error.ts).timestamp() + TIME_STEP_S
        tries = (timing for timing in self._timings if timing.url == error.source)
        timing = next((each for each in tries if _window_of_timing(each)[0] <= until), None)
        if timing is None:
            return []
        found = self._matches(_asked_by(timing), _window_of_timing(timing))
        is_named = (timing.status or 0) >= SERVER_ERROR or any(match.by in NAMED for match in found)
        return found if is_named else []

    def _window_of(self, error: AnyLogEntry, request: FailedRequest) -> Window | None:
        timing = self._timings_by_id.get(request.id) if request.id else None
        if timing is not None:
            return _window_of_timing(timing)
        until = parse_time(error.ts).timestamp()
        same = [each for each in self._network_entries if (each.method, each.url) == (request.method, request.url)]
        windows = [window for each in same if (window := _window_of_failure(each))[0] <= until]
        return max(windows, default=None)

    def _printed(self, found: list[Match]) -> dict[str, Any] | None:
        best = sorted(found, key=_rank)[:SERVER_JOINED]
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
            self._asked(entry)
            for entry in self._network_entries
            if (window := self._window(entry))[0] <= end and window[1] >= start
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


def _window_of_failure(entry: NetworkEntry) -> Window:
    """A failed request is recorded at its end."""
    end = parse_time(entry.ts).timestamp()
    return end - (entry.duration if isinstance(entry.duration, float) else 0.0) / MS, end


def _window_of_timing(timing: RequestTiming) -> Window:
    """A request of the waterfall is recorded with its start."""
    start = parse_time(timing.ts).timestamp()
    return start, start + (timing.duration or 0.0) / MS


def _asked_by(timing: RequestTiming) -> Asked:
    return Asked(timing.method or ("" if is_page_load(timing) else "GET"), timing.url)


BY = ("request", "neighbor", "suffix", "time")
"""The surest first."""
NAMED = ("request", "suffix")
"""A line has the address."""


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
    return {"matchedBy": found.by, **show_server_entry(entry), "text": truncate_middle(entry.text, SERVER_JOINED_CHARS)}
