"""validate_api: each type of violation with its severity, and what is none."""

from pathlib import Path
from typing import Any

import pytest
from api_calls import Api
from parts import Parts

from gasoline.analysis.contracts.api_call import CONTRACT_MIN_CALLS
from gasoline.analysis.contracts.learn import MAX_CONTRACT_STATUSES
from gasoline.analysis.contracts.violations import MAX_CONTRACT_VIOLATIONS

USER = {"id": 1, "name": "Ada", "email": "ada@shop.test", "avatar_url": "/ada.png"}


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return Api(Parts(tmp_path))


def without(name: str, value: dict[str, Any] = USER) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key != name}


async def test_a_missing_field_is_a_shape_change_in_the_documented_form(api: Api) -> None:
    api.answers(5, USER, "/api/users/profile")
    api.answer(without("avatar_url"), "/api/users/profile")
    shape = {"id": "number", "name": "string", "email": "string"}
    assert await api.analyze() == {
        "action": "analyzed",
        "violations": [
            {
                "endpoint": "GET /api/users/profile",
                "type": "shape_change",
                "severity": "warning",
                "description": "Response shape changed: field 'avatar_url' was present in 5 responses but missing in "
                "the latest response",
                "expected_shape": {**shape, "avatar_url": "string"},
                "actual_shape": shape,
                "missing_fields": ["avatar_url"],
                "occurrences": {
                    "expected_count": 5,
                    "violation_count": 1,
                    "first_seen": "2026-01-31T12:00:01.000Z",
                    "last_violation": "2026-01-31T12:00:06.000Z",
                },
            }
        ],
        "tracked_endpoints": 1,
        "total_requests_analyzed": 6,
        "clean_endpoints": 0,
    }


async def test_a_changed_type_names_both_and_gives_a_sample(api: Api) -> None:
    api.answers(3, {"price": 19.99})
    api.answer({"price": "19.99"})
    [violation] = await api.violations()
    assert violation | {"occurrences": None} == {
        "endpoint": "GET /api/users",
        "type": "type_change",
        "severity": "warning",
        "description": "Field 'price' changed type from 'number' to 'string' in the latest response",
        "field": "price",
        "expected_type": "number",
        "actual_type": "string",
        "sample_value": "19.99",
        "occurrences": None,
    }


async def test_errors_after_successes_are_a_spike_in_the_documented_form(api: Api) -> None:
    failure = {"error": "Internal server error", "message": "Database connection refused"}
    api.answers(3, {"id": 1}, "/api/orders", method="POST", status=201)
    api.answers(2, failure, "/api/orders", method="POST", status=500)
    assert await api.violations() == [
        {
            "endpoint": "POST /api/orders",
            "type": "error_spike",
            "severity": "critical",
            "description": "Endpoint returned success (201) 3 times, then switched to error (500) for the last 2 "
            "requests",
            "status_history": [201, 201, 201, 500, 500],
            "last_error_body": failure,
        }
    ]


SINGLE = {
    "a field lost": ({"a": 1, "b": 2}, {"a": 1}, "shape_change", "warning"),
    "a nested field lost": ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}, "shape_change", "warning"),
    "number to string": ({"a": 1}, {"a": "1"}, "type_change", "warning"),
    "string to object": ({"a": "x"}, {"a": {"x": 1}}, "type_change", "warning"),
    "object to array": ({"a": {"b": 1}}, {"a": [1]}, "type_change", "warning"),
    "deep number to string": ({"a": {"b": {"c": 1}}}, {"a": {"b": {"c": "1"}}}, "type_change", "warning"),
    "the response itself": ({"a": 1}, [1], "type_change", "warning"),
    "a field more": ({"a": 1}, {"a": 1, "b": 2}, "new_field", "info"),
    "a nested field more": ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, "new_field", "info"),
    "a field more in items": ([{"a": 1}], [{"a": 1, "b": 2}], "new_field", "info"),
    "a value became null": ({"a": 1}, {"a": None}, "null_field", "info"),
    "an object became null": ({"a": {"b": 1}}, {"a": None}, "null_field", "info"),
    "a value in items became null": ([{"a": 1}], [{"a": None}], "null_field", "info"),
    "items of another type": ({"a": [1, 2]}, {"a": ["x"]}, "array_shape_change", "warning"),
    "items lost a field": ({"a": [{"b": 1, "c": 2}]}, {"a": [{"b": 1}]}, "array_shape_change", "warning"),
    "items of the response lost a field": ([{"b": 1, "c": 2}], [{"b": 1}], "array_shape_change", "warning"),
    "a field of items changed its type": ([{"b": 1}], [{"b": "1"}], "array_shape_change", "warning"),
}


