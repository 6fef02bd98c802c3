"""The timeline as text: every line has the id that its own list takes, and says as much as that list says."""

import re
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

PAGE = "http://localhost:5173/cart"
MODES = {"e": "errors", "l": "logs", "r": "network", "a": "actions", "s": "server_logs", "b": "network_bodies"}


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"url": PAGE, "ts": f"2026-01-31T12:00:{seconds:06.3f}Z", **event}


def request(seconds: float, **event: Any) -> dict[str, Any]:
    call = {"method": "POST", "initiator": "fetch", "duration": 20.0, "pageUrl": PAGE}
    return {**at(seconds), **call, "url": "http://localhost:5173/api/orders", **event}


def a_session(parts: Parts) -> None:
    parts.send("actions", at(1, type="click", text="Buy"))
    parts.send("network", request(2, id="n1", status=422))
    parts.send("network_bodies", request(2, id="n1", status=422, responseBody='{"error":"no stock"}'))
    parts.log("careful", level="warn", **at(3))
    parts.send("logs", at(4, type="exception", message="boom"))
    line = {"level": "error", "stream": "stderr", "name": "api", "text": "no stock"}
    parts.send("server_logs", {**line, "ts": "2026-01-31T12:00:05.000Z"})


# ANS-05
async def test_every_line_has_an_id_that_gives_its_entry(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    a_session(parts)
    text = await parts.read("observe", what="timeline")
    ids = re.findall(r"^([a-z]\d+) 12:00:0", text, re.MULTILINE)
    assert [entry_id[0] for entry_id in ids] == ["a", "r", "l", "e", "s"]
    bodies = re.findall(r"bodies: (b\d+)", text)
    for entry_id in [*ids, *bodies]:
        complete = await parts.read("observe", what=MODES[entry_id[0]], id=entry_id)
        assert complete.startswith(f"{entry_id}, complete"), entry_id
    assert "no stock" in await parts.read("observe", what="network_bodies", id=bodies[0])


async def test_the_last_line_names_the_calls_that_give_an_entry_complete(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    a_session(parts)
    last = (await parts.read("observe", what="timeline")).splitlines()[-1]
    assert last.startswith("more: observe what=errors id=e")
    assert all(f"what={mode} id={letter}" in last for letter, mode in MODES.items())


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({}, "→ ? 20 ms"),
        ({"status": 0}, "→ no answer 20 ms"),
        ({"status": 0, "aborted": True}, "→ aborted 20 ms"),
        ({"status": 204}, "→ 204 20 ms"),
    ],
)
async def test_a_request_ends_as_in_the_list_of_requests(event: dict[str, Any], expected: str, tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("network", request(1, **event))
    for mode in ("timeline", "network"):
        assert expected in await parts.read("observe", what=mode), mode


async def test_an_error_that_repeated_says_how_often(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("logs", at(1, type="exception", message="boom", _aggregatedCount=20))
    assert re.search(r"^e1 .* error: boom ×20$", await parts.read("observe", what="timeline"), re.MULTILINE)


async def test_equal_messages_that_follow_each_other_are_one_line(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for second in range(1, 4):
        parts.log("careful", level="warn", **at(second))
    parts.send("actions", at(4, type="click", text="Buy"))
    parts.log("careful", level="warn", **at(5))
    text = await parts.read("observe", what="timeline")
    assert "\nl1–l3 12:00:01.000–12:00:03.000 warn: careful ×3\na4 " in text
    assert re.search(r"^l5 12:00:05.000 warn: careful$", text, re.MULTILINE)


# ANS-05
async def test_a_closed_socket_has_its_reason(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    socket = {"id": "s1", "url": "ws://localhost:5173/feed", "tabId": 7}
    closed = {"event": "close", "code": 1008, "reason": "send renew"}
    parts.send("websocket_events", {**at(1), **socket, **closed})
    parts.send("logs", at(2, type="exception", message="boom", tabId=7))
    assert 'close 1008 "send renew"' in await parts.read("observe", what="timeline")
    assert 'close 1008 "send renew"' in await parts.read("observe", what="errors")


async def test_requests_that_failed_are_counted_in_the_first_line(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for number, status in enumerate((200, 422, 0)):
        parts.send("network", request(1 + number, id=f"n{number}", status=status))
    text = await parts.read("observe", what="timeline")
    assert text.startswith("0 actions, 3 requests (2 failed), 0 errors in 2 s, oldest first")
