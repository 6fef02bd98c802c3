"""Values that no name makes a secret: JSON's own words, the types in a shape, and what stands for a secret."""

from gasoline.kernel.secrets.verdict import is_masked
from gasoline.kernel.shape import BETWEEN_TYPES
from gasoline.model.placeholders import MOCK_TOKEN, USER_PROVIDED

_TYPES = frozenset({"string", "number", "boolean", "null", "array", "object"})
_PLAIN = frozenset({"true", "false", "null", USER_PROVIDED, MOCK_TOKEN})


def is_harmless(value: str) -> bool:
    return value in _PLAIN or _TYPES.issuperset(value.split(BETWEEN_TYPES)) or is_masked(value)
