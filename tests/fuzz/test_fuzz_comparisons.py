"""Whatever pages send: contracts are learned, fixes verified and sessions compared without a failure."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from parts import Parts

from gasoline.tools.answer_budget import ANSWER_CHARS

RELAXED = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))

any_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=15,
)
texts = st.text(max_size=8)
json_texts = any_json.map(json.dumps)
graphql = st.builds(lambda query, name: json.dumps({"query": query, "operationName": name}), texts, st.none() | texts)
urls = st.sampled_from(["/a", "/a/1?x", "http://[", "data:,x", "", "http://h/:id/%", "//"]) | texts
times = st.sampled_from(["2026-01-31T12:00:00Z", "2026-01-31", "2026-01-31T13:00:00+01:00"])
statuses = st.sampled_from([0, 101, 200, 200, 201, 204, 304, 404, 500, 999, 1000, -1, 2**62])
ids = st.sampled_from(["", "a", "b"])
addressed = {"ts": times, "url": urls, "id": ids}

exchanges = st.fixed_dictionaries(
    {**addressed, "method": st.sampled_from(["GET", "POST", "", "x y"]), "status": statuses},
    optional={
        "responseBody": st.none() | json_texts | json_texts.map(lambda text: text[: len(text) // 2]) | texts,
        "requestBody": st.none() | graphql | json_texts | texts,
        "contentType": st.sampled_from(["application/json", "text/html", "", "Ünïcode"]),
        "truncated": st.booleans(),
        "aborted": st.booleans(),
        "pageUrl": urls,
        "initiator": st.sampled_from(["fetch", "navigation", "img"]),
        "duration": st.floats(0, 1e9),
    },
)
entries = st.fixed_dictionaries(
    {**addressed, "type": st.sampled_from(["console", "exception", "network", "resource"])},
    optional={
        "level": st.sampled_from(["error", "warn", "log"]),
        "args": st.lists(any_json, max_size=3),
        "message": texts,
        "method": texts,
        "status": statuses,
        "_aggregatedCount": st.integers(-5, 5),
        "_lastSeen": times | texts,
    },
)
actions = st.fixed_dictionaries(
    {**addressed, "type": st.sampled_from(["click", "navigate", "scroll", "submit"])},
    optional={
        "selectors": st.fixed_dictionaries({}, optional={"text": texts, "cssPath": texts, "id": texts}),
        "toUrl": urls,
        "text": texts,
    },
)
captures = st.lists(
    st.tuples(st.sampled_from(["network_bodies", "network"]), exchanges)
    | st.tuples(st.just("logs"), entries)
    | st.tuples(st.just("actions"), actions),
    max_size=12,
)


async def ask(parts: Parts, tool: str, **arguments: Any) -> Any:
    reply = await parts.call(tool, **arguments)
    assert not reply.is_error, reply.texts
    assert sum(map(len, reply.texts)) <= ANSWER_CHARS
    return json.loads(reply.texts[0])


@RELAXED
@given(before=captures, after=captures)
async def test_anything_captured_can_be_compared(
    tmp_path_factory: pytest.TempPathFactory, before: list[tuple[str, Any]], after: list[tuple[str, Any]]
) -> None:
    parts = Parts(tmp_path_factory.mktemp("any"))
    for stream, event in before:
        parts.send(stream, event)
    session = (await ask(parts, "verify_fix", action="start"))["session_id"]
    await ask(parts, "verify_fix", action="watch", session_id=session)
    await ask(parts, "diff_sessions", action="capture", name="before")
    for stream, event in after:
        parts.send(stream, event)
    await ask(parts, "verify_fix", action="compare", session_id=session)
    await ask(parts, "diff_sessions", action="compare", compare_a="before", compare_b="current")
    await ask(parts, "validate_api", action="analyze")
    await ask(parts, "validate_api", action="report")


@RELAXED
@given(responses=st.lists(any_json, min_size=1, max_size=8))
async def test_any_sequence_of_responses_is_learned(
    tmp_path_factory: pytest.TempPathFactory, responses: list[Any]
) -> None:
    parts = Parts(tmp_path_factory.mktemp("any"))
    for response in responses:
        parts.send(
            "network_bodies", {"method": "GET", "url": "/a", "status": 200, "responseBody": json.dumps(response)}
        )
    [endpoint] = (await ask(parts, "validate_api", action="report"))["endpoints"]
    assert endpoint["call_count"] == len(responses)
    assert 0 <= int(endpoint["consistency"].removesuffix("%")) <= 100


@RELAXED
@given(response=any_json, times=st.integers(1, 6))
async def test_the_same_response_never_violates_itself(
    tmp_path_factory: pytest.TempPathFactory, response: Any, times: int
) -> None:
    parts = Parts(tmp_path_factory.mktemp("any"))
    body = {"method": "GET", "url": "/a", "status": 200, "responseBody": json.dumps(response)}
    for _ in range(times):
        parts.send("network_bodies", body)
    assert (await ask(parts, "validate_api", action="analyze"))["violations"] == []
