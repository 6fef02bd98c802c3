"""What was thrown, whether a page let it pass or a framework caught and logged it."""

from dataclasses import dataclass, field
from typing import Any

from gasoline.analysis.errors.normalize_message import NORMALIZED_CHARS
from gasoline.analysis.errors.stack import Frame, error_type, top_frame
from gasoline.kernel.console_text import console_text, is_error
from gasoline.model.bounds import KEY_CHARS
from gasoline.model.error_context import Cause, FailedRequest, PageWorker
from gasoline.model.events import MAX_CAUSES, AnyLogEntry, ConsoleEntry, ExceptionEntry, NetworkEntry, ThrownEntry

UNNAMED = "Error"
MESSAGE_CHARS = 2 * NORMALIZED_CHARS  # CON-03: as any string
_UNCAUGHT = ("Uncaught (in promise) ", "Uncaught ", "uncaught exception: ", "Unhandled rejection: ")


@dataclass(frozen=True)
class ExceptionInfo:
    """An error: its name, its message without the name, and the errors behind it."""

    type: str
    message: str
    stack: str = ""
    causes: list[Cause] = field(default_factory=list)
    is_error: bool = True
    """False for a rejection with a value that is no Error."""
    response_problem: str = ""
    """What was wrong with the response that the page could not read."""
    worker: PageWorker | None = None


def exception_info(entry: AnyLogEntry) -> ExceptionInfo | None:
    """The error that an entry reports; None for a plain message, a request or a resource."""
    if isinstance(entry, ExceptionEntry):
        return _exception(entry)
    if isinstance(entry, ConsoleEntry):
        logged = _logged_error(entry)
        return _logged(logged, _response_problem(entry)) if logged else None
    return None


def message_of(entry: AnyLogEntry) -> str:
    """What an entry says, in one text."""
    if isinstance(entry, NetworkEntry):
        problem = f": {entry.error}" if entry.status and isinstance(entry.error, str) else ""
        return f"{entry.method} {entry.url} status {entry.status}{problem}"
    if isinstance(entry, ConsoleEntry):
        return console_text(entry.args, MESSAGE_CHARS)[:MESSAGE_CHARS]
    return entry.message


def frame_of(entry: AnyLogEntry) -> Frame | None:
    """The topmost place that the browser names."""
    if frame := top_frame(_stack(entry)):
        return frame
    if isinstance(entry, ExceptionEntry) and isinstance(entry.filename, str) and entry.filename:
        return Frame(entry.filename, _number(entry.lineno), _number(entry.colno))
    return None


def _stack(entry: AnyLogEntry) -> str:
    if isinstance(entry, ExceptionEntry):
        return entry.stack if isinstance(entry.stack, str) else ""
    logged = _logged_error(entry) if isinstance(entry, ConsoleEntry) else None
    return _text(logged, "stack") if logged else ""


def _logged_error(entry: ConsoleEntry) -> dict[str, Any] | None:
    return next((arg for arg in entry.args if is_error(arg)), None)


def _exception(entry: ExceptionEntry) -> ExceptionInfo:
    stack = _stack(entry)
    message = _without(entry.message, _UNCAUGHT)
    named = entry.error_type if isinstance(entry.error_type, str) else ""
    name = named or error_type(stack) or error_type(message)
    causes = entry.causes if isinstance(entry.causes, list) else []
    is_thrown = bool(stack or name) or entry.rejection is not True
    worker = entry.worker if isinstance(entry.worker, PageWorker) else None
    return ExceptionInfo(
        name or UNNAMED, message.removeprefix(f"{name}: "), stack, causes, is_thrown, _response_problem(entry), worker
    )


def _logged(error: dict[str, Any], response_problem: str) -> ExceptionInfo:
    name, message, stack = _text(error, "name") or UNNAMED, _text(error, "message"), _text(error, "stack")
    return ExceptionInfo(name, message, stack, list(_causes(error)), response_problem=response_problem)


def _response_problem(entry: ThrownEntry) -> str:
    request = entry.failed_request
    return request.error or "" if isinstance(request, FailedRequest) else ""


def _causes(error: dict[str, Any]) -> list[Cause]:
    """The chain of causes, or the errors of an AggregateError."""
    errors = error.get("errors")
    found = [each for each in errors if is_error(each)] if isinstance(errors, list) else []
    cause = error.get("cause")
    while not errors and is_error(cause) and len(found) < MAX_CAUSES:
        found.append(cause)
        cause = cause.get("cause")
    return [Cause(name=_text(each, "name")[:KEY_CHARS], message=_text(each, "message")) for each in found[:MAX_CAUSES]]


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _without(text: str, prefixes: tuple[str, ...]) -> str:
    return next((text.removeprefix(prefix) for prefix in prefixes if text.startswith(prefix)), text)
