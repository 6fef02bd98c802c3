"""validate_api: how shapes are learnt, what they are learnt from, and what is kept of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from api_calls import Api
from parts import Parts

from gasoline.model import limits
from gasoline.model.switches import NETWORK_BODIES


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


async def test_there_are_no_violations_before_three_consistent_responses(api: Api) -> None:
    api.answers(2, {"a": 1})
    api.answer({"b": "x"})
    assert await api.violations() == []


@pytest.mark.parametrize("calls", [1, 2, 3])
async def test_the_third_consistent_response_is_the_edge(api: Api, calls: int) -> None:
    api.answers(calls, {"a": 1, "b": 2})
    api.answer({"a": 1})
    assert bool(await api.violations()) is (calls == limits.CONTRACT_MIN_CALLS)


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


async def test_a_field_that_keeps_coming_and_going_is_learnt_to_be_optional(api: Api) -> None:
    api.answers(3, {"a": 1, "b": 2})
    for spell in range(limits.CONTRACT_SPELLS):
        api.answer({"a": 1})
        assert bool(await api.violations()) is (spell < limits.CONTRACT_SPELLS - 1)
        api.answer({"a": 1, "b": 2})
    api.answer({"a": 1})
    assert await api.violations() == []
    assert (await api.report())[0]["optional_fields"] == ["b"]


async def test_a_field_that_stays_away_is_never_taken_for_optional(api: Api) -> None:
    api.answers(3, {"a": 1, "b": 2})
    api.answers(20, {"a": 1})
    [violation] = await api.violations()
    assert violation["occurrences"]["violation_count"] == 20


async def test_a_type_that_keeps_changing_stays_a_violation(api: Api) -> None:
    api.answers(3, {"a": 1})
    for _ in range(limits.CONTRACT_SPELLS + 1):
        api.answer({"a": "1"})
        api.answer({"a": 1})
    assert [each["type"] for each in await api.violations()] == ["type_change"]


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


async def test_analysing_again_counts_nothing_twice(api: Api) -> None:
    api.answers(3, {"a": 1})
    api.answer({"b": 1})
    first = await api.analyze(), await api.report()
    assert (await api.analyze(), await api.report()) == first


async def test_shapes_are_learnt_as_responses_arrive_and_outlive_the_buffer(api: Api) -> None:
    api.answers(limits.NETWORK_BODIES + 20, {"a": 1})
    await api.parts.ask("clear_browser_logs")
    assert (await api.report())[0]["call_count"] == limits.NETWORK_BODIES + 20


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


GROUPS = {
    "query parameters": ["/users?page=1", "/users?page=2", "/users#top"],
    "numbers": ["/users/1/posts/2", "/users/3/posts/44"],
    "UUIDs": ["/a/550e8400-e29b-41d4-a716-446655440000", "/a/550e8400-e29b-41d4-a716-446655440001"],
    "hexadecimal ids": ["/a/a1b2c3d4e5", "/a/ffffffff0"],
}


@pytest.mark.parametrize("case", GROUPS)
async def test_calls_are_grouped_by_method_and_path(api: Api, case: str) -> None:
    for path in GROUPS[case]:
        api.answer({"a": 1}, path)
    assert [endpoint["call_count"] for endpoint in await api.report()] == [len(GROUPS[case])]


async def test_methods_and_paths_are_told_apart(api: Api) -> None:
    for method, path in (("GET", "/users"), ("post", "/users"), ("GET", "/orders")):
        api.answer({"a": 1}, path, method=method)
    assert [endpoint["endpoint"] for endpoint in await api.report()] == ["GET /orders", "POST /users", "GET /users"]


OPERATIONS = {
    '{"operationName":"GetUser","query":"query GetUser { user { id } }"}': "GetUser",
    '{"query":"query GetUser($id: ID!) { user(id: $id) { id } }"}': "GetUser",
    '{"query":"# why\\n  mutation SaveUser { save { id } }"}': "SaveUser",
    '{"query":"fragment F on User { id } query WithFragment { user { ...F } }"}': "WithFragment",
    '{"query":"{ user { id } }"}': "{user}",
    '{"query":"query { me: user { id } }"}': "{user}",
    '{"operationName":"Saved","extensions":{"persistedQuery":{"version":1}}}': "Saved",
    '[{"query":"query A { a }"},{"query":"query B { b }"}]': "A, B",
}


@pytest.mark.parametrize("body", OPERATIONS)
async def test_graphql_operations_are_told_apart_by_name(api: Api, body: str) -> None:
    api.answer({"data": {}}, "/graphql", method="POST", requestBody=body)
    [endpoint] = await api.report()
    assert endpoint["endpoint"] == f"POST /graphql ({OPERATIONS[body]})"


@pytest.mark.parametrize(
    "body", [None, "text", "[]", '{"query":"red shoes"}', '{"operationName":"x"}', '{"query":7}', "[" * 9_000]
)
async def test_other_requests_are_not_taken_for_graphql(api: Api, body: str | None) -> None:
    api.answer({"a": 1}, "/search", method="POST", requestBody=body)
    assert (await api.report())[0]["endpoint"] == "POST /search"


async def test_graphql_errors_are_failures_although_their_status_is_200(api: Api) -> None:
    request = {"method": "POST", "requestBody": '{"query":"query GetUser { user { id } }"}'}
    api.answers(3, {"data": {"user": {"id": 1}}}, "/graphql", **request)
    name = api.answer(None, "/graphql", **request)
    failure = {"data": None, "errors": [{"message": "no such user"}]}
    api.parts.send(
        "network_bodies", {"id": name, "responseBody": '{"data":null,"errors":[{"message":"no such user"}]}'}
    )
    [violation] = await api.violations()
    assert (violation["type"], violation["severity"]) == ("error_spike", "warning")
    assert "error (200 with errors in its body)" in violation["description"]
    assert violation["last_error_body"] == failure
    assert (await api.report())[0]["consistency"] == "75%"


UNTRACKED = {
    "a page": {"responseBody": "<p>hi</p>", "contentType": "text/html"},
    "a text": {"responseBody": "12", "contentType": "text/plain"},
    "an empty text": {"responseBody": "", "contentType": "text/plain"},
    "a picture that nobody read": {"responseBody": None, "contentType": "image/png"},
    "an OPTIONS request": {"responseBody": "{}", "method": "OPTIONS"},
    "an aborted request": {"responseBody": None, "aborted": True},
    "an impossible status": {"responseBody": "{}", "status": 2**40},
}


@pytest.mark.parametrize("case", UNTRACKED)
async def test_what_is_no_api_is_not_tracked(api: Api, case: str) -> None:
    api.send("/thing", **UNTRACKED[case])
    assert (await api.analyze())["tracked_endpoints"] == 0


ODD_BODIES = {
    "no body": {"responseBody": None},
    "204": {"status": 204, "responseBody": ""},
    "cut": {"responseBody": '{"a":1,"b":[1,2', "truncated": True},
    "binary": {"responseBody": "[Binary: 5 bytes, type: application/json]"},
    "not modified": {"status": 304, "responseBody": ""},
}


@pytest.mark.parametrize("case", ODD_BODIES)
async def test_a_body_that_was_not_seen_whole_is_no_violation(api: Api, case: str) -> None:
    api.answers(3, {"a": 1, "b": [1], "c": 2})
    api.send("/api/users", **ODD_BODIES[case])
    assert await api.violations() == []
    [endpoint] = await api.report()
    assert (endpoint["call_count"], endpoint["consistency"]) == (4, "100%")


def long_list(item: dict[str, Any]) -> dict[str, Any]:
    """The response of a list that is longer than what is captured."""
    text = json.dumps({"page": 1, "items": [item] * 2_000, "total": 2_000})
    return {"body": text[: limits.RESPONSE_BODY_BYTES], "truncated": True}


async def test_the_beginning_of_a_long_response_is_learnt_and_compared(api: Api) -> None:
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


async def test_what_a_long_response_lacks_may_have_been_cut(api: Api) -> None:
    api.answers(3, {"page": 1, "items": [{"id": 1}], "total": 1})
    api.answers(3, **long_list({"id": 1}))
    assert await api.violations() == []
    api.answer({"page": 1, "items": [{"id": 1}]})
    [violation] = await api.violations()
    assert violation["missing_fields"] == ["total"]


async def test_json_is_recognised_under_another_content_type(api: Api) -> None:
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
    words = {f"word{number}": "text" for number in range(limits.CONTRACT_ENTRIES + 1)}
    api.answers(3, words)
    api.answer({f"other{number}": "text" for number in range(limits.CONTRACT_ENTRIES + 1)})
    assert await api.violations() == []
    assert (await api.report())[0]["established_shape"] == {":key": "string"}


async def test_filters_choose_endpoints(api: Api) -> None:
    for path in ("/api/users/1", "/api/orders", "/health"):
        api.answers(3, {"a": 1}, path)
        api.answer({}, path)

    async def found(**arguments: Any) -> list[str]:
        return [each["endpoint"] for each in await api.violations(**arguments)]

    assert await found(url_filter="/api/") == ["GET /api/orders", "GET /api/users/:id"]
    assert await found(url_filter="users/1") == ["GET /api/users/:id"]
    assert await found(ignore_endpoints=["/health", "orders"]) == ["GET /api/users/:id"]
    answer = await api.analyze(url_filter="/api/", ignore_endpoints=["orders"])
    assert (answer["tracked_endpoints"], answer["total_requests_analyzed"], answer["clean_endpoints"]) == (1, 4, 0)


async def test_clear_learns_anew(api: Api) -> None:
    api.answers(3, {"a": 1})
    api.answers(3, {"a": 1}, "/api/orders")
    answer = await api.parts.ask("validate_api", action="clear", url_filter="orders")
    assert answer == {"action": "cleared", "endpoints": 1}
    assert await api.parts.ask("validate_api", action="clear") == {"action": "cleared", "endpoints": 1}
    api.answer({"b": 1})
    assert await api.violations() == []
    assert (await api.report())[0]["established_shape"] == {"b": "number"}


async def test_the_endpoint_not_called_for_longest_makes_room(api: Api) -> None:
    for number in range(limits.CONTRACTS):
        api.answer({"a": 1}, f"/e{number}x")
    api.answer({"a": 1}, "/e0x")
    api.answer({"a": 1}, "/one-more")
    tracked = {endpoint["endpoint"] for endpoint in await api.report()}
    assert len(tracked) == limits.CONTRACTS
    assert "GET /e0x" in tracked
    assert "GET /e1x" not in tracked
    reply = await api.parts.call("validate_api", action="analyze")
    assert "1 endpoints not called for longest were forgotten" in reply.texts[1]


async def test_contracts_stay_within_their_memory(api: Api) -> None:
    """The widest shapes that are tracked, each in another form, with violations of their own."""
    for number in range(limits.CONTRACTS * 2):
        wide = {f"{'long name ' * 9}{number} {field}": 1 for field in range(limits.CONTRACT_ENTRIES)}
        api.answers(3, wide, f"/e{number}x")
        for odd in range(limits.CONTRACT_VIOLATIONS):
            api.answer(dict(list(wide.items())[odd + 1 :]), f"/e{number}x")
    assert 0 < api.parts.store.contracts.bytes <= limits.CONTRACTS_BYTES
    assert len((await api.parts.call("validate_api", action="analyze")).texts[0]) <= limits.ANSWER_CHARS


async def test_a_typical_endpoint_takes_less_than_ten_kilobytes(api: Api) -> None:
    order = {f"field_{number}": number for number in range(40)}
    api.answers(20, {"orders": [order], "total": 1, "next": "x"})
    api.answer({"orders": [{"field_1": 1}], "total": 1})
    assert api.parts.store.contracts.bytes < 10 * limits.KIB


async def test_only_shapes_are_kept(api: Api) -> None:
    api.answers(3, {"name": "Ada Lovelace", "note": 7, "api_key": 1})
    api.answer({"name": "Ada Lovelace", "note": "my card is " + "4" * 60, "api_key": "correct horse battery"})
    kept = str(api.parts.store.contracts.latest_first())
    assert "Ada" not in kept
    assert "correct horse" not in kept
    samples = {each["field"]: each["sample_value"] for each in await api.violations()}
    assert len(samples["note"]) == limits.CONTRACT_SAMPLE_CHARS
    assert "correct" not in samples["api_key"]


async def test_the_error_body_is_masked_and_cut(api: Api) -> None:
    api.answers(3, {"a": 1})
    api.answer({"password": "correct horse", "trace": "line " * 1_000}, status=500)
    kept = api.parts.store.contracts.latest_first()[0].error_body
    assert len(kept) == limits.CONTRACT_ERROR_CHARS
    assert "correct horse" not in kept
    [violation] = await api.violations()
    assert violation["last_error_body"] == kept


async def test_an_empty_answer_says_when_capture_is_off(api: Api) -> None:
    api.parts.store.extension.heard()
    api.parts.store.extension.switches = {NETWORK_BODIES: False}
    reply = await api.parts.call("validate_api", action="analyze")
    assert "“Capture Network Bodies” is off" in reply.texts[1]
    assert "switch it on" in reply.texts[1]


async def test_an_empty_answer_says_why_nothing_is_captured(api: Api) -> None:
    reply = await api.parts.call("analyze", what="api", action="report")
    assert "gasoline doctor" in reply.texts[1]


async def test_a_filter_that_matches_nothing_says_so(api: Api) -> None:
    api.answer({"a": 1})
    reply = await api.parts.call("validate_api", action="report", url_filter="nowhere")
    assert "None of the 1 tracked endpoints match" in reply.texts[1]


def timing(number: int, status: int, **more: Any) -> dict[str, Any]:
    return {"id": f"t{number}", "method": "GET", "url": "http://shop.test/a", "status": status, **more}


async def test_without_bodies_the_waterfall_tells_of_spikes(api: Api) -> None:
    api.parts.store.extension.switches = {NETWORK_BODIES: False}
    for number, status in enumerate((200, 200, 200, 500)):
        api.parts.send("network", timing(number, status, initiator="fetch"))
    api.parts.send("network", timing(9, 500, initiator="img"))
    [violation] = await api.violations()
    assert (violation["status_history"], violation["last_error_body"]) == ([200, 200, 200, 500], None)


async def test_with_bodies_the_waterfall_counts_nothing_again(api: Api) -> None:
    api.parts.store.extension.switches = {NETWORK_BODIES: True}
    api.answer({"a": 1}, "/a")
    api.parts.send("network", timing(1, 200, initiator="fetch"))
    assert (await api.report())[0]["call_count"] == 1
