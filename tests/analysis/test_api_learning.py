"""validate_api: how shapes are learned, and what they are learned from."""

import json
from pathlib import Path
from typing import Any

import pytest
from api_calls import Api
from parts import Parts

from gasoline.analysis.contracts.api_call import CONTRACT_MIN_CALLS
from gasoline.analysis.contracts.learn import CONTRACT_EPISODES
from gasoline.analysis.contracts.schema_node import MAX_CONTRACT_ENTRIES
from gasoline.model.events import RESPONSE_BODY_BYTES
from gasoline.store.store import MAX_NETWORK_BODIES


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return Api(Parts(tmp_path))


async def test_the_report_has_the_documented_form(api: Api) -> None:
    order = {"id": 1, "status": "paid", "total": 9.5, "items": [{"id": 1, "quantity": 2}]}
    api.answers(3, order, "/api/orders", method="POST", status=201)
    api.answers(2, {"error": "no"}, "/api/orders", method="POST", status=500)
    assert await api.report() == [
        {
            "endpoint": "POST /api/orders",
            "method": "POST",
            "call_count": 5,
            "status_codes": {"201": 3, "500": 2},
            "established_shape": {
                "id": "number",
                "status": "string",
                "total": "number",
                "items": [{"id": "number", "quantity": "number"}],
            },
            "consistency": "60%",
            "last_called": "2026-01-31T12:00:05.000Z",
        }
    ]


async def test_the_first_response_establishes_the_shape(api: Api) -> None:
    api.answer({"id": 1})
    [endpoint] = await api.report()
    assert (endpoint["established_shape"], endpoint["consistency"]) == ({"id": "number"}, "100%")


# API-02
async def test_there_are_no_violations_before_three_consistent_responses(api: Api) -> None:
    api.answers(2, {"a": 1})
    api.answer({"b": "x"})
    assert await api.violations() == []


@pytest.mark.parametrize("calls", [1, 2, 3])
async def test_the_third_consistent_response_is_the_edge(api: Api, calls: int) -> None:
    api.answers(calls, {"a": 1, "b": 2})
    api.answer({"a": 1})
    assert bool(await api.violations()) is (calls == CONTRACT_MIN_CALLS)


async def test_a_field_that_came_and_went_while_learning_is_optional(api: Api) -> None:
    for body in ({"a": 1, "b": 2}, {"a": 1}, {"a": 1, "b": 2}, {"a": 1}, {"a": 1}, {"a": 1}):
        api.answer(body)
    assert await api.violations() == []
    [endpoint] = await api.report()
    assert endpoint["established_shape"] == {"a": "number", "b": "number"}
    assert endpoint["optional_fields"] == ["b"]
    assert endpoint["consistency"] == "100%"


async def test_a_field_that_only_some_items_have_is_optional(api: Api) -> None:
    api.answers(3, [{"a": 1, "b": 2}, {"a": 1}])
    api.answer([{"a": 1}])
    assert await api.violations() == []
    assert (await api.report())[0]["optional_fields"] == ["[].b"]


async def test_a_field_that_keeps_coming_and_going_is_learned_to_be_optional(api: Api) -> None:
    api.answers(3, {"a": 1, "b": 2})
    for spell in range(CONTRACT_EPISODES):
        api.answer({"a": 1})
        assert bool(await api.violations()) is (spell < CONTRACT_EPISODES - 1)
        api.answer({"a": 1, "b": 2})
    api.answer({"a": 1})
    assert await api.violations() == []
    assert (await api.report())[0]["optional_fields"] == ["b"]


async def test_fields_that_come_and_go_independently_are_each_learned_to_be_optional(api: Api) -> None:
    whole = {"a": 1, "b": 2, "c": 3, "d": 4}
    api.answers(3, whole)
    for gone in ("b", "c", "bc", "d", "bd", "cd", "bcd", "b", "c", "bd", "", "cd"):
        api.answer({name: value for name, value in whole.items() if name not in gone})
    assert await api.violations() == []
    assert (await api.report())[0]["optional_fields"] == ["b", "c", "d"]


