"""Finds fields of responses and socket messages whose type has changed."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from gasoline.analysis.sessions.latest_shapes import MISSING, type_names
from gasoline.kernel.shape import DEEPER, Shape
from gasoline.model.page_state import NamedShape

ROOT = "$"
"""The response or message itself."""
NESTED = "nested value"
"""An object or a list that is too deep to be described."""


class FieldChange(Struct, frozen=True):
    """One row: `paidAt: null → string`."""

    source: str
    """The endpoint, or the kind of message."""
    field: str
    before: str
    after: str


def field_changes(before: Iterable[NamedShape], after: Iterable[NamedShape]) -> list[FieldChange]:
    """Compares shapes that both sides have. A partly captured shape is never said to lack a field."""
    known = {each.name: each for each in before}
    return [
        FieldChange(now.name, *row)
        for now in after
        if (was := known.get(now.name)) is not None and (now.is_of_a_kind or not _are_unrelated(was.shape, now.shape))
        for row in _differences(was.shape, now.shape)
        if not (was.is_partial or now.is_partial) or not any(MISSING in types for types in row[1:])
    ]


def _differences(before: Shape, after: Shape, path: str = "") -> Iterator[tuple[str, str, str]]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            inner = f"{path}.{key}" if path else key
            yield from _differences(before.get(key, MISSING), after.get(key, MISSING), inner)
    elif isinstance(before, list) and isinstance(after, list):
        if before and after:
            yield from _differences(before[0], after[0], f"{path}[]")
    elif before != after:
        yield path or ROOT, _shown(before), _shown(after)


def _shown(shape: Shape) -> str:
    return type_names(shape).replace(DEEPER, NESTED)


def _are_unrelated(before: Shape, after: Shape) -> bool:
    """Two objects that share few keys are not two versions of one thing."""
    if not isinstance(before, dict) or not isinstance(after, dict) or not before:
        return False
    return len(before.keys() & after.keys()) * 2 < len(before)
