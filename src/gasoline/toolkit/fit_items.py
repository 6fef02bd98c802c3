"""Keeps as many complete items as fit into an answer, so that its counts are correct."""

from typing import Any, TypeVar

import msgspec

SCRIPT_ANSWER_CHARS = 44_000  # scripts and fixtures as JSON text, so that no statement is cut by ANSWER_CHARS
LIST_ANSWER_CHARS = 44_000  # findings or violations, so that no item is cut by ANSWER_CHARS

T = TypeVar("T")


def fit_items(items: list[T], chars: int = LIST_ANSWER_CHARS) -> list[T]:
    """The first items that fit; the first one is always included and truncated later if it is too long."""
    used = 0
    for count, item in enumerate(items):
        used += _length(item) + 1
        if used > chars and count:
            return items[:count]
    return items


def _length(item: Any) -> int:
    return len(msgspec.json.encode(item).decode())
