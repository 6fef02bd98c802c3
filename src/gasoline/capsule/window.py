"""Selects the stored events for a capsule: those of the last minutes, or of some URLs."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct

from gasoline.model.events import Event, parse_time
from gasoline.model.tool_error import ToolError
from gasoline.toolkit.listing import matches_url

_AGE = re.compile(r"(?P<count>[0-9]{1,6})(?P<unit>[smh])")
_SECONDS = {"s": 1, "m": 60, "h": 3600}


class Window(Struct, frozen=True):
    """Everything, unless bounded."""

    since: datetime | None = None
    url_filter: str = ""

    def includes(self, event: Event) -> bool:
        return self.includes_moment(event) and self.includes_url(event)

    def includes_moment(self, event: Event) -> bool:
        """Whether it happened in the window, for the last time if it was repeated."""
        return self.includes_time(getattr(event, "last_seen", None) or event.ts)

    def includes_time(self, ts: Any) -> bool:
        return self.since is None or not isinstance(ts, str) or not ts or parse_time(ts) >= self.since

    def includes_url(self, event: Event) -> bool:
        return not self.url_filter or matches_url(event, self.url_filter)


def read_since(text: str, now_s: float) -> datetime | None:
    """The time of `10m`, `30s`, `2h` ago, or an ISO time."""
    if not text:
        return None
    if age := _AGE.fullmatch(text):
        seconds = int(age["count"]) * _SECONDS[age["unit"]]
        return datetime.fromtimestamp(now_s, UTC) - timedelta(seconds=seconds)
    try:
        return parse_time(text)
    except ValueError:
        raise ToolError(
            "invalid_argument", f"since={text!r} is not a time.", "Use an age such as 10m, 30s or 2h, or an ISO time."
        ) from None
