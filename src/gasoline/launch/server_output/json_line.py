"""A log line that is JSON, as pino, bunyan, winston, slog, zap, structlog and others write them."""

import json
from typing import Any

from gasoline.launch.server_output.access_line import ServerRequest
from gasoline.launch.server_output.level import WORDS, Level
from gasoline.launch.server_output.traces.at_frames import AtTrace
from gasoline.launch.server_output.traces.failure import Failure
from gasoline.launch.server_output.traces.python import START, PythonTrace

_LEVELS = ("level", "severity", "lvl", "levelname", "log.level", "@l", "Level")
_MESSAGES = ("msg", "message", "event", "@m", "@mt", "Message", "textPayload")
_ERRORS = ("err", "error", "exception", "exc_info")
_STACKS = ("stack", "stack_trace", "stacktrace", "stackTrace", "exc_info", "exception")
_NOISE = frozenset({"time", "timestamp", "ts", "@timestamp", "@t", "pid", "hostname", "v", "Timestamp"})
STATUSES = range(1_000)
_NUMBERS: tuple[tuple[int, Level], ...] = ((50, "error"), (40, "warn"), (30, "info"))
"""pino and bunyan."""


class JsonLine:
    """What a line says: its level, its text, and an exception and a request if it has them."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields
        self.failure = _failure(fields)
        self.request = _request(fields)
        self.level = _level(fields) or ("error" if self.failure else None)

    @property
    def text(self) -> str:
        """The message, the other fields, and the stack as lines of its own."""
        stack = _stack(self._fields)
        used = {*_LEVELS, *_MESSAGES, *_NOISE}
        rest = {name: value for name, value in self._fields.items() if name not in used and value != stack}
        rest = {name: _without_stack(value) for name, value in rest.items()}
        message = next((str(self._fields[name]) for name in _MESSAGES if self._fields.get(name)), "")
        more = json.dumps(rest, ensure_ascii=False, separators=(",", ":")) if rest else ""
        return "\n".join(part for part in (" ".join(part for part in (message, more) if part), stack) if part)


def read_json_line(line: str) -> JsonLine | None:
    """None unless it is a log entry: other JSON is the application's own output."""
    if not (line.startswith("{") and line.endswith("}")):
        return None
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return None
    is_entry = isinstance(fields, dict) and (_level(fields) or any(name in fields for name in _MESSAGES))
    return JsonLine(fields) if is_entry else None


def _level(fields: dict[str, Any]) -> Level | None:
    value = next((fields[name] for name in _LEVELS if name in fields), None)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return next((level for floor, level in _NUMBERS if value >= floor), "debug")
    return WORDS.get(value.lower()) if isinstance(value, str) else None


def _error(fields: dict[str, Any]) -> dict[str, Any]:
    return next((fields[name] for name in _ERRORS if isinstance(fields.get(name), dict)), {})


def _stack(fields: dict[str, Any]) -> str:
    places = (_error(fields), fields)
    stacks = (place[name] for place in places for name in _STACKS if isinstance(place.get(name), str))
    return next((stack for stack in stacks if "\n" in stack), "")


def _without_stack(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: part for name, part in value.items() if name not in _STACKS}


def _failure(fields: dict[str, Any]) -> Failure | None:
    if stack := _stack(fields):
        trace = PythonTrace() if START in stack else AtTrace()
        if found := trace.read(stack.split("\n")):
            return found
    error = _error(fields)
    kind, message = error.get("type") or error.get("name"), error.get("message")
    return Failure(str(kind), str(message or "")) if kind else None


def _request(fields: dict[str, Any]) -> ServerRequest | None:
    request = fields["req"] if isinstance(fields.get("req"), dict) else fields
    response = fields["res"] if isinstance(fields.get("res"), dict) else fields
    path = request.get("url") or request.get("path")
    method, status = request.get("method"), response.get("statusCode") or response.get("status")
    if not (isinstance(path, str) and path.startswith("/") and isinstance(method, str)):
        return None
    return ServerRequest(path, method.upper(), status if type(status) is int and status in STATUSES else 0)
