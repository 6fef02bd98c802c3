"""The shape of a JSON response: the names of types instead of values, so that it can be kept, compared and shown."""

from functools import reduce
from typing import Any

import msgspec

SHAPE_DEPTH = 3  # ACT-14: below it "..."

Shape = str | dict[str, Any] | list[Any]

DEEPER = "..."
"""Stands for an object or a list whose contents are too deep to be told."""
BETWEEN_TYPES = " | "


def response_shape(body: str | None) -> Shape | None:
    """The shape of a body; None if it is not JSON."""
    try:
        return shape_of(msgspec.json.decode(body or ""))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def shape_of(value: Any, depth: int = 0) -> Shape:
    """The shape of a parsed value: an object maps to shapes, a list has the one shape that all its items share."""
    if isinstance(value, dict | list) and depth >= SHAPE_DEPTH:
        return DEEPER
    if isinstance(value, dict):
        return {key: shape_of(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [reduce(merge_shapes, (shape_of(item, depth + 1) for item in value))] if value else []
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


def _names(shape: Shape) -> set[str]:
    if isinstance(shape, str):
        return set(shape.split(BETWEEN_TYPES))
    return {"object" if isinstance(shape, dict) else "array"}
