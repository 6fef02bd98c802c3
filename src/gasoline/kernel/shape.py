"""The shape of a JSON response: the names of types instead of values, so that it can be kept, compared and shown."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import msgspec

SHAPE_DEPTH = 3  # ACT-14: below it "..."

Shape = str | dict[str, Any] | list[Any]
Merge = Callable[[Shape, Shape], Shape]

DEEPER = "..."
"""Stands for what is not described: an object or a list that is too deep, or types that differ."""
BETWEEN_TYPES = " | "


def response_shape(body: str | None) -> Shape | None:
    """The shape of a body; None if it is not JSON."""
    try:
        return shape_of(msgspec.json.decode(body or ""))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def shape_of(value: Any, merge: Merge | None = None, depth: int = 0) -> Shape:
    """The shape of a parsed value: an object maps to shapes, a list has one shape, merged from those of its items."""
    if isinstance(value, dict | list) and depth >= SHAPE_DEPTH:
        return DEEPER
    if isinstance(value, dict):
        return {key: shape_of(item, merge, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [reduce(merge or merge_shapes, (shape_of(item, merge, depth + 1) for item in value))] if value else []
    return type_name(value)


def type_name(value: Any) -> str:
    """What JSON calls the type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, dict | list):
        return "object" if isinstance(value, dict) else "array"
    return "string" if isinstance(value, str) else "number"


def merge_shapes(one: Shape, other: Shape) -> Shape:
    """A shape that covers both. Null says nothing about a type; what differs otherwise becomes "number | string"."""
    if other in (one, "null"):
        return one
    if one == "null":
        return other
    if isinstance(one, dict) and isinstance(other, dict):
        shared = {key: merge_shapes(one[key], other[key]) for key in one.keys() & other.keys()}
        return {key: shared.get(key, shape) for key, shape in {**one, **other}.items()}
    if isinstance(one, list) and isinstance(other, list):
        return [merge_shapes(one[0], other[0])] if one and other else one or other
    return BETWEEN_TYPES.join(sorted(_names(one) | _names(other)))


def common_shape(one: Shape, other: Shape) -> Shape:
    """What two shapes have in common; DEEPER stands where they differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: common_shape(part, other[key]) for key, part in one.items() if key in other}
    if isinstance(one, list) and isinstance(other, list):
        return [common_shape(one[0], other[0])] if one and other else []
    return one if one == other else DEEPER


def _names(shape: Shape) -> set[str]:
    if isinstance(shape, str):
        return set(shape.split(BETWEEN_TYPES))
    return {"object" if isinstance(shape, dict) else "array"}
