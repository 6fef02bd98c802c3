"""Requests that differ only in their query: awaited, checked and mocked one by one."""

import re
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

HOME = "http://localhost:3000"
PAGE = f"{HOME}/shop"


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"url": PAGE, "ts": f"2026-01-31T12:00:{seconds:06.3f}Z", **event}


def got(seconds: float, path: str, body: str = '{"items":[]}') -> dict[str, Any]:
    answer = {"method": "GET", "status": 200, "contentType": "application/json", "responseBody": body}
    return {**at(seconds, id=f"r{seconds}"), **answer, "url": HOME + path}


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    """A list was opened, turned to its second page, and searched letter by letter."""
    parts = Parts(tmp_path)
    parts.send(
        "actions",
        at(0, type="navigate", trigger="load", toUrl=PAGE),
        at(3, type="click", selectors={"testId": "next"}),
        at(6, type="input", selectors={"testId": "search"}, value="red"),
    )
    parts.send(
        "network_bodies",
        got(0.2, "/api/items?page=1&_=1769860800123"),
        got(3.1, "/api/items?page=2&_=1769860803123", '{"items":[2]}'),
        got(6.1, "/api/search?q=r"),
        got(6.2, "/api/search?q=re%20d", '{"first":1}'),
        got(6.3, "/api/search?q=red", '{"last":1}'),
    )
    return parts


TWO_CLICKS = [at(second, type="click", selectors={"testId": f"at {second}"}) for second in (1, 3)]


async def made(parts: Parts, **params: Any) -> str:
    text: str = (await parts.ask("generate_test", **params))["test_script"]
    return text


# SCR-20
async def test_a_response_is_awaited_by_the_parameters_that_differ(parts: Parts) -> None:
    text = await made(parts)
    for number in ("1", "2"):
        assert f"searchParams.getAll('page').includes('{number}'));" in text
    assert "1769860800123" not in text


# SCR-20
async def test_a_value_entered_at_once_awaits_only_the_last_of_its_requests(parts: Parts) -> None:
    text = await made(parts)
    assert "searchParams.getAll('q').includes('red'));" in text
    assert "includes('r')" not in text
    assert "last: expect.any(Number)" in text


async def test_a_parameter_that_never_differs_is_not_compared(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send(
        "actions", at(1, type="click", selectors={"testId": "a"}), at(3, type="click", selectors={"testId": "b"})
    )
    parts.send("network_bodies", got(1.1, "/api/x?lang=en"), got(3.1, "/api/x?lang=en"))
    assert "searchParams" not in await made(parts)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("t=1769860800123", "t=1769860803123"),
        ("r=0.8271635142", "r=0.1829371928"),
        ("at=2026-01-31T12:00:00Z", "at=2026-01-31T12:00:02Z"),
        ("id=3f2504e0-4f89-11d3-9a0c-0305e82c3301", "id=3f2504e0-4f89-11d3-9a0c-0305e82c3302"),
        ("token=abc", "token=abd"),
    ],
)
async def test_a_parameter_of_one_run_is_not_compared(tmp_path: Path, first: str, second: str) -> None:
    parts = Parts(tmp_path)
    parts.send(
        "actions", at(1, type="click", selectors={"testId": "a"}), at(3, type="click", selectors={"testId": "b"})
    )
    parts.send("network_bodies", got(1.1, f"/api/x?{first}"), got(3.1, f"/api/x?{second}"))
    assert "searchParams" not in await made(parts)


# SCR-20
async def test_cypress_intercepts_by_the_query_as_it_was_sent(parts: Parts) -> None:
    text = await made(parts, framework="cypress")
    (found,) = re.findall(r"cy\.intercept\('GET', new RegExp\('([^']*search[^']*)'\)\)", text)
    pattern = re.compile(found.replace("\\\\", "\\"))
    assert pattern.search(f"{HOME}/api/search?a=1&q=red")
    assert not pattern.search(f"{HOME}/api/search?q=redder")
    assert not pattern.search(f"{HOME}/api/search?q=re#q=red")


# SCR-20
async def test_fixtures_keep_the_answer_to_each_query_and_the_last_for_all_others(parts: Parts) -> None:
    text = (await parts.ask("generate_test", fixtures=True))["fixture_file"]
    keys = re.findall(r"^  '(GET [^']*)': \{$", text, re.MULTILINE)
    assert keys == [
        "GET /api/items?page=1",
        "GET /api/search?q=r",
        "GET /api/search?q=re%20d",
        "GET /api/items",
        "GET /api/search",
    ]
    assert "last: 1" in text.partition("'GET /api/search': {")[2]
