"""Which events are worth interrupting somebody for, and how a notice of one looks."""

from typing import Any

import msgspec

from gasoline.model import limits
from gasoline.model.events import ConsoleEntry, Event, ExceptionEntry, NetworkEntry, ResourceEntry


def notice(seq: int, event: Event) -> dict[str, Any] | None:
    """A significant event as `gasoline tail` shows it; None for everything else."""
    kind = _kind(event)
    if kind is None:
        return None
    return {"seq": seq, "ts": event.ts, "kind": kind, "url": event.url, "text": _words(event)[: limits.NOTICE_CHARS]}


def _kind(event: Event) -> str | None:
    match event:
        case ExceptionEntry():
            return "exception"
        case NetworkEntry():
            return "failed_request"
        case ResourceEntry():
            return "failed_resource"
        case ConsoleEntry(level="error" | "warn"):
            return f"console_{event.level}"
    return None


def _words(event: Event) -> str:
    match event:
        case NetworkEntry():
            return f"{event.method} {event.url} → {event.status}"
        case ConsoleEntry():
            return " ".join(arg if isinstance(arg, str) else msgspec.json.encode(arg).decode() for arg in event.args)
        case ExceptionEntry() | ResourceEntry():
            return event.message
    return ""
