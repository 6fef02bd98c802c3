"""The names in the expression that an error is about, the innermost first: `invoice.paidAt` is about paidAt."""

import re
from dataclasses import dataclass
from typing import Literal

from gasoline.analysis.errors.exception_info import exception_info, frame_of
from gasoline.analysis.errors.expression import (
    before_property,
    called_here,
    called_method,
    destructured,
    iterated,
    names,
)
from gasoline.analysis.errors.read_error_context import snippets_of
from gasoline.analysis.errors.source_location import SourceLocation, source_location
from gasoline.kernel.engine_wordings import ACCESSING
from gasoline.model.events import AnyLogEntry

MESSAGE_CHARS = 500
_READING = re.compile(
    r"^Cannot (?:read|set) properties of (?P<what>undefined|null) \((?:reading|setting) '(?P<name>.+)'\)$"
)
_ACCESSING = re.compile(ACCESSING)
# SpiderMonkey, where V8 says "Cannot destructure" or "is not iterable".
_IS_NOTHING = re.compile(
    r"^(?:can't access property Symbol\.iterator, )?(?P<owner>[^\s,]+) is (?P<what>undefined|null)$"
)
_NOT_CALLABLE = re.compile(r"^(?P<called>.+) is not a function$")
_DESTRUCTURE = re.compile(
    r"^Cannot destructure (?:property '.+' of )?'(?P<source>.+)' as it is (?P<what>undefined|null)\.$"
)
_ACCESSING_OF = re.compile(r"^can't access property \"?(?P<name>[^\"]+)\"? of (?P<what>undefined|null)$")
_NOTHING_ITERATED = re.compile(
    r"^(?:(?:object )?(?P<what>undefined|null) is not iterable|Spread syntax requires \.\.\.iterable|"
    r"can't access property Symbol\.iterator of (?P<nothing>undefined|null)$)"
)
_NOT_ITERABLE = re.compile(r"^(?:object |number |string |boolean )?(?P<subject>[^\s(]+) is not iterable")
_ARGUMENTS = re.compile(r"\([^()]*\)")
_CHOSEN = re.compile(r"\[\s*[A-Za-z_$][^\]]*\]$")
_CHOSEN_WITHIN = re.compile(r"\[\s*[A-Za-z_$][^\]]*\]")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_NO_NAMES = frozenset({"this", "window", "document", "await", "new", "undefined", "null", "self", "props", "state"})
_ARRAY_METHODS = frozenset(
    {
        *("every", "fill", "filter", "find", "findIndex", "findLast", "flat", "flatMap", "forEach", "join", "map"),
        *("pop", "push", "reduce", "reduceRight", "reverse", "shift", "some", "sort", "splice", "toSorted", "unshift"),
    }
)
_STRING_METHODS = frozenset(
    {
        *("charAt", "endsWith", "match", "normalize", "padEnd", "padStart", "repeat", "replace", "replaceAll"),
        *("split", "startsWith", "substring", "toLowerCase", "toUpperCase", "trim", "trimEnd", "trimStart"),
    }
)
_METHODS_OF_BOTH = frozenset({"at", "concat", "includes", "indexOf", "lastIndexOf", "slice"})
_NUMBER_METHODS = frozenset({"toExponential", "toFixed", "toPrecision"})
_ITERABLE = frozenset({"array", "string"})

What = Literal["null", "undefined", "type"]


@dataclass(frozen=True)
class FailingNames:
    """`what`: "null" or "undefined" where the message says it, "type" where the value is of a wrong type."""

    names: tuple[str, ...]
    what: What
    is_property: bool
    """The innermost name was read from another value."""
    fitting: frozenset[str] = frozenset()
    """The types that would have worked."""

    @property
    def may_be_missing(self) -> bool:
        """Whether the value may be absent; in that case no method of it was called."""
        return self.what == "undefined" or self.fitting == _ITERABLE


def failing_names(entry: AnyLogEntry) -> FailingNames | None:
    """None if neither the message nor the source says what the error is about."""
    exception = exception_info(entry)
    if exception is None:
        return None
    place = source_location(snippets_of(entry), frame_of(entry))
    expression, what, fitting = _expression(exception.message[:MESSAGE_CHARS], place or SourceLocation(""))
    found = tuple(dict.fromkeys(name for name in reversed(_fields_in(expression)) if name not in _NO_NAMES))
    return FailingNames(found, what, is_property="." in expression, fitting=fitting) if found else None


def _fields_in(expression: str) -> list[str]:
    """The field names; empty for the result of a call or a key from a variable, which no field is named after."""
    text = expression.strip()
    while (shorter := _ARGUMENTS.sub("", text)) != text:
        if text.endswith(")"):
            return []
        text = shorter
    if _CHOSEN.search(text):
        return []
    return _NAME.findall(re.sub(_CHOSEN_WITHIN, "", text))


def _expression(message: str, place: SourceLocation) -> tuple[str, What, frozenset[str]]:
    if match := _NOTHING_ITERATED.match(message):
        what = match["what"] or match["nothing"]
        return iterated(place) or "", _what(what) if what else "type", frozenset() if what else _ITERABLE
    if match := _NOT_CALLABLE.match(message):
        return _owner(match["called"], place), "type", _types_with(match["called"].rpartition(".")[2])
    if match := _NOT_ITERABLE.match(message):
        return match["subject"], "type", _ITERABLE
    return *_nothing(message, place), frozenset()


def _nothing(message: str, place: SourceLocation) -> tuple[str, What]:
    """What was null or undefined when something was read of it."""
    if match := _ACCESSING.match(message):
        owner = match["owner"] if _is_in_source(match["owner"], place) else ""
        return owner or before_property(place, match["name"] or match["index"]) or "", _what(match["what"])
    if match := _READING.match(message) or _ACCESSING_OF.match(message):
        return before_property(place, match["name"]) or "", _what(match["what"])
    if match := _DESTRUCTURE.match(message) or _IS_NOTHING.match(message):
        source = match.groupdict().get("source") or match.groupdict().get("owner") or ""
        is_plain = source not in ("", "undefined", "null") and _is_in_source(source, place)
        return source if is_plain else destructured(place) or "", _what(match["what"])
    return "", "type"


def _what(word: str) -> What:
    return "null" if word == "null" else "undefined"


def _is_in_source(expression: str, place: SourceLocation) -> bool:
    return not place.line_text or names(place, expression)


def _owner(called: str, place: SourceLocation) -> str:
    """The object that lacks the called method: `items` in `items.map`."""
    if place.line_text and not names(place, called):
        _, dot, method = called.rpartition(".")
        called = (called_method(place, method) if dot else called_here(place)) or ""
    return called.rpartition(".")[0]


def _types_with(method: str) -> frozenset[str]:
    """The JSON types that have a method of this name."""
    found = {"array": _ARRAY_METHODS, "string": _STRING_METHODS, "number": _NUMBER_METHODS}
    both = ("array", "string") if method in _METHODS_OF_BOTH else ()
    return frozenset({*both, *(kind for kind, methods in found.items() if method in methods)})
