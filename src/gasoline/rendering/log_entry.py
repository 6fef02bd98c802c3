"""One console message, exception, failed request or failed resource, in the words of one line."""

import re
from typing import Any

from gasoline.kernel.console_text import console_text
from gasoline.rendering.entry_list import Frame
from gasoline.rendering.quote import inline, json_or_quoted

_POSITION = re.compile(r":[0-9]{1,9}\)?$")
_POSITION_CHARS = 12


def without_frames(text: str) -> str:
    """A text without the frames of a stack: their lines are those that the browser ran, which only `id=` shows."""
    first, *others = text.split("\n")
    return "\n".join([first, *(line for line in others if not _is_frame(line.strip()))])


def _is_frame(line: str) -> bool:
    """`at total (http://localhost/bundle.js:1:2345)`, or `total@http://localhost/bundle.js:1:2345`."""
    if not _POSITION.search(line[-_POSITION_CHARS:]):
        return False
    name, at, _ = line.partition("@")
    return line.startswith("at ") or (bool(at) and " " not in name)


def log_text(entry: dict[str, Any], frame: Frame) -> str:
    """What the entry says, by its type."""
    match entry["type"]:
        case "console":
            return inline(without_frames(console_text(entry["args"])), frame.width)
        case "exception":
            return exception_text(entry, frame.width)
        case "network":
            return request_outcome(entry, frame)
        case _:
            return f"{inline(entry['element'] or 'resource')} failed to load {frame.address(entry['source'])}"


def exception_text(entry: dict[str, Any], width: int) -> str:
    """`TypeError: x is not a function`; a rejection is called one."""
    kind, message = entry.get("errorType") or "", without_frames(entry["message"])
    named = message if not kind or message.startswith(kind) else f"{kind}: {message}"
    return f"{'unhandled rejection: ' if entry.get('rejection') else ''}{inline(named, width)}"


def request_outcome(entry: dict[str, Any], frame: Frame, response_chars: int = 0) -> str:
    """`POST /api/orders → 422 "{…}"`; a request without an answer says why."""
    status = entry.get("status")
    outcome = str(status) if status else f"failed: {inline(entry.get('error') or 'no answer', frame.width)}"
    response = entry.get("response")
    body = f" {json_or_quoted(response, response_chars)}" if response and response_chars else ""
    return f"{inline(entry['method'])} {frame.address(entry['url'])} → {outcome}{body}"
