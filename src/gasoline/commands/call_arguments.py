"""Reads `key=value` words into a tool's arguments."""

import json
from collections.abc import Callable
from math import isfinite


def read_arguments(
    pairs: list[str], as_json: str | None = None, meant: Callable[[str], str] = lambda _: ""
) -> dict[str, object]:
    """Raises ValueError with a message that says what is accepted. `meant` says what a word stands for, or ""."""
    arguments = _read_object(as_json) if as_json else {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise ValueError(_not_a_pair(pair, meant(pair)))
        _put(arguments, key, read_value(text))
    return arguments


def _not_a_pair(word: str, meant: str) -> str:
    """A single word is most likely the mode: `gasoline call observe errors`."""
    suggestion = f"did you mean {meant}?" if meant else "use key=value, for example limit=5"
    return f"'{word}' is not a valid argument: {suggestion}"


def read_value(text: str) -> object:
    """The parsed value if the text is a JSON number, boolean, null, list or object; otherwise the text itself."""
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
        raise ValueError('--arguments takes a JSON object, for example {"limit": 5}')
    return value


def _put(arguments: dict[str, object], key: str, value: object) -> None:
    *outer, last = key.split(".")
    place = arguments
    for name in outer:
        inner = place.setdefault(name, {})
        if not isinstance(inner, dict):
            raise ValueError(f"'{key}' needs '{name}' to be an object, but it already has another value")
        place = inner
    place[last] = value
