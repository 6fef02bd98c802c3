"""Decides which of two answers a page shows, by values that only one of them has."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from gasoline.analysis.errors.inline_text import one_line
from gasoline.model.events import NetworkBody

MIN_CHARS = 3  # a shorter value is found in any text
MAX_VALUES = 1_000  # of an answer
TEXT_CHARS = 60  # of a text that is named


def only_in(texts: Sequence[str], one: NetworkBody | None, other: NetworkBody | None) -> str:
    """The first text that has a value of one answer and none that the other has; empty if none has."""
    if one is None or other is None:
        return ""
    found, others = _values(one), _values(other)
    for text in texts:
        if any(value in text for value in found - others) and not any(value in text for value in others - found):
            return one_line(text, TEXT_CHARS)
    return ""


def _values(exchange: NetworkBody) -> set[str]:
    try:
        value = msgspec.json.decode(exchange.response_body or "")
    except (msgspec.DecodeError, ValueError, RecursionError):
        return set()
    return {text for text in _texts(value) if len(text) >= MIN_CHARS}


def _texts(value: Any) -> Iterator[str]:
    waiting, left = [value], MAX_VALUES
    while waiting and left > 0:
        left -= 1
        item = waiting.pop()
        if isinstance(item, dict | list):
            waiting.extend(item.values() if isinstance(item, dict) else item)
        elif isinstance(item, str | int | float) and not isinstance(item, bool):
            yield str(item)
