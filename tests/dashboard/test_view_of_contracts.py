"""The dashboard's view of API contracts."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.dashboard.view import Query
from gasoline.dashboard.views import contracts
from gasoline.model.tool_error import ToolError


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def respond(parts: Parts, path: str, body: str, status: int = 200, origin: str = "http://localhost:3000") -> None:
    parts.send(
        "network_bodies",
        {
            "type": "network_body",
            "method": "GET",
            "url": origin + path,
            "status": status,
            "contentType": "application/json",
            "responseBody": body,
        },
    )


async def view(parts: Parts, wanted: str = "") -> Any:
    return await contracts.read(parts.dispatcher.context(parts.client), Query(wanted))


async def test_without_calls_it_says_why_there_are_no_endpoints(parts: Parts) -> None:
    shown = await view(parts)
    assert shown["endpoints"] == []
    assert "gasoline doctor" in shown["note"]


async def test_an_endpoint_shows_its_history_and_its_violations_and_comes_before_clean_ones(parts: Parts) -> None:
    for _ in range(3):
        respond(parts, "/api/user", '{"id": 1, "name": "Ann"}')
    respond(parts, "/api/user", '{"id": 2}')
    respond(parts, "/api/ok", '{"fine": true}')
    shown = await view(parts)
    assert [endpoint["endpoint"] for endpoint in shown["endpoints"]] == ["GET /api/user", "GET /api/ok"]
    worst = shown["endpoints"][0]
    assert worst["history"] == [200, 200, 200, 200]
    assert worst["consistency"] == "75%"
    assert (worst["violations"], worst["severity"]) == (1, "warning")
    assert [(endpoint["violations"], endpoint["call_count"]) for endpoint in shown["endpoints"]] == [(1, 4), (0, 1)]
    assert [endpoint["established"] for endpoint in shown["endpoints"]] == [True, False]


async def test_one_endpoint_has_its_shape_and_what_departed_from_it(parts: Parts) -> None:
    for _ in range(3):
        respond(parts, "/api/user", '{"id": 1, "name": "Ann"}')
    respond(parts, "/api/user", '{"id": 2}')
    shown = await view(parts, "http://localhost:3000 GET /api/user")
    assert shown["established_shape"] == {"id": "number", "name": "string"}
    assert [(each["type"], each["severity"], each["missing_fields"]) for each in shown["violations"]] == [
        ("shape_change", "warning", ["name"])
    ]


async def test_an_endpoint_that_is_gone_is_an_error_that_says_so(parts: Parts) -> None:
    with pytest.raises(ToolError, match="evicted"):
        await view(parts, "http://localhost:3000 GET /nowhere")


async def test_the_same_endpoint_of_two_servers_is_two(parts: Parts) -> None:
    respond(parts, "/api/user", '{"id": 1}')
    respond(parts, "/api/user", '{"id": 1}', origin="http://localhost:4000")
    ids = [endpoint["id"] for endpoint in (await view(parts))["endpoints"]]
    assert ids == ["http://localhost:4000 GET /api/user", "http://localhost:3000 GET /api/user"]
    assert (await view(parts, ids[0]))["url"] == "http://localhost:4000/api/user"


async def test_it_shows_the_same_violations_as_the_assistant_gets(parts: Parts) -> None:
    for status in (200, 200, 200, 500, 500):
        respond(parts, "/api/user", '{"id": 1}' if status == 200 else "{}", status)
    told = await parts.ask("validate_api", action="analyze")
    assert (await view(parts, "http://localhost:3000 GET /api/user"))["violations"] == told["violations"]


async def test_an_endpoint_that_has_only_failed_has_established_nothing(parts: Parts) -> None:
    for _ in range(5):
        respond(parts, "/api/orders", '{"error": "down"}', status=500)
    [endpoint] = (await view(parts))["endpoints"]
    assert endpoint["established"] is False
