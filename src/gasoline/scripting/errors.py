"""The error that a reproduction is about: which one, and how to recognise it when it comes again."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from gasoline.kernel.secrets.mask import MASKED_PATTERN
from gasoline.model import limits
from gasoline.model.events import (
    AnyLogEntry,
    ConsoleEntry,
    Event,
    ExceptionEntry,
    NetworkEntry,
    WebSocketEvent,
    parse_time,
)
from gasoline.scripting.addresses import path_of, path_pattern, regex_escape

Kind = Literal["exception", "console", "request"]

# What differs from run to run: an origin, ids, numbers. A status is no number: 404 is another error than 500.
_CHANGING = re.compile(
    r"(?P<origin>https?://[^/\s'\"]+)|(?P<id>[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b(?=[a-f]*\d)[0-9a-f]{8,}\b)"
    rf"|(?P<mask>{MASKED_PATTERN})"
    r"|(?P<status>\b[45]\d\d\b)|(?P<number>\b\d+(?:\.\d+)?\b)|(?P<space>\s{2,}|[^\S ])",
    re.IGNORECASE,
)
_LOOSE = {
    "origin": "https?://[^/\\s'\"]+",
    "id": "[0-9a-fA-F-]+",
    "number": "\\d+(?:\\.\\d+)?",
    "mask": "\\S+",
    "space": "\\s+",
}
FIRST_ERROR_STATUS = 400
_RANK: dict[str, int] = {"exception": 0, "console": 1, "request": 2}
ANY_FAILURE = "(?:\\d+|failed)"
ANYTHING = "[\\s\\S]*"
END = "\\s*(?: \\(|$)"  # the collector may append the path of the script that logged the message
_ANY_OBJECT = "(?:\\[object \\w+\\]|JSHandle@\\w+)"  # how a runner may show an object that it does not look into
_SOCKET_ORIGIN = "wss?://[^/']+"
ANY_OF_A_LIST = "[^()]*,[^()]*"
UNDEFINED = "[undefined]"  # as the recorder writes it
_OBJECT_KEYS = 3
_SYNTHETIC_NAMES = ("[class]", "…")  # properties that the recorder adds
_DESCRIBED = re.compile(r"^\[.*\]$|…\[\+\d+ ")  # a value that is not text, or text that the recorder truncated


@dataclass(frozen=True)
class RecordedError:
    """An error of the session. `pattern` is a regular expression for its words, without an anchor."""

    kind: Kind
    message: str
    pattern: str
    at_ms: float
    file: str | None = None
    line: int | None = None

    @property
    def context(self) -> dict[str, Any]:
        known = {"message": self.message, "file": self.file, "line": self.line}
        return {name: value for name, value in known.items() if value is not None}


def choose_error(entries: Iterable[AnyLogEntry], words: str | None, first_ms: float) -> RecordedError | None:
    """The newest error since the first action, exceptions before others; of one that came again, the first time."""
    errors = [recorded(entry) for entry in entries]
    if words:
        errors = [error for error in errors if words.casefold() in error.message.casefold()]
    during = [error for error in errors if error.at_ms >= first_ms] or errors
    if not during:
        return None
    newest = min(during, key=lambda error: (_RANK[error.kind], -error.at_ms))
    return min((error for error in during if error.pattern == newest.pattern), key=lambda error: error.at_ms)


def is_reproducible(entry: AnyLogEntry) -> bool:
    """Whether a script can notice the error: an answer that was only not the JSON asked for is not a failure to it."""
    return not isinstance(entry, NetworkEntry) or not entry.status or entry.status >= FIRST_ERROR_STATUS


def recorded(entry: AnyLogEntry) -> RecordedError:
    """A log entry of level error, so that a script can recognise it."""
    at_ms = _time_of(entry)
    if isinstance(entry, ExceptionEntry):
        file, line = _place(entry)
        return RecordedError("exception", entry.message, _exception_pattern(entry.message), at_ms, file, line)
    if isinstance(entry, ConsoleEntry):
        file, line = _place(entry)
        return RecordedError("console", _console_text(entry.args), _console_pattern(entry.args), at_ms, file, line)
    method, url = (entry.method, entry.url) if isinstance(entry, NetworkEntry) else ("GET", entry.source)
    status = str(entry.status or "failed") if isinstance(entry, NetworkEntry) else ""
    pattern = f"{regex_escape(method)} {path_pattern(path_of(url))} {status or ANY_FAILURE}"
    return RecordedError("request", f"{method} {path_of(url)} {status or 'failed'}", pattern, at_ms)


def failed_socket(event: WebSocketEvent) -> RecordedError:
    """What Chromium itself writes to the console when a WebSocket connection fails."""
    message = f"WebSocket connection to '{event.url}' failed"
    pattern = f"WebSocket connection to '{_SOCKET_ORIGIN}{path_pattern(path_of(event.url))}[^']*' failed"
    return RecordedError("console", message, pattern, _time_of(event))


def _time_of(event: Event) -> float:
    return parse_time(event.ts).timestamp() * 1000 if event.ts else 0.0


def loose(text: str) -> str:
    """A regular expression for a message: what changes from run to run may be anything of its kind."""
    parts: list[str] = []
    end = 0
    for match in _CHANGING.finditer(text):
        parts.append(regex_escape(text[end : match.start()]))
        parts.append(_LOOSE.get(match.lastgroup or "", match.group()))
        end = match.end()
    return "".join([*parts, regex_escape(text[end:])])


def _exception_pattern(message: str) -> str:
    shown = message.removeprefix("Uncaught ")[: limits.ERROR_PATTERN_CHARS].strip()
    # What was thrown and is no error is recorded as JSON, and the runner has other words for it.
    if shown.startswith(("{", "[")):
        return "(?:[Oo]bject|\\{)"
    return loose(shown) or "$"


def _console_text(args: list[Any]) -> str:
    return " ".join(_words(arg) or str(arg) for arg in args)


def _console_pattern(args: list[Any]) -> str:
    """Words with anything between them. Without words the complete message, so that it does not exempt all others."""
    if not any(map(_words, args)):
        return "\\s*".join(map(_wordless_pattern, args)) + END
    parts = [loose(text[: limits.ERROR_PATTERN_CHARS].strip()) for text in map(_words, args) if text]
    return ANYTHING.join(parts) + (END if _is_complete(args[-1]) else "")


def _is_complete(arg: Any) -> bool:
    """Whether the runner shows this argument as it was recorded."""
    if not isinstance(arg, str) or len(arg) > limits.ERROR_PATTERN_CHARS:
        return False
    return arg == UNDEFINED or not _DESCRIBED.search(arg)


def _wordless_pattern(arg: Any) -> str:
    """Runners show an object by its properties, by its class, or not at all."""
    match arg:
        case bool() | None:
            return "null" if arg is None else str(arg).lower()
        case int() | float():
            return "-?\\d+(?:\\.\\d+)?"
        case list():
            return f"(?:\\[[^\\]]*\\]|{_ANY_OBJECT}|{ANY_OF_A_LIST if arg else ''})"
        case dict():
            return f"(?:\\w*\\s*\\{{{_properties(arg)}\\}}|{_ANY_OBJECT})"
    return ""


def _properties(value: dict[str, Any]) -> str:
    names = [regex_escape(name) for name in value if name not in _SYNTHETIC_NAMES][:_OBJECT_KEYS]
    return ANYTHING.join(["", *names, ""]) if names else ""


def _words(arg: Any) -> str:
    """What is certain to be shown of an argument: text, and the message of an Error."""
    if isinstance(arg, str):
        return "undefined" if arg == UNDEFINED else arg.strip()
    if isinstance(arg, dict) and isinstance(arg.get("message"), str):
        return str(arg["message"])
    return ""


def _place(entry: ExceptionEntry | ConsoleEntry) -> tuple[str | None, int | None]:
    """The source line if it is known, else the script's."""
    context = entry.ai_context
    snippets = entry.source_snippets or (context.source_snippets if context else None)
    if snippets:
        return snippets[0].file, snippets[0].line
    if isinstance(entry, ExceptionEntry):
        return entry.filename or None, entry.lineno or None
    return None, None
