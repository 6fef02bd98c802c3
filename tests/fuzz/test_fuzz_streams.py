"""Whatever any stream accepts can be shown: events with any value in any field leave every capability answering."""

import json
from typing import Any

import msgspec
import pytest
from exits import every_view
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import inspect
from parts import NOW, Parts

from gasoline.capabilities import ALL
from gasoline.ingest.error_screenshots import ErrorScreenshotIntake
from gasoline.ingest.server_output import STREAM as SERVER_LOGS
from gasoline.model.wire import STREAMS, Stream
from gasoline.protocol import resources
from gasoline.store.screenshot_folder import ScreenshotFolder
from gasoline.toolkit.capability import Capability
from gasoline.tools.answer_budget import ANSWER_CHARS
from gasoline.tools.dispatch import Reply

RELAXED = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
TIMES = st.sampled_from(
    [
        *("2026-01-31T12:00:00.000Z", "2026-01-31", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"),
        *("yesterday", "", "12:00", "2026-13-45T99:00:00Z", "-1", "1e400", "\ud800"),
    ]
)
ADDRESSES = st.sampled_from(
    [
        "http://localhost:3000/a?b=c#d",
        "http://[",
        "//",
        "ws://x/y",
        "data:text/html,x",
        "http://a:99999/",
        "a b",
        "/%zz",
    ]
)
TEXTS = st.text(max_size=40) | TIMES | ADDRESSES | st.sampled_from(["{", "[" * 500, '{"a":' * 200, "x" * 20_000])
NUMBERS = st.sampled_from([0, -1, 1, 2**31, 2**53, 2**63 - 1, 2**64, 2**70, 1e18, 1e308, -1e308, 0.1, 5e-324])
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)
ACCEPTED_TIMES = st.sampled_from(
    ["2026-01-31T12:00:00.000Z", "2026-01-31", "1970-01-01T23:59:00+23:59", "9997-12-31T00:00:00-23:59"]
)
IDS = st.sampled_from(["a", "b"])
"""Few, so that events update each other and are found under the same id in several streams."""
SIMPLE: dict[type[inspect.Type], st.SearchStrategy[Any]] = {
    inspect.BoolType: st.booleans(),
    inspect.NoneType: st.none(),
    inspect.AnyType: ANYTHING,
}


def values_of(kind: inspect.Type) -> st.SearchStrategy[Any]:  # noqa: C901, PLR0911
    """Values that have the right kind, but otherwise anything that JSON can express."""
    match kind:
        case inspect.Metadata():
            return values_of(kind.type)
        case inspect.StrType():
            return TEXTS.map(lambda text: text[: kind.max_length])
        case inspect.IntType() | inspect.FloatType():
            return NUMBERS.filter(lambda number: _is_within(kind, number))
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.UnionType():
            return st.one_of([values_of(each) for each in kind.types])
        case inspect.ListType():
            return st.lists(values_of(kind.item_type), max_size=kind.max_length or 14)
        case inspect.DictType():
            return st.dictionaries(TEXTS, values_of(kind.value_type), max_size=4)
        case inspect.StructType():
            return objects_of(kind)
    return SIMPLE[type(kind)]


def _is_within(kind: inspect.IntType | inspect.FloatType, number: float) -> bool:
    is_kind = isinstance(kind, inspect.FloatType) or isinstance(number, int)
    return is_kind and (kind.ge is None or number >= kind.ge) and (kind.le is None or number <= kind.le)


def objects_of(kind: inspect.StructType) -> st.SearchStrategy[Any]:
    fields = {field.encode_name: values_of(field.type) for field in kind.fields}
    if "ts" in fields:
        fields["ts"] = ACCEPTED_TIMES
    if "id" in fields:
        fields["id"] = IDS
    if kind.tag_field:
        fields[kind.tag_field] = st.just(kind.tag)
    required = {name: fields.pop(name) for name in list(fields) if _is_required(kind, name)}
    if not fields:
        return st.fixed_dictionaries(required)
    return st.lists(st.sampled_from(sorted(fields)), max_size=4, unique=True).flatmap(
        lambda chosen: st.fixed_dictionaries(required | {name: fields[name] for name in chosen})
    )


def _is_required(kind: inspect.StructType, name: str) -> bool:
    return name == kind.tag_field or any(field.encode_name == name and field.required for field in kind.fields)


def is_answered_without_a_browser(capability: Capability) -> bool:
    return not capability.needs and capability.tool not in ("clear_browser_logs", "configure_streaming")


