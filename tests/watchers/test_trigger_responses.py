"""Failed responses are significant: each trigger fires on the real thing and stays silent on its near miss."""

from pathlib import Path

import pytest
from parts import Parts
from significant_events import API, messages, notices, respond

from gasoline.watchers.triggers.await_body import NOTICES_AWAITING_BODY, RESPONSE_PREVIEW_WAIT_S


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def test_a_server_error_is_reported_once_whichever_stream_reports_it(parts: Parts) -> None:
    url = f"{API}/users?page=2"
    parts.send("logs", {"type": "network", "method": "POST", "url": url, "status": 500, "response": '{"error":"db"}'})
    parts.send("network", {"id": "r1", "method": "POST", "url": url, "status": 500, "initiator": "fetch"})
    parts.send("network_bodies", {"id": "r1", "method": "POST", "url": url, "status": 500})
    assert messages(parts) == ["Server error: POST /api/users → 500"]
    (notice,) = notices(parts)
    assert notice.context == {
        "method": "POST",
        "url": "/api/users",
        "status": 500,
        "response_preview": '{"error":"db"}',
    }


def test_a_notice_of_a_server_error_has_the_body_that_follows_and_the_status_before(parts: Parts) -> None:
    url = f"{API}/users"
    respond(parts, 200, method="POST")
    respond(parts, 500, method="POST", id="r1")
    failed = {"id": "e1", "type": "network", "method": "POST", "url": url, "status": 500}
    parts.send("logs", failed)
    assert notices(parts) == []
    parts.send("logs", {"id": "e1", "response": '{"error":"db"}'})
    assert [notice.context for notice in notices(parts)] == [
        {
            "method": "POST",
            "url": "/api/users",
            "status": 500,
            "previous_status": 200,
            "response_preview": '{"error":"db"}',
        }
    ]
    parts.clock.pass_by(60)
    assert len(notices(parts)) == 1


def test_a_late_duplicate_report_sends_no_notification(parts: Parts) -> None:
    heard: list[str] = []
    parts.store.notices.listen(lambda numbered: heard.append(numbered.notice.message))
    parts.send("logs", {"id": "e1", "type": "network", "method": "GET", "url": f"{API}/users", "status": 503})
    parts.send("logs", {"id": "e1", "response": "busy"})
    respond(parts, 503, id="r1")
    parts.clock.pass_by(60)
    assert heard == ["Server error: GET /api/users → 503"]


def test_the_same_failure_of_another_request_is_sent_to_a_later_reader(parts: Parts) -> None:
    heard: list[str] = []
    failed = {"type": "network", "method": "GET", "url": f"{API}/users", "status": 503, "response": "busy"}
    parts.send("logs", failed)
    parts.store.notices.listen(lambda numbered: heard.append(numbered.notice.message))
    parts.send("logs", failed)
    assert heard == ["Server error: GET /api/users → 503"]


def test_a_notice_does_not_wait_long_for_a_body(parts: Parts) -> None:
    respond(parts, 500)
    assert notices(parts) == []
    parts.clock.pass_by(RESPONSE_PREVIEW_WAIT_S)
    assert [notice.context for notice in notices(parts)] == [{"method": "GET", "url": "/api/users", "status": 500}]


def test_a_notice_of_a_refusal_has_the_body_that_follows(parts: Parts) -> None:
    respond(parts, 200)
    parts.send("logs", {"id": "e1", "type": "network", "method": "GET", "url": f"{API}/users", "status": 403})
    parts.send("logs", {"id": "e1", "response": "no entry"})
    (notice,) = notices(parts)
    assert (notice.context["previous_status"], notice.context["response_preview"]) == (200, "no entry")


def test_many_notices_do_not_wait_for_bodies_at_once(parts: Parts) -> None:
    for number in range(NOTICES_AWAITING_BODY + 1):
        respond(parts, 500, f"/users/{number}")
    assert messages(parts) == ["Server error: GET /api/users/0 → 500"]


def test_the_same_failure_of_two_hosts_is_two(parts: Parts) -> None:
    respond(parts, 500)
    respond(parts, 500, url="http://other.test/api/users")
    parts.clock.pass_by(RESPONSE_PREVIEW_WAIT_S)
    assert messages(parts) == ["Server error: GET /api/users → 500"] * 2


@pytest.mark.parametrize("status", [0, 200, 304, 404, 499])
def test_other_statuses_are_not_server_errors(parts: Parts, status: int) -> None:
    respond(parts, status)
    assert notices(parts) == []


def test_a_refusal_after_a_success_is_reported_with_both(parts: Parts) -> None:
    respond(parts, 200, "/users/17")
    respond(parts, 403, "/users/18")
    respond(parts, 403, "/users/18")
    parts.clock.pass_by(RESPONSE_PREVIEW_WAIT_S)
    assert messages(parts) == ["Auth/access issue: GET /api/users/18 → 403 (was 200)"]
    assert notices(parts)[0].context["previous_status"] == 200


@pytest.mark.parametrize("between", [304, 500])
def test_a_refusal_is_reported_even_if_something_else_came_between(parts: Parts, between: int) -> None:
    for status in (200, between, 403):
        respond(parts, status)
    parts.clock.pass_by(RESPONSE_PREVIEW_WAIT_S)
    assert any(message.startswith("Auth/access issue: GET") for message in messages(parts))


def test_a_late_report_of_a_refusal_before_the_success_is_ignored(parts: Parts) -> None:
    asked = {"method": "GET", "url": "http://shop.test/api/me"}
    refused = {**asked, "status": 401, "ts": "2026-01-31T12:00:01.000Z"}
    parts.send("network", {**refused, "id": "r1", "initiator": "fetch"})
    parts.send("network", {**asked, "id": "r2", "initiator": "fetch", "status": 200, "ts": "2026-01-31T12:00:02.000Z"})
    parts.send("network_bodies", {**refused, "id": "r1"})
    assert messages(parts) == []


@pytest.mark.parametrize(
    ("method", "path", "host"),
    [("POST", "/users", ""), ("GET", "/posts", ""), ("GET", "/users", "http://other:1/api")],
)
def test_another_endpoints_refusal_is_none(parts: Parts, method: str, path: str, host: str) -> None:
    respond(parts, 200)
    more = {"url": host + path} if host else {}
    respond(parts, 403, path, method, **more)
    assert notices(parts) == []


def test_an_update_of_an_old_refusal_is_not_a_new_one(parts: Parts) -> None:
    body = {"id": "b1", "method": "GET", "url": f"{API}/users", "status": 403}
    parts.send("network_bodies", body)
    respond(parts, 200)
    parts.send("network_bodies", {**body, "responseBody": "no"})
    assert notices(parts) == []