async def test_a_field_that_never_returns_is_not_optional_although_another_comes_and_goes(api: Api) -> None:
    api.answers(3, {"a": 1, "b": 2, "c": 3})
    for _ in range(2 * CONTRACT_EPISODES):
        api.answer({"a": 1, "c": 3})
        api.answer({"a": 1})
    assert "b" in {name for each in await api.violations() for name in each["missing_fields"]}


async def test_a_field_that_never_returns_is_not_taken_for_optional(api: Api) -> None:
    api.answers(3, {"a": 1, "b": 2})
    api.answers(20, {"a": 1})
    [violation] = await api.violations()
    assert violation["occurrences"]["violation_count"] == 20


async def test_a_type_that_keeps_changing_stays_a_violation(api: Api) -> None:
    api.answers(3, {"a": 1})
    for _ in range(CONTRACT_EPISODES + 1):
        api.answer({"a": "1"})
        api.answer({"a": 1})
    assert [each["type"] for each in await api.violations()] == ["type_change"]


# API-08
@pytest.mark.parametrize(
    ("good", "odd", "failed", "consistency"),
    [(6, 0, 0, "100%"), (5, 0, 1, "83%"), (3, 0, 2, "60%"), (3, 1, 0, "75%"), (3, 1, 1, "60%"), (0, 0, 2, "0%")],
)
async def test_consistency_is_the_share_of_all_calls_that_match(
    api: Api, good: int, odd: int, failed: int, consistency: str
) -> None:
    api.answers(good, {"a": 1})
    api.answers(odd, {"b": 1})
    api.answers(failed, {"error": "no"}, status=500)
    [endpoint] = await api.report()
    assert endpoint["consistency"] == consistency


async def test_errors_do_not_change_the_shape(api: Api) -> None:
    api.answer({"a": 1})
    api.answers(5, {"error": "no"}, status=500)
    api.answer({"a": 1})
    [endpoint] = await api.report()
    assert endpoint["established_shape"] == {"a": "number"}


# API-08
async def test_analysing_again_counts_nothing_twice(api: Api) -> None:
    api.answers(3, {"a": 1})
    api.answer({"b": 1})
    first = await api.analyze(), await api.report()
    assert (await api.analyze(), await api.report()) == first


# API-01
async def test_shapes_are_learned_as_responses_arrive_and_outlive_the_buffer(api: Api) -> None:
    api.answers(MAX_NETWORK_BODIES + 20, {"a": 1})
    await api.parts.ask("clear_browser_logs")
    assert (await api.report())[0]["call_count"] == MAX_NETWORK_BODIES + 20


async def test_a_body_that_comes_after_its_request_is_one_call(api: Api) -> None:
    for _ in range(4):
        name = api.answer(None)
        api.parts.send("network_bodies", {"id": name, "responseBody": '{"a":', "truncated": True})
        api.parts.send("network_bodies", {"id": name, "responseBody": '{"a":1}', "truncated": False})
        api.parts.send("network_bodies", {"id": name, "responseBody": '{"a":1}'})
    [endpoint] = await api.report()
    assert (endpoint["call_count"], endpoint["consistency"]) == (4, "100%")
    assert endpoint["established_shape"] == {"a": "number"}


async def test_a_late_body_is_judged(api: Api) -> None:
    api.answers(3, {"a": 1})
    name = api.answer(None)
    assert await api.violations() == []
    api.parts.send("network_bodies", {"id": name, "responseBody": '{"a":"1"}'})
    assert [each["type"] for each in await api.violations()] == ["type_change"]


async def test_the_late_body_of_an_error_is_shown(api: Api) -> None:
    api.answers(3, {"a": 1})
    name = api.answer(None, status=500)
    api.parts.send("network_bodies", {"id": name, "responseBody": '{"error":"late"}'})
    [violation] = await api.violations()
    assert (violation["status_history"], violation["last_error_body"]) == ([200, 200, 200, 500], {"error": "late"})


