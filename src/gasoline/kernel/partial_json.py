"""Parses truncated JSON: everything that is complete, and where it was truncated."""

import re
from dataclasses import dataclass
from typing import Any

import msgspec

# A text, with the colon if it is a key; one that was cut reaches to the end, so that no text is read twice.
# Numbers and the like need no look.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*(?:"\s*(?P<colon>:)?|\\?\Z)|[{}\[\],]', re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}


@dataclass(frozen=True)
class PartialJson:
    """A value of which the end is missing."""

    value: Any
    open_object: tuple[str, ...] | None
    """The keys that lead to the innermost object that was cut: it and those around it may have more fields."""


@dataclass(slots=True)
class _OpenBracket:
    """An object or a list that has begun."""

    bracket: str
    end: int
    """The end of its last complete entry."""
    key: str = ""
    """In an object, the key whose value is being read, as written."""


def parse_partial_json(text: str) -> PartialJson | None:
    """None if no part of it is complete, or if it is not JSON. A list keeps only its complete items."""
    try:
        kept = _without_partial_items(_open_brackets(text))
        complete = text[: kept[-1].end] + "".join(_CLOSING[each.bracket] for each in reversed(kept))
        value = msgspec.json.decode(complete)
        keys = tuple(msgspec.json.decode(each.key, type=str) for each in kept[:-1])
    except (IndexError, msgspec.DecodeError, ValueError, RecursionError):
        return None
    return PartialJson(value, _innermost_object(kept, keys))


def _open_brackets(text: str) -> list[_OpenBracket]:
    """The open brackets, outermost first. Raises IndexError if more are closed than were opened."""
    stack: list[_OpenBracket] = []
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in _CLOSING:
            stack.append(_OpenBracket(mark, token.end()))
        elif mark == ",":
            stack[-1].end = token.start()
        elif token["colon"]:
            stack[-1].key = mark[:-1]
        elif mark in ("}", "]"):
            stack.pop()
            if stack:
                stack[-1].end = token.end()
    return stack


def _without_partial_items(stack: list[_OpenBracket]) -> list[_OpenBracket]:
    """Drops a list item that was truncated; the other items show the same structure."""
    lists = [index for index, each in enumerate(stack) if each.bracket == "["]
    return stack[: lists[0] + 1] if lists else stack


def _innermost_object(kept: list[_OpenBracket], keys: tuple[str, ...]) -> tuple[str, ...] | None:
    if kept[-1].bracket == "{":
        return keys
    return keys[:-1] if keys else None
