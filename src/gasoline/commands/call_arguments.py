"""Reads `key=value` words into a tool's arguments."""

import json
from math import isfinite


def read_arguments(pairs: list[str], as_json: str | None = None) -> dict[str, object]:
    """Raises ValueError with a sentence that says what is accepted."""
    arguments = _read_object(as_json) if as_json else {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise ValueError(f"'{pair}' is not an argument: write key=value, such as limit=5")
        _put(arguments, key, read_value(text))
    return arguments


def read_value(text: str) -> object:
    """A number, true, false, null, list or object where the text is one in JSON; else the text itself."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(value, str) or (isinstance(value, float) and not isfinite(value)):
        return text
    return value


def _read_object(text: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise ValueError(f"--arguments is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ValueError('--arguments takes a JSON object, such as {"limit": 5}')
    return value


def _put(arguments: dict[str, object], key: str, value: object) -> None:
    *outer, last = key.split(".")
    place = arguments
    for name in outer:
        inner = place.setdefault(name, {})
        if not isinstance(inner, dict):
            raise ValueError(f"'{key}' needs '{name}' to be an object, but it was given another value before")
        place = inner
    place[last] = value
