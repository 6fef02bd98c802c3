"""Times and durations as a text answer shows them."""

from collections.abc import Iterable
from datetime import UTC

from gasoline.model.events import parse_time
from gasoline.rendering.size import three_digits

MS_PER_S = 1_000.0
S_PER_MIN = 60.0
BROWSER_TIME_CHARS = 24


def clock(ts: str) -> str:
    """`08:09:27.945`, in UTC."""
    if _as_sent(ts):
        return ts[11:23]
    return parse_time(ts).astimezone(UTC).strftime("%H:%M:%S.%f")[:-3]


def day(ts: str) -> str:
    if _as_sent(ts):
        return ts[:10]
    return parse_time(ts).astimezone(UTC).strftime("%Y-%m-%d")


def _as_sent(ts: str) -> bool:
    """Whether a stored time is as browsers write it, `2026-11-16T08:09:27.945Z`: nearly all are, and need no parser."""
    return len(ts) == BROWSER_TIME_CHARS and ts.endswith("Z") and ts[10] == "T"


def days(times: Iterable[str]) -> str:
    """The day that all times share, or the first and the last: `2026-11-16 UTC`."""
    found = sorted({day(ts) for ts in times if ts})
    if not found:
        return ""
    return f"{found[0]} UTC" if len(found) == 1 else f"{found[0]} to {found[-1]} UTC"


def milliseconds_between(earlier: str, later: str) -> float:
    return (parse_time(later) - parse_time(earlier)).total_seconds() * MS_PER_S


def duration(ms: float) -> str:
    """`0.4 ms`, `35 ms`, `1.25 s`, `3 min 20 s`."""
    if abs(ms) < MS_PER_S:
        return f"{three_digits(ms)} ms"
    seconds = ms / MS_PER_S
    if abs(seconds) < S_PER_MIN:
        return f"{three_digits(seconds)} s"
    minutes, rest = divmod(round(seconds), int(S_PER_MIN))
    return f"{minutes} min {rest} s" if rest else f"{minutes} min"


def recorded_span(start: str, end: str, saved_at: str) -> str:
    """`2026-11-16 08:00:12–08:09:27 UTC`; without events, the time of saving."""
    first, last = (parse_time(ts or saved_at).astimezone(UTC) for ts in (start, end))
    until = last.strftime("%H:%M:%S" if first.date() == last.date() else "%Y-%m-%d %H:%M:%S")
    return f"{first:%Y-%m-%d %H:%M:%S}–{until} UTC"
