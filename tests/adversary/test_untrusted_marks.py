"""What another page may have made up says so wherever it is shown."""

import json
from pathlib import Path
from typing import Any

import pytest
from parts import NOW, Parts

PAGE = "http://localhost:5173/shop"
AT = {"ts": NOW, "url": PAGE, "tabId": 17}
DIALOG = {**AT, "type": "dialog", "dialog": "alert", "accepted": True}
CLICK = {**AT, "ts": "2026-01-31T11:59:59.000Z", "type": "click", "selectors": {"id": "pay"}, "text": "Pay"}
REQUEST = {**AT, "id": "r1", "url": "http://localhost:5173/api", "method": "GET", "status": 500, "pageUrl": PAGE}
SOCKET = {**AT, "url": "ws://localhost/live"}
EVENTS: dict[str, list[dict[str, Any]]] = {
    "logs": [
        {**AT, "type": "exception", "message": "made up", "errorType": "TypeError"},
        {**AT, "type": "console", "level": "warn", "args": ["made up"]},
    ],
    "network": [{**REQUEST, "initiator": "fetch", "duration": 5}],
    "network_bodies": [{**REQUEST, "type": "network_body", "responseBody": "{}"}],
    "websocket_events": [
        {**SOCKET, "id": "derived", "event": "open"},
        {**SOCKET, "id": "derived", "event": "message", "direction": "incoming", "data": '{"a":1}'},
    ],
    "websocket_status": [
        {**SOCKET, "id": "open", "state": "open", "openedAt": NOW},
        {**SOCKET, "id": "closed", "state": "closed", "openedAt": NOW, "closedAt": NOW},
    ],
    "actions": [DIALOG],
}
LISTS = {
    "errors": 1, "logs": 2, "network": 1, "network_bodies": 1, "websocket_events": 2, "websocket_status": 3,
    "actions": 1, "timeline": 6,
}  # fmt: skip
MARK = " · untrusted frame"


@pytest.fixture
async def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def capture(parts: Parts, *, is_untrusted: bool) -> Parts:
    for stream, events in EVENTS.items():
        received = parts.send(stream, *events, **({"untrustedFrame": True} if is_untrusted else {}))
        assert received.rejected == 0, received.errors
    return parts


# PAGE-08
@pytest.mark.parametrize("mode", LISTS)
async def test_a_text_answer_marks_each_of_its_entries(parts: Parts, mode: str) -> None:
    text = await capture(parts, is_untrusted=True).read("observe", what=mode)
    assert text.count(MARK) == LISTS[mode], text


@pytest.mark.parametrize("mode", LISTS)
async def test_what_is_trusted_has_no_mark(parts: Parts, mode: str) -> None:
    assert MARK not in await capture(parts, is_untrusted=False).read("observe", what=mode)


async def test_an_entry_that_is_trusted_is_not_folded_into_one_that_is_not(parts: Parts) -> None:
    message = {**SOCKET, "id": "s", "event": "message", "direction": "incoming", "data": '{"a":1}'}
    for event in ({"untrustedFrame": True}, {}):
        parts.send("websocket_events", message, **event)
        parts.send("logs", {**AT, "type": "console", "level": "log", "args": ["same"]}, **event)
    for mode in ("websocket_events", "logs"):
        marked = [MARK in line for line in (await parts.read("observe", what=mode)).splitlines() if NOW[11:19] in line]
        assert sorted(marked) == [False, True]


async def test_the_json_of_sockets_and_timeline_has_the_mark(parts: Parts) -> None:
    capture(parts, is_untrusted=True)
    status = await parts.ask("get_websocket_status")
    timeline = (await parts.ask("get_session_timeline"))["timeline"]
    shown = [*status["connections"], *status["closed"], *timeline]
    assert len(shown) == LISTS["websocket_status"] + LISTS["timeline"]
    assert all(entry["_untrustedFrame"] is True for entry in shown)


async def test_scripts_reports_and_archives_say_so(parts: Parts) -> None:
    parts.send("actions", CLICK)
    capture(parts, is_untrusted=True)
    for what in ("reproduction", "test"):
        assert "// Note: Parts of this script are about entries of an untrusted frame" in await parts.read(
            "generate", what=what
        )
    assert MARK in await parts.read("generate", what="report")
    (entry,) = (await parts.ask("export_har"))["log"]["entries"]
    assert "untrusted frame" in entry["comment"]


async def test_scripts_of_what_is_trusted_do_not(parts: Parts) -> None:
    parts.send("actions", CLICK)
    capture(parts, is_untrusted=False)
    assert "untrusted" not in await parts.read("generate", what="test")
    assert "untrusted" not in json.dumps(await parts.ask("export_har"))


async def test_a_reproduction_is_about_an_error_that_no_other_page_can_have_made_up(parts: Parts) -> None:
    parts.send("actions", CLICK)
    parts.send("logs", {**AT, "type": "console", "level": "error", "args": ["genuine"]})
    parts.send("logs", {**AT, "type": "exception", "message": "made up later"}, untrustedFrame=True)
    answer = await parts.ask("get_reproduction_script")
    assert answer["error_context"]["message"] == "genuine"
    assert not any("untrusted" in warning for warning in answer["warnings"])


BEFORE = "2026-01-31T11:59:59.990Z"
ERROR = {**AT, "type": "exception", "message": "reply is undefined", "errorType": "TypeError"}
SOURCES_OF_CAUSES: dict[str, dict[str, Any]] = {
    "logs": {**REQUEST, "ts": BEFORE, "type": "network", "response": "made up"},
    "network": {**REQUEST, "ts": BEFORE, "initiator": "fetch", "duration": 1},
    "network_bodies": {**REQUEST, "ts": BEFORE, "type": "network_body", "responseBody": '{"reply":null}'},
    "websocket_events": {
        **{**SOCKET, "ts": BEFORE, "id": "s", "event": "message"},
        **{"direction": "incoming", "data": "made up"},
    },
}
JOINED = {"_failedRequest", "_requestsBefore", "_messagesBefore"}


# PAGE-08
@pytest.mark.parametrize("is_untrusted", [True, False])
async def test_what_another_page_made_up_explains_no_error_of_the_page(parts: Parts, is_untrusted: bool) -> None:
    for stream, event in SOURCES_OF_CAUSES.items():
        parts.send(stream, event, **({"untrustedFrame": True} if is_untrusted else {}))
    parts.send("logs", ERROR)
    errors = await parts.ask("get_browser_errors")
    found = next(error for error in errors if error["message"] == "reply is undefined")
    assert JOINED & set(found) == (set() if is_untrusted else JOINED)


# PAGE-08
async def test_a_notification_of_what_may_be_made_up_says_so(parts: Parts) -> None:
    parts.send("logs", ERROR, untrustedFrame=True)
    [numbered] = parts.store.notices.newest_first()
    assert numbered.notice.message.endswith(" (untrusted frame)")