@pytest.mark.parametrize("case", SINGLE)
async def test_each_change_is_one_violation_of_its_type(api: Api, case: str) -> None:
    before, after, kind, severity = SINGLE[case]
    api.answers(CONTRACT_MIN_CALLS, before)
    api.answer(after)
    assert [(each["type"], each["severity"]) for each in await api.violations()] == [(kind, severity)]


NOTHING = {
    "the same": ({"a": 1}, {"a": 2}),
    "whole and broken numbers": ({"a": 1}, {"a": 1.5}),
    "an empty list": ({"a": [{"b": 1}]}, {"a": []}),
    "the first items of an empty list": ({"a": []}, {"a": [{"b": 1}]}),
    "a value where null was": ({"a": None}, {"a": 1}),
    "another order": ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    "other keys that are ids": ({"11": {"a": 1}}, {"12": {"a": 1}, "13": {"a": 2}}),
    "changes below the third level": ({"a": {"b": {"c": {"d": 1}}}}, {"a": {"b": {"c": {"e": "x"}}}}),
    "more items": ([{"a": 1}], [{"a": 1}, {"a": 2}]),
}


@pytest.mark.parametrize("case", NOTHING)
async def test_these_responses_are_not_violations(api: Api, case: str) -> None:
    before, after = NOTHING[case]
    api.answers(CONTRACT_MIN_CALLS, before)
    api.answer(after)
    assert await api.violations() == []


async def test_a_missing_field_that_was_seen_less_than_three_times_is_info(api: Api) -> None:
    """Its parent is optional, so that the shape is established while the field is not seen often."""
    for body in ({"a": 1}, {"a": 1, "b": {"c": 1}}, {"a": 1}, {"a": 1, "b": {"c": 1}}, {"a": 1, "b": {}}):
        api.answer(body)
    [violation] = await api.violations()
    assert (violation["type"], violation["severity"]) == ("shape_change", "info")
    assert violation["missing_fields"] == ["b.c"]
    assert violation["occurrences"]["expected_count"] == 2


@pytest.mark.parametrize(("count", "severity"), [(2, "info"), (3, "warning")])
async def test_the_severity_of_a_missing_field_turns_at_three(api: Api, count: int, severity: str) -> None:
    api.answer({"a": 1})
    api.answers(count, {"a": 1, "b": {"c": 1}})
    api.answer({"a": 1})
    api.answer({"a": 1, "b": {}})
    [violation] = await api.violations()
    assert (violation["occurrences"]["expected_count"], violation["severity"]) == (count, severity)


async def test_fields_lost_in_one_response_are_one_violation(api: Api) -> None:
    api.answers(3, {"a": 1, "b": {"c": 1, "d": 2}, "e": 3})
    api.answer({"b": {"c": 1}, "e": 3})
    [violation] = await api.violations()
    assert violation["missing_fields"] == ["a", "b.d"]
    assert "fields 'a', 'b.d' were present" in violation["description"]


async def test_items_that_changed_show_both_shapes(api: Api) -> None:
    api.answers(3, {"items": [{"id": 1, "price": 2}]})
    api.answer({"items": [{"id": 1}]})
    [violation] = await api.violations()
    assert violation["field"] == "items"
    assert violation["expected_shape"] == [{"id": "number", "price": "number"}]
    assert violation["actual_shape"] == [{"id": "number"}]
    assert violation["missing_fields"] == ["items[].price"]


async def test_a_violation_again_is_counted_and_one_that_ended_says_so(api: Api) -> None:
    api.answers(3, USER)
    api.answers(2, without("name"))
    [violation] = await api.violations()
    assert violation["occurrences"]["violation_count"] == 2
    assert violation["description"].endswith("missing in 2 responses, the latest among them")
    api.answer(USER)
    [violation] = await api.violations()
    assert violation["description"].endswith("missing in 2 responses; responses since then match again")


