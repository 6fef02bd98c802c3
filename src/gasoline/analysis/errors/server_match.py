"""Finds the lines that servers printed about a failed request, and says how they were matched."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple
from urllib.parse import unquote, urlsplit

from msgspec import UNSET

from gasoline.model.events import parse_time
from gasoline.model.server_logs import ServerLogEntry

SERVER_NEIGHBOR_LINES = 20  # entries between a stack trace and the access line that belongs to it
SERVER_NEIGHBOR_S = 0.1  # time between the two
SERVER_ERROR = 500

MatchedBy = Literal["request", "neighbor", "suffix", "time"]
"""It names the request; it is next to an access line that does; it names the end of its path, as behind a proxy; or it
was printed while the request was under way."""


Owners = dict[int, ServerLogEntry]
"""The access line of each stack trace, by the trace's `id`, because equal lines may have been printed twice."""


class Asked(NamedTuple):
    """A request as the browser names it."""

    method: str
    """Empty if the browser does not say."""
    url: str


class Match(NamedTuple):
    entry: ServerLogEntry
    by: MatchedBy


def match(
    printed: Sequence[ServerLogEntry], around: Sequence[ServerLogEntry], asked: Asked, others: Sequence[Asked]
) -> list[Match]:
    """What is about the request. `around` has the lines just before and after, too, and `others` failed meanwhile."""
    owners = _access_lines_of_traces(around)
    if named := _naming(printed, asked, others):
        return _of_servers(printed, named, "request", owners)
    if named := _naming_end(printed, asked, others):
        return _of_servers(printed, named, "suffix", owners)
    return [Match(entry, "time") for entry in printed if _may_belong(entry, owners.get(id(entry)), others)]


def _of_servers(
    printed: Sequence[ServerLogEntry],
    named: list[ServerLogEntry],
    by: MatchedBy,
    owners: Owners,
) -> list[Match]:
    """Adds the entries of the same servers that do not name any request."""
    servers = {entry.name for entry in named}
    found = [Match(entry, by) for entry in named]
    for entry in printed:
        if entry.name in servers and entry.request is UNSET:
            owner = owners.get(id(entry))
            if owner is None or owner in named:
                found.append(Match(entry, "neighbor" if owner else "time"))
    return found


def _naming(printed: Sequence[ServerLogEntry], asked: Asked, others: Sequence[Asked]) -> list[ServerLogEntry]:
    """Prefers entries with the same query; otherwise any query, which a log may mask or omit."""
    if exact := [entry for entry in printed if _names(entry, asked)]:
        return exact
    same_path = [entry for entry in printed if _names(entry, asked, any_query=True)]
    return [entry for entry in same_path if not _is_claimed(entry, others)]


def _naming_end(printed: Sequence[ServerLogEntry], asked: Asked, others: Sequence[Asked]) -> list[ServerLogEntry]:
    """A proxy in between may remove the beginning of the path, or add one."""
    path = _path(asked.url)
    return [
        entry
        for entry in printed
        if _has_method(entry, asked) and _is_end_of_other(_path(_named(entry)), path) and not _is_claimed(entry, others)
    ]


def _may_belong(entry: ServerLogEntry, owner: ServerLogEntry | None, others: Sequence[Asked]) -> bool:
    """Whether an entry may belong to the request when no line names it: it must not be about another request."""
    if owner is not None:
        return not _is_claimed(owner, others)
    if entry.request is UNSET:
        return True
    return entry.exception is not UNSET and not _is_claimed(entry, others)


def _is_claimed(entry: ServerLogEntry, others: Iterable[Asked]) -> bool:
    return any(_names(entry, other) for other in others)


def _names(entry: ServerLogEntry, asked: Asked, *, any_query: bool = False) -> bool:
    """A line without a method may be about any, and so may one without a query."""
    named = _named(entry)
    if not _has_method(entry, asked) or _path(named) != _path(asked.url):
        return False
    return any_query or _query(named) in ("", _query(asked.url))


def _has_method(entry: ServerLogEntry, asked: Asked) -> bool:
    if entry.request is UNSET:
        return False
    return not (entry.request.method and asked.method) or entry.request.method == asked.method.upper()


def _named(entry: ServerLogEntry) -> str:
    return "" if entry.request is UNSET else entry.request.path


def _path(url: str) -> str:
    try:
        path = unquote(urlsplit(url).path)
    except ValueError:
        return url
    return path.rstrip("/") or "/"


def _query(url: str) -> str:
    return unquote(url.partition("#")[0].partition("?")[2])


def _is_end_of_other(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return shorter != "/" and longer.endswith(shorter)


def _access_lines_of_traces(printed: Sequence[ServerLogEntry]) -> Owners:
    """For each stack trace that names no request, the access line with a status of 500 or more that belongs to it."""
    found: Owners = {}
    for server in {entry.name for entry in printed}:
        found.update(_pairs([entry for entry in printed if entry.name == server]))
    return found


def _pairs(printed: list[ServerLogEntry]) -> list[tuple[int, ServerLogEntry]]:
    """Pairs traces and access lines in printed order if those are close in time, otherwise the nearest ones."""
    traces = [index for index, entry in enumerate(printed) if entry.exception is not UNSET and entry.request is UNSET]
    lines = [index for index, entry in enumerate(printed) if _is_server_error_line(entry)]
    distance = _Distance(printed)
    in_order = list(zip(traces, lines, strict=False))
    is_plausible = len(traces) == len(lines) and all(distance.is_small(pair) for pair in in_order)
    pairs = in_order if is_plausible else _nearest(traces, lines, distance)
    return [(id(printed[trace]), printed[line]) for trace, line in pairs]


class _Distance:
    """How far a stack trace and an access line are from each other, given by their indexes."""

    def __init__(self, printed: list[ServerLogEntry]) -> None:
        self._times = [parse_time(entry.ts).timestamp() for entry in printed]

    def between(self, pair: tuple[int, int]) -> float:
        return abs(self._times[pair[0]] - self._times[pair[1]])

    def is_small(self, pair: tuple[int, int]) -> bool:
        return self.between(pair) <= SERVER_NEIGHBOR_S


def _nearest(traces: list[int], lines: list[int], distance: _Distance) -> list[tuple[int, int]]:
    """Pairs each trace and each line at most once."""
    candidates = sorted(
        (pair for trace in traces for line in _near(trace, lines) if distance.is_small(pair := (trace, line))),
        key=lambda pair: (distance.between(pair), abs(pair[0] - pair[1]), pair[0] < pair[1]),
    )
    found: dict[int, int] = {}
    taken: set[int] = set()
    for trace, line in candidates:
        if trace not in found and line not in taken:
            found[trace] = line
            taken.add(line)
    return list(found.items())


def _near(trace: int, lines: list[int]) -> list[int]:
    return lines[bisect_left(lines, trace - SERVER_NEIGHBOR_LINES) : bisect_right(lines, trace + SERVER_NEIGHBOR_LINES)]


def _is_server_error_line(entry: ServerLogEntry) -> bool:
    return entry.request is not UNSET and entry.exception is UNSET and entry.request.status >= SERVER_ERROR
