"""The fields of a socket message with their types, down to a few levels, and how those of two messages compare."""

from collections.abc import Iterator
from typing import Any

from gasoline.kernel.shape import SHAPE_DEPTH, type_name
from gasoline.kernel.urls import is_id

MAX_FIELDS = 200  # of one message; an object with more holds data in its keys

Fields = dict[str, str]
"""Paths such as `data.price`, with the names of types."""


def fields_of(message: dict[str, Any]) -> Fields:
    found: Fields = {}
    for path, value in _walk("", message, 0):
        if len(found) == MAX_FIELDS:
            break
        found[path] = type_name(value)
    return found


def _walk(path: str, value: dict[str, Any], depth: int) -> Iterator[tuple[str, Any]]:
    """The outer fields first. Keys that are ids are data."""
    named = [(f"{path}{name}", item) for name, item in value.items() if not is_id(name)]
    yield from named
    if depth + 1 < SHAPE_DEPTH:
        for name, item in named:
            if isinstance(item, dict):
                yield from _walk(f"{name}.", item, depth + 1)


def are_same(one: Fields, other: Fields) -> bool:
    return are_compatible(one, other) and one.keys() == other.keys()


def are_compatible(one: Fields, other: Fields) -> bool:
    """Equal but for fields that only one of them has: these may be optional."""
    shared = one.keys() & other.keys()
    return len(shared) == min(len(one), len(other)) and all(are_alike(one[name], other[name]) for name in shared)


def are_alike(one: str, other: str) -> bool:
    return one == other or "null" in (one, other)
