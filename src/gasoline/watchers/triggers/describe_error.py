"""The notice of an error: its type and location in the message, its text in the context."""

from typing import Any

from gasoline.analysis.errors.exception_info import exception_info, frame_of, message_of
from gasoline.analysis.errors.normalize_message import normalize_message
from gasoline.kernel.digest import digest
from gasoline.model.events import AnyLogEntry, ConsoleEntry, ResourceEntry
from gasoline.model.notices import Notice
from gasoline.watchers.notice_text import page_address, page_text, path_name, trust_note, type_name


def identity(entry: AnyLogEntry) -> str:
    """Equal for all occurrences of one error."""
    return f"{_name(entry)} {normalize_message(message_of(entry))}"


def error_notice(text: str, entry: AnyLogEntry, topic: str) -> Notice:
    """`words` begin the message; `topic` is the error's identity."""
    frame, name = frame_of(entry), _name(entry)
    place: dict[str, Any] = {"file": page_address(frame.file), "line": frame.line} if frame else {}
    at = f" at {path_name(frame.file)}:{frame.line}" if frame else f" on {path_name(entry.url)}"
    return Notice(
        category="errors",
        message=f"{text}: {name}{at}{trust_note(entry)}",
        timestamp=entry.ts,
        context={"text": page_text(message_of(entry)), "url": page_address(entry.url), "type": name, **place},
        addresses=(entry.url,),
        topic=str(digest(topic)),
    )


def _name(entry: AnyLogEntry) -> str:
    exception = exception_info(entry)
    if exception is not None:
        return type_name(exception.type)
    if isinstance(entry, ConsoleEntry):
        return "console.error"
    return f"{type_name(entry.element)} failed to load" if isinstance(entry, ResourceEntry) else "Error"
