"""Trims an event that is longer than its schema allows, where the rest of it is worth keeping."""

from typing import Any

from msgspec import inspect

EXACT = ("id", "ts")
"""Fields that mean something else when they are shortened."""
KEEP_LAST = {"keep": "last"}
"""For `Meta(extra=…)` of a list whose end says more than its beginning."""


def trim(value: Any, kind: inspect.Type, *, keep_last: bool = False) -> Any:  # noqa: PLR0911
    """The value with lists, objects and texts no longer than the schema allows. What has another type stays as it is,
    for the decoder to refuse."""
    match kind, value:
        case inspect.Metadata(), _:
            return trim(value, kind.type, keep_last=(kind.extra or {}) == KEEP_LAST)
        case inspect.UnionType(), _:
            for each in kind.types:
                value = trim(value, each)
            return value
        case inspect.StructType(), dict():
            return _trim_fields(value, kind)
        case inspect.ListType(), list():
            return [trim(item, kind.item_type) for item in _within(value, kind.max_length, keep_last=keep_last)]
        case inspect.DictType(), dict():
            kept = _within(list(value.items()), kind.max_length)
            return {name: trim(item, kind.value_type) for name, item in kept}
        case inspect.StrType(), str():
            return value[: kind.max_length]
    return value


def _trim_fields(value: dict[str, Any], kind: inspect.StructType) -> dict[str, Any]:
    if kind.tag_field and value.get(kind.tag_field) != kind.tag:
        return value
    fields = {field.encode_name: field.type for field in kind.fields if field.encode_name not in EXACT}
    return {name: trim(item, fields[name]) if name in fields else item for name, item in value.items()}


def _within(items: list[Any], most: int | None, *, keep_last: bool = False) -> list[Any]:
    if most is None or len(items) <= most:
        return items
    return items[-most:] if keep_last else items[:most]