async def test_a_violation_that_another_one_followed_does_not_say_that_the_latest_is_as_before(api: Api) -> None:
    api.answers(3, USER)
    api.answer(without("name"))
    api.answer(without("email"))
    descriptions = [violation["description"] for violation in await api.violations()]
    assert [each.partition(" missing ")[2] for each in descriptions] == [
        "in the latest response",
        "in 1 response; the latest differs in another way",
    ]


@pytest.mark.parametrize("status", [304, 500])
async def test_a_response_without_a_shape_does_not_count_as_the_latest(api: Api, status: int) -> None:
    api.answers(3, USER)
    api.answer(without("name"))
    api.answer(None, status=status)
    violation = (await api.violations())[-1]
    assert violation["description"].endswith("missing in 1 response; later ones had no body to compare")


async def test_a_304_is_not_named_as_the_success_before_a_spike(api: Api) -> None:
    api.answers(3, USER)
    api.answer(None, status=304)
    api.answer(None, status=500)
    [spike] = await api.violations()
    assert (
        spike["description"]
        == "Endpoint returned success (200) 3 times, then switched to error (500) for the last request"
    )
    api.answer(None, status=304)
    [spike] = await api.violations()
    assert spike["description"].endswith("then error (500) once; the latest call did not fail (304)")


@pytest.mark.parametrize(
    ("status", "severity"), [(400, "warning"), (404, "warning"), (499, "warning"), (500, "critical"), (503, "critical")]
)
async def test_the_severity_of_a_spike_is_by_whose_fault_it_is(api: Api, status: int, severity: str) -> None:
    api.answers(3, USER)
    api.answer({"error": "no"}, status=status)
    [violation] = await api.violations()
    assert (violation["type"], violation["severity"]) == ("error_spike", severity)


async def test_a_spike_needs_three_successes_before(api: Api) -> None:
    api.answers(2, USER)
    api.answer({"error": "no"}, status=500)
    assert await api.violations() == []


async def test_failures_before_any_success_are_not_a_spike(api: Api) -> None:
    api.answers(3, {"error": "no"}, status=401)
    api.answers(3, USER)
    assert await api.violations() == []


# API-05
async def test_a_spike_outlives_the_history_and_says_when_it_is_over(api: Api) -> None:
    api.answers(3, USER)
    api.answers(MAX_CONTRACT_STATUSES + 5, "oops", status=502)
    [violation] = await api.violations()
    assert violation["status_history"] == [502] * MAX_CONTRACT_STATUSES
    assert violation["last_error_body"] == "oops"
    api.answer(USER)
    [violation] = await api.violations()
    assert violation["description"].endswith("then error (502) 25 times; the latest call succeeded again")


async def test_no_answer_at_all_counts_as_a_failure_and_an_aborted_request_as_nothing(api: Api) -> None:
    api.answers(3, USER)
    api.answer(None, status=0, aborted=True)
    assert await api.violations() == []
    api.answer(None, status=0, error="Failed to fetch")
    [violation] = await api.violations()
    assert violation["severity"] == "warning"
    assert "error (no answer)" in violation["description"]


@pytest.mark.parametrize(
    ("body", "kind", "actual"),
    [("<!doctype html><title>Log in</title>", "text/html", "not JSON"), ("", "application/json", "empty")],
)
async def test_a_success_that_is_not_json_any_more_is_a_change_of_type(
    api: Api, body: str, kind: str, actual: str
) -> None:
    api.answers(3, USER)
    api.answer(body, contentType=kind)
    [violation] = await api.violations()
    assert (violation["type"], violation["field"]) == ("type_change", "$")
    assert (violation["expected_type"], violation["actual_type"]) == ("object", actual)


async def test_the_worst_come_first(api: Api) -> None:
    api.answers(3, {"a": 1, "b": 2})
    api.answer({"a": None, "b": 2})
    api.answer({"a": 1})
    api.answer("down", status=500)
    assert [each["severity"] for each in await api.violations()] == ["critical", "warning", "info"]


async def test_an_endpoint_has_ten_violations_at_most(api: Api) -> None:
    api.answers(3, {"a": 1})
    for number in range(MAX_CONTRACT_VIOLATIONS + 5):
        api.answer({"a": 1, f"new{number}": 1})
    assert len(await api.violations()) == MAX_CONTRACT_VIOLATIONS
