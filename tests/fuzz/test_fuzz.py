"""Whatever is thrown at ingest and dispatcher: an answer, never a crash."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from parts import Parts

from gasoline.capabilities import ALL
from gasoline.ingest.bad_body import BadBody
from gasoline.tools.answer_budget import ANSWER_CHARS
from gasoline.tools.registry import COMPOSITES, UnknownTool

RELAXED = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))

any_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
field_names = st.sampled_from(
    [
        *("type", "id", "ts", "url", "tabId", "level", "args", "message", "stack", "method", "status"),
        *("duration", "response", "start", "phases", "cached"),
    ]
)
near_entries = st.dictionaries(
    field_names,
    any_json
    | st.sampled_from(
        [
            "console",
            "exception",
            "network",
            "resource",
            "error",
            "2026-01-01T00:00:00Z",
            "2026-01-01",
            "12:00",
            200,
            1.5,
        ]
    ),
    max_size=8,
)
envelopes = st.fixed_dictionaries(
    {},
    optional={
        "entries": st.lists(near_entries | any_json, max_size=5) | any_json,
        "requests": st.lists(near_entries | any_json, max_size=5),
        "client": st.text(max_size=70) | any_json,
        "seq": st.integers() | any_json,
        "tabId": st.integers() | any_json,
        "dropped": st.dictionaries(st.text(max_size=5), st.integers()) | any_json,
    },
)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    return Parts(tmp_path_factory.mktemp("fuzz"))


def offer(parts: Parts, stream: str, body: bytes) -> None:
    parts.clock.seconds += 1
    try:
        received = parts.intakes[stream].accept(body)
    except BadBody as error:
        assert 400 <= error.status < 500
        assert error.message
    else:
        msgspec.json.encode(received)


@RELAXED
@given(stream=st.sampled_from(["logs", "network"]), body=st.binary(max_size=200))
def test_any_bytes_are_refused_or_taken(parts: Parts, stream: str, body: bytes) -> None:
    offer(parts, stream, body)


@RELAXED
@given(stream=st.sampled_from(["logs", "network"]), body=envelopes)
def test_any_envelope_is_refused_or_taken_and_can_be_shown(parts: Parts, stream: str, body: object) -> None:
    offer(parts, stream, json.dumps(body).encode())


@RELAXED
@given(entry=near_entries)
async def test_whatever_was_taken_gives_valid_short_answers(
    tmp_path_factory: pytest.TempPathFactory, entry: object
) -> None:
    parts = Parts(tmp_path_factory.mktemp("one"))
    offer(parts, "logs", json.dumps({"entries": [entry]}).encode())
    offer(parts, "network", json.dumps({"requests": [entry]}).encode())
    for what in ("errors", "logs", "network", "health"):
        reply = await parts.call("observe", what=what)
        assert not reply.is_error, reply.texts
        json.loads(reply.texts[0])
        assert sum(map(len, reply.texts)) < ANSWER_CHARS


names = st.sampled_from([capability.tool for capability in ALL] + [composite.name for composite in COMPOSITES])
selectors = st.sampled_from(["errors", "logs", "network", "page", "tabs", "pilot", "health", "clear"])
times = st.sampled_from(["2026-01-01", "2026-01-01T00:00:00+01:00", "c1", "c²", "c"])
argument_names = st.sampled_from(
    [
        "what",
        "action",
        "limit",
        "url_filter",
        "since",
        "before",
        "level",
        "type",
        "contains",
        "method",
        "status_min",
        "tab_id",
    ]
)


@RELAXED
@given(
    tool=names | st.text(max_size=20),
    arguments=st.dictionaries(argument_names, selectors | times | any_json, max_size=5),
)
async def test_any_call_is_an_answer_or_an_unknown_tool(parts: Parts, tool: str, arguments: dict[str, object]) -> None:
    try:
        reply = await parts.dispatcher.call(tool, arguments, parts.client)
    except UnknownTool:
        return
    body = json.loads(reply.texts[0])
    if reply.is_error:
        assert body["error"] != "internal_error", (tool, arguments)
        assert body["message"]


def test_a_deeply_nested_body_is_refused(tmp_path: Path) -> None:
    offer(Parts(tmp_path), "logs", b'{"entries":' + b"[" * 100_000)
