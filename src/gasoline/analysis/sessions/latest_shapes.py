"""The types in the latest response of each endpoint, and in the latest message of each kind on each socket."""

from collections.abc import Iterable
from typing import Any

import msgspec

from gasoline.analysis.causes.patterns.socket_message import message_kind, message_object
from gasoline.analysis.contracts.api_call import Unparsed, call_from_body
from gasoline.kernel.shape import BETWEEN_TYPES, Shape, shape_of
from gasoline.kernel.urls import is_id, origin_of, without_query
from gasoline.model.events import NetworkBody, WebSocketEvent
from gasoline.model.page_state import NamedShape

MISSING = "missing"
"""Stands beside the types of a field that only some items of a list have."""
MAX_KEYS = 100  # an object with more keys is a dictionary: its keys are data


def response_shapes(bodies: Iterable[NetworkBody]) -> list[NamedShape]:
    """The latest successful JSON response of each endpoint. Bodies must be sorted newest first."""
    found: dict[str, NamedShape] = {}
    for exchange in bodies:
        call = call_from_body(exchange)
        if call is None or not call.succeeded or isinstance(call.content, Unparsed):
            continue
        name = _name(exchange, call.endpoint, call.origin)
        if name not in found:
            found[name] = NamedShape(name, typed_shape(call.content), call.is_truncated)
    return list(found.values())


def message_shapes(messages: Iterable[WebSocketEvent]) -> list[NamedShape]:
    """The latest JSON object of each kind and direction. Messages must be sorted newest first."""
    found: dict[str, NamedShape] = {}
    for event in messages:
        message = message_object(event)
        if message is None:
            continue
        kind = message_kind(message)
        name = " ".join(part for part in (str(event.direction), kind, "of", without_query(event.url)) if part)
        if name not in found:
            found[name] = NamedShape(name, typed_shape(message), is_of_a_kind=bool(kind))
    return list(found.values())


def typed_shape(value: Any) -> Shape:
    """The shape of a parsed value in which null is a type, and a field that only some items have says so."""
    return _without_data_keys(shape_of(value, _merged))


def _merged(one: Shape, other: Shape) -> Shape:
    if one == other:
        return one
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: _merged(one.get(key, MISSING), other.get(key, MISSING)) for key in {**one, **other}}
    if isinstance(one, list) and isinstance(other, list):
        return [_merged(one[0], other[0])] if one and other else one or other
    return BETWEEN_TYPES.join(sorted({*_names(one), *_names(other)}))


def _names(shape: Shape) -> list[str]:
    return type_names(shape).split(BETWEEN_TYPES)


def type_names(shape: Shape) -> str:
    """The shape as an answer shows it."""
    if isinstance(shape, str):
        return shape
    return "object" if isinstance(shape, dict) else "array"


def _without_data_keys(shape: Shape) -> Shape:
    """Keys that are ids, or of an object with very many, differ from one response to the next."""
    if isinstance(shape, list):
        return [_without_data_keys(item) for item in shape]
    if not isinstance(shape, dict):
        return shape
    if len(shape) > MAX_KEYS:
        return {}
    return {key: _without_data_keys(item) for key, item in shape.items() if not is_id(key)}


def _name(exchange: NetworkBody, endpoint: str, origin: str) -> str:
    """Method and path, with the origin where it is not the page's own."""
    page = exchange.page_url if isinstance(exchange.page_url, str) else ""
    if not page or origin_of(page) == origin:
        return endpoint
    method, _, path = endpoint.partition(" ")
    return f"{method} {origin}{path}"


def fitting(shapes: Iterable[NamedShape], room: int) -> list[NamedShape]:
    """As many shapes as fit into `room` bytes, in their order."""
    kept = []
    for shape in shapes:
        room -= len(msgspec.msgpack.encode(shape))
        if room < 0:
            break
        kept.append(shape)
    return kept
