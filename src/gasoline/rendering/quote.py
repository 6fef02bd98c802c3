"""Quotes page text so that it is safe after our prefix on one line."""

import json
import math
import re
from typing import Any, NoReturn

import msgspec

from gasoline.kernel.text import ELLIPSIS, truncate_text
from gasoline.kernel.visible import escape_invisible

_CONTROL = re.compile(r"[\x00-\x1f]")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def inline(text: str, max_chars: int | None = None) -> str:
    """The text without anything that could begin a new line, move the cursor or hide."""
    bounded = text if max_chars is None else truncate_text(text, max_chars)
    if (plain := bounded.removesuffix(ELLIPSIS)).isascii() and plain.isprintable():
        return bounded  # nearly all text
    return escape_invisible(_CONTROL.sub(_escape_control, bounded))


def quoted(value: Any, max_chars: int | None = None) -> str:
    """A value as compact JSON; one that is longer loses its end."""
    text = value if isinstance(value, str) else compact(value)
    if isinstance(value, str):
        bounded = text if max_chars is None else truncate_text(text, max_chars)
        return escape_invisible(json.dumps(bounded, ensure_ascii=False))
    return inline(text, max_chars)


def json_or_quoted(text: str, max_chars: int | None = None) -> str:
    """A text that is a JSON object or list as it is, on one line; any other text in quotes."""
    value = parsed(text)
    return quoted(text if value is None else value, max_chars)


def parsed(text: str) -> Any:
    """What a text is as JSON; None if it is not an object or a list, or if writing it again would change it."""
    try:
        value = json.loads(
            text, parse_constant=_not_json, parse_float=_finite, object_pairs_hook=_without_repeated_names
        )
        compact(value)  # half of a surrogate pair cannot be encoded
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


def compact(value: Any) -> str:
    """A value as JSON on one line, without spaces."""
    return msgspec.json.encode(value).decode()


def _not_json(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _not_json(text)


def _without_repeated_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) else _not_json("repeated names")


def _escape_control(match: re.Match[str]) -> str:
    char = match.group()
    return _SHORT.get(char) or f"\\u{ord(char):04x}"
