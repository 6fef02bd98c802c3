"""How a response differs from those before it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gasoline.analysis.contracts.sample import sample_at
from gasoline.analysis.contracts.schema_node import inside, is_optional, shape_of_node
from gasoline.kernel.shape import BETWEEN_TYPES
from gasoline.model.contract import Difference, SchemaNode

ROOT = "$"
"""The path of the response itself."""
ITEM = "[]"


class FieldLocation(NamedTuple):
    """The same place in the responses before and in this one."""

    expected: SchemaNode
    seen: SchemaNode
    keys: tuple[str, ...]

    @property
    def path(self) -> str:
        path = ""
        for key in self.keys:
            path = path + ITEM if key == ITEM else inside(path, key)
        return path or ROOT

    @property
    def list_path(self) -> str:
        """The outermost list around it; empty if there is none."""
        return (
            FieldLocation(self.expected, self.seen, self.keys[: self.keys.index(ITEM)]).path
            if ITEM in self.keys
            else ""
        )


def differences(
    expected: SchemaNode, seen: SchemaNode, value: Any, truncated_at: tuple[str, ...] | None = None
) -> list[Difference]:
    """Every difference once; what differs inside the items of one list is one. What was cut lacks nothing."""
    places = list(_places(FieldLocation(expected, seen, ())))
    outside = [place for place in places if not place.list_path]
    complete = [place for place in outside if truncated_at is None or place.keys != truncated_at[: len(place.keys)]]
    return [
        *_missing(complete, seen),
        *(found for place in outside if (found := _changed_type(place, value))),
        *_changed_lists([place for place in places if place.list_path]),
        *(found for place in places if (found := _became_null(place))),
        *(found for place in places for found in _new_fields(place)),
    ]


def _places(place: FieldLocation) -> Iterator[FieldLocation]:
    """The places that both have, from the outside in."""
    yield place
    expected, seen, keys = place
    for name, field in expected.fields.items():
        if name in seen.fields:
            yield from _places(FieldLocation(field, seen.fields[name], (*keys, name)))
    if expected.items and seen.items:
        yield from _places(FieldLocation(expected.items, seen.items, (*keys, ITEM)))


def _missing(places: list[FieldLocation], seen: SchemaNode) -> list[Difference]:
    found = {path: count for place in places for path, count in _missing_at(place)}
    if not found:
        return []
    shape, count = shape_of_node(seen), min(found.values())
    return [Difference(type="shape_change", missing=tuple(found), actual=shape, expected_count=count)]


def _missing_at(place: FieldLocation) -> Iterator[tuple[str, int]]:
    """Required fields that are missing, and how often they were there; none of a value that is not an object now."""
    if "object" not in place.seen.types:
        return
    for name, field in place.expected.fields.items():
        if name not in place.seen.fields and not is_optional(name, place.expected):
            yield (inside("" if place.path == ROOT else place.path, name), field.count)


def _new_types(place: FieldLocation) -> set[str]:
    """Null does not count as a type, neither here nor before."""
    known = place.expected.types.keys() - {"null"}
    return set(place.seen.types.keys() - known - {"null"}) if known else set()


def types_of(node: SchemaNode) -> str:
    return BETWEEN_TYPES.join(sorted(node.types))


def _changed_type(place: FieldLocation, value: Any) -> Difference | None:
    types = _new_types(place)
    if not types:
        return None
    return Difference(
        type="type_change",
        field=place.path,
        expected=types_of(place.expected),
        actual=BETWEEN_TYPES.join(sorted(types)),
        expected_count=place.expected.count,
        sample=sample_at(value, place.keys, types),
    )


def _changed_lists(places: list[FieldLocation]) -> list[Difference]:
    """One difference for each list in which some items lack a field or have another type."""
    lists: dict[str, list[FieldLocation]] = {}
    for place in places:
        lists.setdefault(place.list_path, []).append(place)
    return [found for path, inside_list in lists.items() if (found := _changed_items(path, inside_list))]


def _changed_items(path: str, places: list[FieldLocation]) -> Difference | None:
    missing = {name: count for place in places for name, count in _missing_at(place)}
    retyped = [place for place in places if _new_types(place)]
    if not missing and not retyped:
        return None
    items = places[0]
    return Difference(
        type="array_shape_change",
        field=path,
        missing=tuple(missing),
        expected=[shape_of_node(items.expected)],
        actual=[shape_of_node(items.seen)],
        expected_count=min([*missing.values(), *(place.expected.count for place in retyped)]),
    )


def _became_null(place: FieldLocation) -> Difference | None:
    if "null" not in place.seen.types or "null" in place.expected.types:
        return None
    return Difference(
        type="null_field",
        field=place.path,
        expected=types_of(place.expected),
        actual="null",
        expected_count=place.expected.count,
    )


def _new_fields(place: FieldLocation) -> Iterator[Difference]:
    if "object" not in place.expected.types:
        return
    for name, field in place.seen.fields.items():
        if name not in place.expected.fields:
            path = inside("" if place.path == ROOT else place.path, name)
            count = place.expected.types["object"]
            yield Difference(type="new_field", field=path, actual=shape_of_node(field), expected_count=count)
