"""get_session_timeline: actions, requests and errors in one line of time."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.model import limits

PAGE = "http://localhost:3000/shop"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    parts = Parts(tmp_path)
    parts.send("actions", at(1, type="click", selectors={"id": "a"}), at(3, type="click", selectors={"id": "b"}))
    body = {"method": "POST", "status": 201, "responseBody": '{"id": 7, "tags": ["x"]}', "requestBody": '{"n": 1}'}
    parts.send("network_bodies", at(2, **body) | {"url": "http://localhost:3000/api", "pageUrl": PAGE})
    parts.log("chatter", **at(2.1))
    parts.log("careful", level="warn", **at(2.2))
    parts.send("logs", at(4, type="exception", message="boom"))
    return parts


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"url": PAGE, "ts": f"2026-01-31T12:00:{seconds:06.3f}Z", **event}


async def test_everything_is_in_one_order(parts: Parts) -> None:
    answer = await parts.ask("get_session_timeline")
    assert [entry["kind"] for entry in answer["timeline"]] == ["action", "network", "console", "action", "console"]
    assert answer["summary"] == {"actions": 2, "network_requests": 1, "console_errors": 1, "duration_ms": 3000}


async def test_bodies_are_shapes(parts: Parts) -> None:
    (request,) = (await parts.ask("get_session_timeline", include=["network"]))["timeline"]
    assert request["responseShape"] == {"id": "number", "tags": ["string"]}
    assert request["requestShape"] == {"n": "number"}
    assert "responseBody" not in request


async def test_shapes_keep_their_types_behind_the_names_of_secrets(parts: Parts) -> None:
    body = {"method": "POST", "status": 200, "responseBody": '{"accessToken": "x1Y2z3W4", "secret": true, "otp": 7}'}
    parts.send("network_bodies", at(5, **body) | {"url": "http://localhost:3000/login", "pageUrl": PAGE})
    request = (await parts.ask("get_session_timeline", include=["network"]))["timeline"][-1]
    assert request["responseShape"] == {"accessToken": "string", "secret": "boolean", "otp": "number"}


async def test_last_n_actions_begins_with_that_action(parts: Parts) -> None:
    timeline = (await parts.ask("get_session_timeline", last_n_actions=1))["timeline"]
    assert [entry["kind"] for entry in timeline] == ["action", "console"]


async def test_url_filter_leaves_other_pages_out(parts: Parts) -> None:
    assert (await parts.ask("get_session_timeline", url_filter="/elsewhere"))["timeline"] == []


async def test_the_newest_entries_are_kept(parts: Parts) -> None:
    parts.send("logs", *(at(10 + n / 100, type="exception", message=f"e{n}") for n in range(300)))
    timeline = (await parts.ask("get_session_timeline"))["timeline"]
    assert len(timeline) == limits.TIMELINE_ENTRIES
    assert timeline[-1]["message"] == "e299"
