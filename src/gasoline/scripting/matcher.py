"""A JSON response as an expectation of its structure: types instead of values, to the depth of a shape."""

from functools import reduce
from typing import Any

from gasoline.model import limits
from gasoline.scripting.encode import js_key

TYPES = ((bool, "Boolean"), (str, "String"), (int, "Number"), (float, "Number"))


class Anything:
    """Nothing is expected: null, an empty list's item, items that differ, too deep."""


ANYTHING = Anything()


def structure(value: Any, depth: int = 0) -> Any:
    """Types for values; of a list what all its items share. What says nothing is left out."""
    if isinstance(value, dict):
        if depth >= limits.SHAPE_DEPTH:
            return ANYTHING
        parts = {key: structure(item, depth + 1) for key, item in list(value.items())[: limits.KEYS_ASSERTED]}
        return {key: part for key, part in parts.items() if part is not ANYTHING}
    if isinstance(value, list):
        if depth >= limits.SHAPE_DEPTH:
            return ANYTHING
        return [reduce(shared, (structure(item, depth + 1) for item in value))] if value else [ANYTHING]
    return next((name for kind, name in TYPES if isinstance(value, kind)), ANYTHING)


def shared(one: Any, other: Any) -> Any:
    """What two structures have in common."""
    if isinstance(one, dict) and isinstance(other, dict):
        both = {key: shared(part, other[key]) for key, part in one.items() if key in other}
        return {key: part for key, part in both.items() if part is not ANYTHING}
    if isinstance(one, list) and isinstance(other, list):
        return [shared(one[0], other[0])]
    return one if one == other else ANYTHING


def matcher(value: Any, indent: str = "") -> str:
    """Asymmetric matchers of Playwright's expect."""
    return _written(structure(value), indent)


def _written(part: Any, indent: str) -> str:
    if part is ANYTHING:
        return "expect.anything()"
    if isinstance(part, str):
        return f"expect.any({part})"
    inner = indent + "  "
    if isinstance(part, list):
        if part[0] is ANYTHING:
            return "expect.any(Array)"
        return f"expect.arrayContaining([{_written(part[0], indent)}])"
    fields = "".join(f"\n{inner}{js_key(key)}: {_written(item, inner)}," for key, item in part.items())
    return f"expect.objectContaining({{{fields}\n{indent}}})" if fields else "expect.any(Object)"
