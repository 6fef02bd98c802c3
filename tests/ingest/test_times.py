"""Every time that a sender gives is one: found in the schemas, so that a new field needs no new line here."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec import inspect
from parts import Parts

from gasoline.capsule.manifest import Manifest
from gasoline.ingest.server_output import STREAM as SERVER_LOGS
from gasoline.ingest.server_output import RunMessage
from gasoline.model.wire import STREAMS, Batch, ErrorScreenshot, ExtensionMessage, PairRequest
from gasoline.transport.local_socket import Hello

NOW = "2026-01-31T12:00:00.000Z"
GARBAGE = ["yesterday", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00", "9998-12-31T23:59:59-23:59", "12:00"]
IS_TIME = re.compile(r"(?:ts|at|started|timestamp|start|end|since|\w*(?:At|Seen)|\w+_at)")
OTHER_MESSAGES = (Hello, Manifest, RunMessage, Batch, ErrorScreenshot, PairRequest, ExtensionMessage)
"""What is decoded as a whole, and not event by event."""


class TimeField(NamedTuple):
    """A place in a struct: the text at `path` is a time."""

    name: str
    kind: inspect.StructType
    path: tuple[str, ...]


def times_of(name: str, event: Any) -> Iterator[TimeField]:
    for kind in structs_in(inspect.type_info(event)):
        for path in paths_in(kind):
            yield TimeField(name, kind, path)


def structs_in(kind: inspect.Type) -> Iterator[inspect.StructType]:
    """A struct, or those of a union; not the structs inside one."""
    if isinstance(kind, inspect.Metadata):
        yield from structs_in(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from structs_in(each)
    elif isinstance(kind, inspect.StructType):
        yield kind


def paths_in(kind: inspect.StructType) -> Iterator[tuple[str, ...]]:
    for field in kind.fields:
        if IS_TIME.fullmatch(field.encode_name) and is_text(field.type):
            yield (field.encode_name,)
        for item in structs_in(item_of(field.type)):
            inner = ("0",) if holds_list(field.type) else ()
            yield from ((field.encode_name, *inner, *path) for path in paths_in(item))


def is_text(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.Metadata):
        return is_text(kind.type)
    if isinstance(kind, inspect.UnionType):
        return any(map(is_text, kind.types))
    return isinstance(kind, inspect.StrType)


def holds_list(kind: inspect.Type) -> bool:
    return any(isinstance(each, (inspect.ListType, inspect.VarTupleType)) for each in choices(kind))


def item_of(kind: inspect.Type) -> inspect.Type:
    for each in choices(kind):
        if isinstance(each, (inspect.ListType, inspect.VarTupleType)):
            return each.item_type
    return kind


def choices(kind: inspect.Type) -> list[inspect.Type]:
    if isinstance(kind, inspect.Metadata):
        return choices(kind.type)
    if isinstance(kind, inspect.UnionType):
        return [found for each in kind.types for found in choices(each)]
    return [kind]


def least(kind: inspect.Type) -> Any:
    """The smallest value that a schema accepts."""
    match choices(kind)[0]:
        case inspect.StructType() as struct:
            tag = {struct.tag_field: struct.tag} if struct.tag_field else {}
            return tag | {field.encode_name: least_of(field) for field in struct.fields if field.required}
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.StrType(min_length=length):
            return "x" * (length or 0)
        case inspect.ListType() | inspect.VarTupleType():
            return []
        case inspect.BoolType():
            return False
        case inspect.IntType(ge=lowest) | inspect.FloatType(ge=lowest):
            return max(lowest or 0, 0)
    raise AssertionError(kind)


def least_of(field: inspect.Field) -> Any:
    return NOW if IS_TIME.fullmatch(field.encode_name) and is_text(field.type) else least(field.type)


def with_time(kind: inspect.StructType, path: tuple[str, ...], time: str) -> Any:
    """The smallest value with this time at its place."""
    value = least(kind)
    name, *rest = path
    field = field_of(kind, name)
    if not rest:
        return value | {name: time}
    is_list = rest[0] == "0"
    (inner,) = structs_in(item_of(field.type))
    made = with_time(inner, tuple(rest[is_list:]), time)
    return value | {name: [made] if is_list else made}


def garbage_of(time: TimeField) -> list[str]:
    """The empty text is garbage, too, unless the schema itself leaves the field empty."""
    kind = time.kind
    for name in time.path[:-1]:
        if name != "0":
            (kind,) = structs_in(item_of(field_of(kind, name).type))
    return GARBAGE if field_of(kind, time.path[-1]).default == "" else ["", *GARBAGE]


def field_of(kind: inspect.StructType, name: str) -> inspect.Field:
    return next(field for field in kind.fields if field.encode_name == name)


def shown(field: TimeField) -> str:
    return f"{field.name}-{field.kind.cls.__name__}.{'.'.join(field.path)}"


STREAM_TIMES = [each for stream in (*STREAMS, SERVER_LOGS) for each in times_of(stream.name, stream.event)]
MESSAGE_TIMES = [each for message in OTHER_MESSAGES for each in times_of("message", message)]


def test_the_times_of_all_schemas_are_found() -> None:
    assert {each.name for each in STREAM_TIMES} == {stream.name for stream in (*STREAMS, SERVER_LOGS)}
    assert {".".join(each.path) for each in STREAM_TIMES} >= {
        *("ts", "_firstSeen", "_lastSeen", "openedAt", "closedAt"),
        *("incoming.at", "outgoing.at", "longTasks.longestSinceAt"),
    }
    assert {each.path for each in MESSAGE_TIMES} == {("started",), ("saved_at",), ("start",), ("end",), ("since",)}


@pytest.mark.parametrize("field", STREAM_TIMES, ids=shown)
async def test_a_time_that_is_none_costs_its_event_and_nothing_else(tmp_path: Path, field: TimeField) -> None:
    parts = Parts(tmp_path)
    bad = [with_time(field.kind, field.path, garbage) for garbage in garbage_of(field)]
    received = parts.send(field.name, *bad, with_time(field.kind, field.path, NOW))
    assert (received.received, received.rejected) == (1, len(bad)), received.errors
    for tool in ("get_browser_errors", "get_browser_logs", "get_websocket_status", "get_session_timeline"):
        await parts.ask(tool)


@pytest.mark.parametrize("garbage", GARBAGE)
@pytest.mark.parametrize("field", MESSAGE_TIMES, ids=shown)
def test_a_message_needs_times_that_are_some(field: TimeField, garbage: str) -> None:
    msgspec.convert(with_time(field.kind, field.path, NOW), field.kind.cls)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(with_time(field.kind, field.path, garbage), field.kind.cls)
