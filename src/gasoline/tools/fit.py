"""Keeps an answer below its budget: whole items are left out, the newest are kept."""

from dataclasses import dataclass
from typing import Any

import msgspec

from gasoline.model.cut_text import without_cut_word

CUT_MARK = "…[cut]"
SHORTEST_CUT = 64
BRACKETS = 2


@dataclass(frozen=True)
class Fitted:
    """Data that fits, and how many items of it were left out."""

    data: Any
    left_out: int = 0


def fit(data: Any, max_chars: int) -> Fitted:
    """Lists are newest first, so they lose their end. What is one item alone has its longest texts cut."""
    if _length(data) <= max_chars:
        return Fitted(data)
    if isinstance(data, list):
        return _fit_list(data, max_chars)
    if isinstance(data, dict):
        return _fit_longest_list(data, max_chars)
    return Fitted(_shorten(data, max_chars))


def _fit_list(items: list[Any], max_chars: int) -> Fitted:
    used, kept = BRACKETS, 0
    for item in items:
        used += _length(item) + 1
        if used > max_chars:
            break
        kept += 1
    if kept:
        return Fitted(items[:kept], len(items) - kept)
    return Fitted([_shorten(items[0], max_chars - BRACKETS)], len(items) - 1)


def _fit_longest_list(data: dict[str, Any], max_chars: int) -> Fitted:
    lists = {key: value for key, value in data.items() if isinstance(value, list) and value}
    if not lists:
        return Fitted(_shorten(data, max_chars))
    key = max(lists, key=lambda name: _length(lists[name]))
    room = max_chars - (_length(data) - _length(lists[key]))
    if room <= BRACKETS:
        return Fitted(_shorten({**data, key: []}, max_chars), len(lists[key]))
    fitted = _fit_list(lists[key], room)
    return Fitted({**data, key: fitted.data}, fitted.left_out)


def _shorten(value: Any, max_chars: int) -> Any:
    """The value with its texts cut, ever shorter, until it fits; what is too big even then becomes a mark."""
    longest = max_chars // 2
    while longest >= SHORTEST_CUT:
        shorter = _cut_texts(value, longest)
        if _length(shorter) <= max_chars:
            return shorter
        longest //= 2
    return CUT_MARK


def _cut_texts(value: Any, longest: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= longest else without_cut_word(value[:longest]) + CUT_MARK
    if isinstance(value, list):
        return [_cut_texts(item, longest) for item in value]
    if isinstance(value, dict):
        return {key: _cut_texts(item, longest) for key, item in value.items()}
    return value


def _length(value: Any) -> int:
    """Bytes are never fewer than characters: what fits in bytes fits in characters."""
    return len(msgspec.json.encode(value))
