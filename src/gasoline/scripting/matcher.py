"""Turns a JSON response into an expectation of its structure: types instead of values, up to the depth of a shape."""

from itertools import islice
from typing import Any

from gasoline.kernel.shape import DEEPER, Shape, common_shape, shape_of
from gasoline.scripting.encode import js_key

MAX_KEYS_ASSERTED = 50  # fields of one object in an assertion

NO_EXPECTATION = ("null", DEEPER)
"""Shapes without an expectation."""


def asserted_shape(value: Any) -> Shape:
    """What an assertion says about a value: without what has no expectation; of a list, what its items share."""
    return _asserted(shape_of(value, merge=common_shape))


def matcher(value: Any, indent: str = "") -> str:
    """Asymmetric matchers of Playwright's expect."""
    return _rendered(asserted_shape(value), indent)


def _asserted(shape: Shape) -> Shape:
    if isinstance(shape, list):
        return [_asserted(item) for item in shape if item not in NO_EXPECTATION]
    if isinstance(shape, dict):
        expected = ((key, _asserted(part)) for key, part in shape.items() if part not in NO_EXPECTATION)
        return dict(islice(expected, MAX_KEYS_ASSERTED))
    return shape


def _rendered(shape: Shape, indent: str) -> str:
    if isinstance(shape, str):
        return "expect.anything()" if shape in NO_EXPECTATION else f"expect.any({shape.capitalize()})"
    if isinstance(shape, list):
        return f"expect.arrayContaining([{_rendered(shape[0], indent)}])" if shape else "expect.any(Array)"
    inner = indent + "  "
    fields = "".join(f"\n{inner}{js_key(key)}: {_rendered(part, inner)}," for key, part in shape.items())
    return f"expect.objectContaining({{{fields}\n{indent}}})" if fields else "expect.any(Object)"
