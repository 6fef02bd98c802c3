"""The lines of the timeline as a report shows them: in lanes, with the complete event of each."""

from collections.abc import Mapping
from typing import Any

from gasoline.model.http import CLIENT_ERROR
from gasoline.rendering.report.report import Lane, Moment
from gasoline.rendering.timeline import Line

KIND_LANES: dict[str, Lane] = {
    "action": "action",
    "network": "network",
    "hot_update": "network",
    "websocket": "websocket",
    "server": "server",
}


def moment_of(line: Line, details: Mapping[str, str]) -> Moment:
    """`details`: complete events, by their id."""
    entry, name = line.entry, line.ids[0] if line.ids else ""
    lane = KIND_LANES.get(line.kind) or ("error" if entry["level"] == "error" else "console")
    return Moment(
        id=name,
        ts=entry["ts"],
        lane=lane,
        text=line.full_text,
        is_bad=lane == "error" or _has_failed(entry),
        duration_ms=max(entry.get("duration") or 0, 0) if lane == "network" else 0,
        detail="\n\n".join(details[key] for key in (name, entry.get("body") or "") if key in details),
    )


def _has_failed(entry: dict[str, Any]) -> bool:
    match entry["kind"]:
        case "network":
            status = entry.get("status")
            return isinstance(status, int) and not entry.get("aborted") and (status == 0 or status >= CLIENT_ERROR)
        case "server":
            return bool(entry["level"] == "error")
        case "websocket":
            return bool(entry["event"] == "error")
    return False
