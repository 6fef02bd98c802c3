"""The names in the expression that an error is about, the innermost first: `invoice.paidAt` is about paidAt."""

import re
from dataclasses import dataclass

from gasoline.analysis.errors.exception_info import exception_info, frame_of
from gasoline.analysis.errors.expression import before_property, called_here, called_method, destructured, names
from gasoline.analysis.errors.read_error_context import snippets_of
from gasoline.analysis.errors.source_location import SourceLocation, source_location
from gasoline.kernel.engine_wordings import ACCESSING
from gasoline.model.events import AnyLogEntry

MESSAGE_CHARS = 500
_READING = re.compile(
    r"^Cannot (?:read|set) properties of (?P<what>undefined|null) \((?:reading|setting) '(?P<name>.+)'\)$"
)
_ACCESSING = re.compile(ACCESSING)
_NOT_CALLABLE = re.compile(r"^(?P<called>.+) is not a function$")
_DESTRUCTURE = re.compile(
    r"^Cannot destructure (?:property '.+' of )?'(?P<source>.+)' as it is (?P<what>undefined|null)\.$"
)
_NOT_ITERABLE = re.compile(r"^(?:object |number |string |boolean )?(?P<subject>[^\s(]+) is not iterable")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_NO_NAMES = frozenset({"this", "window", "document", "await", "new", "undefined", "null", "self", "props", "state"})


@dataclass(frozen=True)
class FailingNames:
    """`what`: "null" or "undefined" where the message says it; empty where the value is of a wrong type."""

    names: tuple[str, ...]
    what: str
    is_property: bool
    """The innermost name was read from another value."""


def failing_names(entry: AnyLogEntry) -> FailingNames | None:
    """None where neither the message nor the source says what the error is about."""
    exception = exception_info(entry)
    if exception is None:
        return None
    place = source_location(snippets_of(entry), frame_of(entry))
    expression, what = _expression(exception.message[:MESSAGE_CHARS], place or SourceLocation(""))
    found = tuple(dict.fromkeys(name for name in reversed(_NAME.findall(expression)) if name not in _NO_NAMES))
    return FailingNames(found, what, is_property="." in expression) if found else None


def _expression(message: str, place: SourceLocation) -> tuple[str, str]:
    if match := _ACCESSING.match(message):
        owner = match["owner"]
        is_known = not place.line_text or names(place, owner)
        return owner if is_known else before_property(place, match["name"] or match["index"]) or "", match["what"]
    if match := _READING.match(message):
        return before_property(place, match["name"]) or "", match["what"]
    if match := _DESTRUCTURE.match(message):
        source = match["source"] if match["source"] not in ("undefined", "null") else ""
        is_plain = source and (not place.line_text or names(place, source))
        return source if is_plain else destructured(place) or "", match["what"]
    if match := _NOT_CALLABLE.match(message):
        return _owner(match["called"], place), ""
    if match := _NOT_ITERABLE.match(message):
        return match["subject"], ""
    return "", ""


def _owner(called: str, place: SourceLocation) -> str:
    """Of `items.map` what has no such method: `items`."""
    if place.line_text and not names(place, called):
        _, dot, method = called.rpartition(".")
        called = (called_method(place, method) if dot else called_here(place)) or ""
    return called.rpartition(".")[0]
