"""validate_api: which calls belong together, and which are not of an API."""

from pathlib import Path
from typing import Any

import pytest
from api_calls import Api
from parts import Parts


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return Api(Parts(tmp_path))


GROUPS = {
    "query parameters": ["/users?page=1", "/users?page=2", "/users#top"],
    "numbers": ["/users/1/posts/2", "/users/3/posts/44"],
    "UUIDs": ["/a/550e8400-e29b-41d4-a716-446655440000", "/a/550e8400-e29b-41d4-a716-446655440001"],
    "hexadecimal ids": ["/a/a1b2c3d4e5", "/a/ffffffff0"],
}


# API-07
@pytest.mark.parametrize("case", GROUPS)
async def test_calls_are_grouped_by_method_and_path(api: Api, case: str) -> None:
    for path in GROUPS[case]:
        api.answer({"a": 1}, path)
    assert [endpoint["call_count"] for endpoint in await api.report()] == [len(GROUPS[case])]


async def test_methods_and_paths_are_distinguished(api: Api) -> None:
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


# API-07
@pytest.mark.parametrize("body", OPERATIONS)
async def test_graphql_operations_are_distinguished_by_name(api: Api, body: str) -> None:
    api.answer({"data": {}}, "/graphql", method="POST", requestBody=body)
    [endpoint] = await api.report()
    assert endpoint["endpoint"] == f"POST /graphql ({OPERATIONS[body]})"


@pytest.mark.parametrize(
    "query",
    [
        "operationName=GetUser&query=query%20GetUser%7Buser%7Bid%7D%7D",
        "query=query+GetUser+%7Buser%7Bid%7D%7D",
        "operationName=GetUser&extensions=%7B%22persistedQuery%22%3A%7B%7D%7D",
    ],
)
async def test_graphql_operations_in_addresses_are_distinguished_by_name(api: Api, query: str) -> None:
    api.answer({"data": {}}, f"/graphql?{query}")
    [endpoint] = await api.report()
    assert endpoint["endpoint"] == "GET /graphql (GetUser)"


async def test_a_graphql_request_that_was_too_long_to_capture_keeps_its_name(api: Api) -> None:
    body = '{"operationName":"GetUser","variables":{},"query":"query GetUser { ' + "user { id } " * 20
    api.answer({"data": {}}, "/graphql", method="POST", requestBody=body)
    [endpoint] = await api.report()
    assert endpoint["endpoint"] == "POST /graphql (GetUser)"


@pytest.mark.parametrize("query", ["query=red+shoes", "operationName=x", "query="])
async def test_other_addresses_are_not_taken_for_graphql(api: Api, query: str) -> None:
    api.answer({"a": 1}, f"/search?{query}")
    assert (await api.report())[0]["endpoint"] == "GET /search"


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


UNTRACKED: dict[str, dict[str, Any]] = {
    "a page": {"responseBody": "<p>hi</p>", "contentType": "text/html"},
    "a text": {"responseBody": "12", "contentType": "text/plain"},
    "an empty text": {"responseBody": "", "contentType": "text/plain"},
    "a picture that nobody read": {"responseBody": None, "contentType": "image/png"},
    "an OPTIONS request": {"responseBody": "{}", "method": "OPTIONS"},
    "an aborted request": {"responseBody": None, "aborted": True},
    "an impossible status": {"responseBody": "{}", "status": 2**40},
}


@pytest.mark.parametrize("case", UNTRACKED)
async def test_requests_that_are_not_api_calls_are_not_tracked(api: Api, case: str) -> None:
    api.send("/thing", **UNTRACKED[case])
    assert (await api.analyze())["tracked_endpoints"] == 0


async def test_the_same_path_on_two_servers_is_two_endpoints_that_name_their_origin(api: Api) -> None:
    api.answers(3, {"a": 1}, "https://one.test/api/users")
    api.answers(3, {"b": 1}, "https://two.test/api/users")
    api.answers(3, {"c": 1}, "https://two.test/api/orders")
    api.answer({}, "https://two.test/api/users")
    [violation] = await api.violations()
    assert (violation["endpoint"], violation["origin"]) == ("GET /api/users", "https://two.test")
    assert violation["missing_fields"] == ["b"]
    origins = {(each["endpoint"], each.get("origin")) for each in await api.report()}
    assert origins == {
        ("GET /api/users", "https://one.test"),
        ("GET /api/users", "https://two.test"),
        ("GET /api/orders", None),
    }
