"""Typed decoding of request bodies, with errors that a sender can act on."""

import json
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from gasoline.ingest.bad_body import BadBody
from gasoline.kernel.secrets.redaction import redacted_prefix

T = TypeVar("T")


def decode_body(decoder: msgspec.json.Decoder[T], body: bytes, expected: str) -> T:
    """The decoded body; raises BadBody with the expected form."""
    try:
        return _decode(decoder, body)
    except msgspec.ValidationError as error:
        raise BadBody(f"{error}. Expected {expected}.", code="invalid_body") from None
    except (ValueError, RecursionError) as error:
        raise BadBody(f"The body is not valid JSON ({error}). Expected {expected}.", code="bad_json") from None


def _decode(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    """A lone surrogate must not lose a batch: it becomes a question mark."""
    try:
        return decoder.decode(body)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        return decoder.decode(json.dumps(json.loads(body), ensure_ascii=False).encode("utf-8", "replace"))


EXACT = ("id", "ts")
"""Fields that must not be shortened, because that would change their meaning."""
KEEP_LAST = {"keep": "last"}
"""For `Meta(extra=…)` of a list whose end is more important than its beginning."""


def trim(value: Any, kind: inspect.Type, *, keep_last: bool = False) -> Any:  # noqa: PLR0911
    """The value with lists, objects and texts limited to the schema's maximum, secrets masked in a text that is
    truncated: no exit recognizes half of one. Values of a wrong type are left for the decoder to reject."""
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
            return value if kind.max_length is None else redacted_prefix(value, kind.max_length)
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
