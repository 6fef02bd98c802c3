"""Keeps an answer within its budget: drops complete items and keeps the newest."""

from typing import Any

import msgspec
from msgspec import Struct

from gasoline.kernel.text import drop_partial_word

ANSWER_CHARS = 50_000  # ANS-01

TRUNCATION_MARK = "…[cut]"
SHORTEST_TEXT = 64
BRACKETS = 2


class FittedAnswer(Struct, frozen=True):
    """Data that fits, and the number of items left out."""

    data: Any
    left_out: int = 0


def fit_answer(data: Any, max_chars: int) -> FittedAnswer:
    """Lists are newest first, so their end is dropped. In a single item, the longest texts are truncated."""
    if _length(data) <= max_chars:
        return FittedAnswer(data)
    if isinstance(data, list):
        return _fit_list(data, max_chars)
    if isinstance(data, dict):
        return _fit_longest_list(data, max_chars)
    return FittedAnswer(_shorten(data, max_chars))


def _fit_list(items: list[Any], max_chars: int) -> FittedAnswer:
    used, kept = BRACKETS, 0
    for item in items:
        used += _length(item) + 1
        if used > max_chars:
            break
        kept += 1
    if kept:
        return FittedAnswer(items[:kept], len(items) - kept)
    return FittedAnswer([_shorten(items[0], max_chars - BRACKETS)], len(items) - 1)


def _fit_longest_list(data: dict[str, Any], max_chars: int) -> FittedAnswer:
    lists = {key: value for key, value in data.items() if isinstance(value, list) and value}
    if not lists:
        return FittedAnswer(_shorten(data, max_chars))
    key = max(lists, key=lambda name: _length(lists[name]))
    room = max_chars - (_length(data) - _length(lists[key]))
    if room <= BRACKETS:
        return FittedAnswer(_shorten({**data, key: []}, max_chars), len(lists[key]))
    fitted = _fit_list(lists[key], room)
    return FittedAnswer({**data, key: fitted.data}, fitted.left_out)


def _shorten(value: Any, max_chars: int) -> Any:
    """Truncates texts step by step until the value fits; a value that is still too large becomes a marker."""
    longest = max_chars // 2
    while longest >= SHORTEST_TEXT:
        shorter = _truncate_texts(value, longest)
        if _length(shorter) <= max_chars:
            return shorter
        longest //= 2
    return TRUNCATION_MARK


def _truncate_texts(value: Any, longest: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= longest else drop_partial_word(value[:longest]) + TRUNCATION_MARK
    if isinstance(value, list):
        return [_truncate_texts(item, longest) for item in value]
    if isinstance(value, dict):
        return {key: _truncate_texts(item, longest) for key, item in value.items()}
    return value


def _length(value: Any) -> int:
    """There are never fewer bytes than characters, so what fits in bytes also fits in characters."""
    return len(msgspec.json.encode(value))
