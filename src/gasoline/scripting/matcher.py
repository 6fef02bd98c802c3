"""Turns a JSON response into an expectation of its structure: types instead of values, up to the depth of a shape."""

from functools import reduce
from typing import Any

from gasoline.kernel.shape import SHAPE_DEPTH
from gasoline.scripting.encode import js_key

MAX_KEYS_ASSERTED = 50  # fields of one object in an assertion

TYPES = ((bool, "Boolean"), (str, "String"), (int, "Number"), (float, "Number"))


class Anything:
    """No expectation: null, the item of an empty list, differing items, or too deep."""


ANYTHING = Anything()


def structure(value: Any, depth: int = 0) -> Any:
    """Replaces values by types; of a list, keeps what its items have in common. Omits parts without an expectation."""
    if isinstance(value, dict):
        if depth >= SHAPE_DEPTH:
            return ANYTHING
        parts = {key: structure(item, depth + 1) for key, item in list(value.items())[:MAX_KEYS_ASSERTED]}
        return {key: part for key, part in parts.items() if part is not ANYTHING}
    if isinstance(value, list):
        if depth >= SHAPE_DEPTH:
            return ANYTHING
        return [reduce(shared, (structure(item, depth + 1) for item in value))] if value else [ANYTHING]
    return next((name for kind, name in TYPES if isinstance(value, kind)), ANYTHING)


def shared(one: Any, other: Any) -> Any:
    """The common part of two structures."""
    if isinstance(one, dict) and isinstance(other, dict):
        both = {key: shared(part, other[key]) for key, part in one.items() if key in other}
        return {key: part for key, part in both.items() if part is not ANYTHING}
    if isinstance(one, list) and isinstance(other, list):
        return [shared(one[0], other[0])]
    return one if one == other else ANYTHING


def matcher(value: Any, indent: str = "") -> str:
    """Asymmetric matchers of Playwright's expect."""
    return _rendered(structure(value), indent)


def _rendered(part: Any, indent: str) -> str:
    if part is ANYTHING:
        return "expect.anything()"
    if isinstance(part, str):
        return f"expect.any({part})"
    inner = indent + "  "
    if isinstance(part, list):
        if part[0] is ANYTHING:
            return "expect.any(Array)"
        return f"expect.arrayContaining([{_rendered(part[0], indent)}])"
    fields = "".join(f"\n{inner}{js_key(key)}: {_rendered(item, inner)}," for key, item in part.items())
    return f"expect.objectContaining({{{fields}\n{indent}}})" if fields else "expect.any(Object)"