ARGUMENTS: dict[str, list[dict[str, Any]]] = {
    "verify_fix": [{"action": "start"}],
    "diff_sessions": [
        {"action": "capture", "name": "a"},
        {"action": "compare", "compare_a": "a", "compare_b": "current"},
    ],
    "validate_api": [{"action": "analyze"}, {"action": "report"}],
    "generate_test": [{}, {"fixtures": True}, {"framework": "cypress"}],
    "get_browser_errors": [{}, {"full": True}],
    "security_audit": [{"severity_min": "info"}],
    "export_sarif": [{}],
    "save_capsule": [{"since": "10m"}],
}


KNOWN_FAILURES = {"no_actions", "no_snapshot", "no_audit", "nothing_to_export", "no_such_baseline"}
FILTERS: dict[str, st.SearchStrategy[Any]] = {
    "url_filter": st.sampled_from(["localhost", "ws", "absent", "\ud83d"]),
    "limit": st.sampled_from([1, 2]),
    "last_n": st.just(1),
    "last_n_actions": st.just(1),
    "since": st.sampled_from(["c0", "c1", "2026-01-31T12:00:00Z"]),
    "before": st.sampled_from(["c1", "c2"]),
    "id": st.sampled_from(["e1", "l1", "r1", "b1", "a1", "w1", "s1", "e2"]),
    "connection_id": IDS,
    "level": st.just("warn"),
    "contains": st.just("a"),
    "status_min": st.just(400),
    "status_max": st.just(499),
    "method": st.just("GET"),
    "direction": st.just("incoming"),
    "type": st.sampled_from(["console", "exception", "network", "resource"]),
    "full": st.booleans(),
}
"""Values for the parameters that select entries, wherever a capability has one of that name."""
OF_THE_BROWSER = "gasoline://page"
EVERY_STREAM = (*STREAMS, SERVER_LOGS)


# ANS-08
@pytest.mark.parametrize("stream", EVERY_STREAM, ids=lambda stream: stream.name)
@RELAXED
@given(data=st.data())
async def test_every_accepted_event_leaves_every_capability_answering(
    tmp_path_factory: pytest.TempPathFactory, stream: Stream, data: st.DataObject
) -> None:
    parts = Parts(tmp_path_factory.mktemp("stream"))
    events = data.draw(st.lists(values_of(inspect.type_info(stream.event)), min_size=1, max_size=3))
    for event in events:
        send(parts, stream, event)
    await everything_answers(parts, {}, events)


# ANS-08
@settings(RELAXED, phases=(Phase.explicit, Phase.reuse, Phase.generate))  # to shrink a failure takes minutes
@given(data=st.data())
async def test_events_of_several_streams_leave_every_capability_answering_whatever_is_filtered(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    parts = Parts(tmp_path_factory.mktemp("mixed"))
    streams = data.draw(st.lists(st.sampled_from(EVERY_STREAM), min_size=2, max_size=8))
    events = [(stream, data.draw(values_of(inspect.type_info(stream.event)))) for stream in streams]
    for stream, event in events:
        send(parts, stream, event)
    pictures = ErrorScreenshotIntake(ScreenshotFolder(parts.folder / "pictures"), parts.store, lambda: NOW)
    pictures.accept(json.dumps({"errorId": data.draw(IDS), "data": "/9j/4AAQ"}).encode())
    filters = {name: data.draw(values) for name, values in FILTERS.items() if data.draw(st.booleans())}
    await everything_answers(parts, filters, events)
    async for _ in every_view(parts):
        pass
    for resource in resources.ALL:
        if resource.uri == OF_THE_BROWSER:
            continue
        await resources.read(resource.uri, parts.dispatcher, parts.store.notices, parts.client)


def send(parts: Parts, stream: Stream, event: Any) -> None:
    body = json.dumps({stream.field: [event]}).encode("utf-8", "surrogatepass")
    received = parts.intakes[stream.name].accept(body)
    assert received.received + received.rejected == 1


async def everything_answers(parts: Parts, filters: dict[str, Any], events: object) -> None:
    parts.clock.pass_by(60)
    for capability in filter(is_answered_without_a_browser, ALL):
        known = {name: value for name, value in filters.items() if name in capability.params.__struct_fields__}
        for arguments in ARGUMENTS.get(capability.tool, [{}]):
            for output in ("json", "text"):
                reply = await parts.call(capability.tool, **{**known, **arguments}, output=output)
                assert not reply.is_error or _failure(reply) in KNOWN_FAILURES, (
                    *(capability.tool, known, arguments, reply.texts),
                    events,
                )
                assert sum(map(len, reply.texts)) < ANSWER_CHARS


def _failure(reply: Reply) -> str:
    return str(msgspec.json.decode(reply.texts[0])["error"])
