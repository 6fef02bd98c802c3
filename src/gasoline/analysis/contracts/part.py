"""What responses have in common: types and counts of each place in them, added up response by response."""

from collections.abc import Iterator
from typing import Any

import msgspec

from gasoline.analysis.endpoints import ID, is_id
from gasoline.kernel.shape import BETWEEN_TYPES, DEEPER, Shape, type_name
from gasoline.model import limits
from gasoline.model.contracts import Part

ANY_KEY = ":key"


def observe(value: Any) -> Part:
    """One response as a part, each place counted."""
    part = Part()
    _add(part, value, 0)
    return part


def _add(part: Part, value: Any, depth: int) -> None:
    """Counts a value into a part that is being made: a list may have thousands of items."""
    kind = type_name(value)
    part.types[kind] = part.types.get(kind, 0) + 1
    if depth >= limits.SHAPE_DEPTH:
        return
    if isinstance(value, dict):
        # Keys that are data are not fields: ids, and those of an object that has very many.
        is_dictionary = len(value) > limits.CONTRACT_ENTRIES
        for key, item in value.items():
            name = ANY_KEY if is_dictionary else ID if is_id(key) else key[: limits.KEY_CHARS]
            _add(part.fields.setdefault(name, Part()), item, depth + 1)
    elif isinstance(value, list) and value:
        part.items = part.items or Part()
        for item in value:
            _add(part.items, item, depth + 1)


def fold(one: Part, other: Part) -> Part:
    """Both together."""
    types = dict(one.types)
    for name, count in other.types.items():
        types[name] = types.get(name, 0) + count
    fields = dict(one.fields)
    for name, part in other.fields.items():
        fields[name] = fold(fields[name], part) if name in fields else part
    items = fold(one.items, other.items) if one.items and other.items else one.items or other.items
    return Part(types, fields, items)


def size(part: Part) -> int:
    """How many places it has."""
    inside = sum(size(field) for field in part.fields.values())
    return 1 + inside + (size(part.items) if part.items else 0)


def fits(part: Part) -> bool:
    """Small enough to be kept and compared."""
    return size(part) <= limits.CONTRACT_FIELDS and len(msgspec.json.encode(part)) <= limits.CONTRACT_SHAPE_BYTES


def is_optional(name: str, parent: Part) -> bool:
    """Not every object had it. Entries of a dictionary are never required."""
    return name in (ID, ANY_KEY) or parent.fields[name].count < parent.types.get("object", 0)


def shape_of_part(part: Part, depth: int = 0) -> Shape:
    """The part as a shape, as `shape_of` gives it for one response."""
    known = [name for name in part.types if name != "null"]
    if len(known) != 1:
        return BETWEEN_TYPES.join(sorted(known)) or "null"
    if known[0] not in ("object", "array"):
        return known[0]
    if depth >= limits.SHAPE_DEPTH:
        return DEEPER
    if known[0] == "object":
        return {name: shape_of_part(field, depth + 1) for name, field in part.fields.items()}
    return [shape_of_part(part.items, depth + 1)] if part.items else []


def optional_fields(part: Part, path: str = "") -> Iterator[str]:
    """The paths of the fields that not every response has."""
    for name, field in part.fields.items():
        if is_optional(name, part):
            yield inside(path, name)
        else:
            yield from optional_fields(field, inside(path, name))
    if part.items:
        yield from optional_fields(part.items, f"{path}[]")


def has_dictionary(part: Part) -> bool:
    """Somewhere in it keys are data."""
    inner = (*part.fields.values(), *([part.items] if part.items else []))
    return ANY_KEY in part.fields or any(map(has_dictionary, inner))


def inside(path: str, name: str) -> str:
    """A path one level deeper: "user" and "name" are "user.name"."""
    return f"{path}.{name}" if path else name
