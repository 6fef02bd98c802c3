"""As many items as fit into an answer whole, so that what it says of them can be true."""

from typing import Any, TypeVar

import msgspec

from gasoline.model import limits

T = TypeVar("T")


def take_whole(items: list[T], chars: int = limits.LIST_ANSWER_CHARS) -> list[T]:
    """From the beginning on; the first is always among them, and shortened later if it alone is too long."""
    used = 0
    for count, item in enumerate(items):
        used += _length(item) + 1
        if used > chars and count:
            return items[:count]
    return items


def _length(item: Any) -> int:
    return len(msgspec.json.encode(item).decode())
