"""What responses have in common: types and counts of each place in them, added up response by response."""

from collections.abc import Iterator
from typing import Any

import msgspec

from gasoline.kernel.shape import BETWEEN_TYPES, DEEPER, SHAPE_DEPTH, Shape, type_name
from gasoline.kernel.urls import ID, is_id
from gasoline.model.bounds import KEY_CHARS
from gasoline.model.contract import SchemaNode
from gasoline.model.units import KIB

CONTRACT_SHAPE_BYTES = 7 * KIB  # its shape; a response with more is not compared
MAX_CONTRACT_FIELDS = 200  # fields of one endpoint; a response with more is not compared
MAX_CONTRACT_ENTRIES = 100  # an object with more keys is a dictionary

ANY_KEY = ":key"


def observe(value: Any) -> SchemaNode:
    """The node of one response, with each place counted once."""
    node = SchemaNode()
    _add(node, value, 0)
    return node


def _add(node: SchemaNode, value: Any, depth: int) -> None:
    """Counts a value into a part that is being made: a list may have thousands of items."""
    kind = type_name(value)
    node.types[kind] = node.types.get(kind, 0) + 1
    if depth >= SHAPE_DEPTH:
        return
    if isinstance(value, dict):
        # Keys that are data are not fields: ids, and those of an object that has very many.
        is_dictionary = len(value) > MAX_CONTRACT_ENTRIES
        for key, item in value.items():
            name = ANY_KEY if is_dictionary else ID if is_id(key) else key[:KEY_CHARS]
            _add(node.fields.setdefault(name, SchemaNode()), item, depth + 1)
    elif isinstance(value, list) and value:
        node.items = node.items or SchemaNode()
        for item in value:
            _add(node.items, item, depth + 1)


def fold(one: SchemaNode, other: SchemaNode) -> SchemaNode:
    """Merges two nodes."""
    types = dict(one.types)
    for name, count in other.types.items():
        types[name] = types.get(name, 0) + count
    fields = dict(one.fields)
    for name, node in other.fields.items():
        fields[name] = fold(fields[name], node) if name in fields else node
    items = fold(one.items, other.items) if one.items and other.items else one.items or other.items
    return SchemaNode(types, fields, items)


def size(node: SchemaNode) -> int:
    """How many places it has."""
    inside = sum(size(field) for field in node.fields.values())
    return 1 + inside + (size(node.items) if node.items else 0)


def fits(node: SchemaNode) -> bool:
    """Small enough to be kept and compared."""
    return size(node) <= MAX_CONTRACT_FIELDS and len(msgspec.json.encode(node)) <= CONTRACT_SHAPE_BYTES


def is_optional(name: str, parent: SchemaNode) -> bool:
    """Whether some object lacked the field. Entries of a dictionary are always optional."""
    return name in (ID, ANY_KEY) or parent.fields[name].count < parent.types.get("object", 0)


def shape_of_node(node: SchemaNode, depth: int = 0) -> Shape:
    """The part as a shape, as `shape_of` gives it for one response."""
    known = [name for name in node.types if name != "null"]
    if len(known) != 1:
        return BETWEEN_TYPES.join(sorted(known)) or "null"
    if known[0] not in ("object", "array"):
        return known[0]
    if depth >= SHAPE_DEPTH:
        return DEEPER
    if known[0] == "object":
        return {name: shape_of_node(field, depth + 1) for name, field in node.fields.items()}
    return [shape_of_node(node.items, depth + 1)] if node.items else []


def optional_fields(node: SchemaNode, path: str = "") -> Iterator[str]:
    """The paths of the fields that not every response has."""
    for name, field in node.fields.items():
        if is_optional(name, node):
            yield inside(path, name)
        else:
            yield from optional_fields(field, inside(path, name))
    if node.items:
        yield from optional_fields(node.items, f"{path}[]")


def has_dictionary(node: SchemaNode) -> bool:
    """Somewhere in it keys are data."""
    inner = (*node.fields.values(), *([node.items] if node.items else []))
    return ANY_KEY in node.fields or any(map(has_dictionary, inner))


def inside(path: str, name: str) -> str:
    """A path one level deeper: "user" and "name" are "user.name"."""
    return f"{path}.{name}" if path else name
