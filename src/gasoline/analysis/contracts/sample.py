"""The only values that a contract keeps: one short sample of what changed its type, and the last error."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from gasoline.kernel.secrets.redaction import redact, redact_json
from gasoline.kernel.shape import type_name
from gasoline.kernel.text import shorten

CONTRACT_SAMPLE_CHARS = 40  # API-06
CONTRACT_ERROR_CHARS = 500  # last_error_body

Primitive = str | int | float | bool


def sample_at(value: Any, keys: tuple[str, ...], types: set[str]) -> Primitive | None:
    """The first primitive of one of these types at that place, masked by what it is and by what it is called."""
    for found in _values_at(value, keys):
        if type_name(found) in types and isinstance(found, Primitive):
            return _safe(found, keys[-1] if keys else "")
    return None


def _values_at(value: Any, keys: tuple[str, ...]) -> Iterator[Any]:
    if not keys:
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _values_at(item, keys[1:])
    elif isinstance(value, dict) and keys[0] in value:
        yield from _values_at(value[keys[0]], keys[1:])


def _safe(value: Primitive, name: str) -> Primitive:
    if isinstance(value, bool):
        return value
    # by the standard library, which writes integers of any length
    masked = msgspec.json.decode(redact_json(json.dumps({name: value})), type=dict[str, str | int | float])
    [safe] = masked.values()
    is_short = len(str(safe)) <= CONTRACT_SAMPLE_CHARS
    return safe if is_short else shorten(str(safe), CONTRACT_SAMPLE_CHARS)


def safe_error_body(body: str) -> str:
    """A failed response, masked before it is cut: half a secret would not be recognized."""
    return shorten(redact(body), CONTRACT_ERROR_CHARS)