ODD_BODIES: dict[str, dict[str, Any]] = {
    "no body": {"responseBody": None},
    "204": {"status": 204, "responseBody": ""},
    "cut": {"responseBody": '{"a":1,"b":[1,2', "truncated": True},
    "binary": {"responseBody": "[Binary: 5 bytes, type: application/json]"},
    "not modified": {"status": 304, "responseBody": ""},
}


@pytest.mark.parametrize("case", ODD_BODIES)
async def test_a_partly_captured_body_is_not_a_violation(api: Api, case: str) -> None:
    api.answers(3, {"a": 1, "b": [1], "c": 2})
    api.send("/api/users", **ODD_BODIES[case])
    assert await api.violations() == []
    [endpoint] = await api.report()
    assert (endpoint["call_count"], endpoint["consistency"]) == (4, "100%")


def long_list(item: dict[str, Any]) -> dict[str, Any]:
    """The response of a list that is longer than what is captured."""
    text = json.dumps({"page": 1, "items": [item] * 2_000, "total": 2_000})
    return {"body": text[:RESPONSE_BODY_BYTES], "truncated": True}


async def test_the_prefix_of_a_long_response_is_learned_and_compared(api: Api) -> None:
    api.answers(3, **long_list({"id": 1, "name": "Ada"}))
    assert (await api.report())[0]["established_shape"] == {
        "page": "number",
        "items": [{"id": "number", "name": "string"}],
    }
    api.answer(**long_list({"id": 1, "name": "Ada"}))
    assert await api.violations() == []
    api.answer(**long_list({"id": "1"}))
    [violation] = await api.violations()
    assert (violation["type"], violation["field"]) == ("array_shape_change", "items")
    assert violation["missing_fields"] == ["items[].name"]


# API-10
async def test_a_field_that_a_long_response_lacks_may_have_been_truncated(api: Api) -> None:
    api.answers(3, {"page": 1, "items": [{"id": 1}], "total": 1})
    api.answers(3, **long_list({"id": 1}))
    assert await api.violations() == []
    api.answer({"page": 1, "items": [{"id": 1}]})
    [violation] = await api.violations()
    assert violation["missing_fields"] == ["total"]


async def test_json_is_recognized_under_another_content_type(api: Api) -> None:
    api.answer('{"a":1}', contentType="text/plain")
    api.answer('{"a":1}', "/b", contentType="application/problem+json")
    assert [endpoint["established_shape"] for endpoint in await api.report()] == [{"a": "number"}] * 2


@pytest.mark.parametrize(
    "body",
    ["[" * 8_000, '{"a":' * 3_000, "{" + ",".join(f'"k{n}":1' for n in range(1_500)) + "}", "[" + "1," * 8_000 + "1]"],
)
async def test_extreme_bodies_are_borne(api: Api, body: str) -> None:
    api.answers(4, body)
    assert await api.violations() == []


async def test_an_object_with_very_many_keys_is_a_dictionary(api: Api) -> None:
    words = {f"word{number}": "text" for number in range(MAX_CONTRACT_ENTRIES + 1)}
    api.answers(3, words)
    api.answer({f"other{number}": "text" for number in range(MAX_CONTRACT_ENTRIES + 1)})
    assert await api.violations() == []
    assert (await api.report())[0]["established_shape"] == {":key": "string"}


async def test_a_field_that_comes_and_goes_is_learned_while_another_never_returns(api: Api) -> None:
    api.answers(3, {"id": 1, "a": 1, "b": 1})
    for _ in range(CONTRACT_EPISODES):
        api.answer({"id": 1})
        api.answer({"id": 1, "a": 1})
    api.answer({"id": 1})
    [violation] = await api.violations()
    assert violation["missing_fields"] == ["b"]
    assert (await api.report())[0]["optional_fields"] == ["a"]


async def test_two_fields_that_vary_independently_are_both_optional(api: Api) -> None:
    for body in ({"a": 1}, {"b": 1}, {"a": 1, "b": 1}, *[{"a": 1}] * 20):
        api.answer({"id": 1, **body})
    assert await api.violations() == []
    assert sorted((await api.report())[0]["optional_fields"]) == ["a", "b"]
