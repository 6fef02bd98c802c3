"""A notice of an error: its type and place in the message, its words in the context."""

from typing import Any

from gasoline.analysis.errors.thrown import frame_of, thrown_in, words_of
from gasoline.analysis.normalise_message import normalise_message
from gasoline.model.events import AnyLogEntry, ConsoleEntry, ResourceEntry
from gasoline.model.notices import Notice
from gasoline.watchers.words import page_address, page_words, path_name, type_name


def identity(entry: AnyLogEntry) -> str:
    """The same for two occurrences of one error."""
    return f"{_name(entry)} {normalise_message(words_of(entry))}"


def error_notice(words: str, entry: AnyLogEntry, topic: str) -> Notice:
    """`words` begin the message; `topic` is the error's identity."""
    frame, name = frame_of(entry), _name(entry)
    place: dict[str, Any] = {"file": page_address(frame.file), "line": frame.line} if frame else {}
    at = f" at {path_name(frame.file)}:{frame.line}" if frame else f" on {path_name(entry.url)}"
    return Notice(
        category="errors",
        message=f"{words}: {name}{at}",
        timestamp=entry.ts,
        context={"text": page_words(words_of(entry)), "url": page_address(entry.url), "type": name, **place},
        addresses=(entry.url,),
        topic=topic,
    )


def _name(entry: AnyLogEntry) -> str:
    thrown = thrown_in(entry)
    if thrown is not None:
        return type_name(thrown.type)
    if isinstance(entry, ConsoleEntry):
        return "console.error"
    return f"{type_name(entry.element)} did not load" if isinstance(entry, ResourceEntry) else "Error"
