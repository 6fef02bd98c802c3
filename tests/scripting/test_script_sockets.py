"""generate_test: WebSockets in the mocked variant."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.scripting.socket_fixtures import MAX_TURN_MESSAGES

HOME = "http://localhost:3000"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    parts = Parts(tmp_path)
    click = {"ts": at(2), "url": f"{HOME}/", "type": "click", "selectors": {"testId": "buy"}, "tabId": 1}
    parts.send("actions", click)
    return parts


def at(seconds: float) -> str:
    return f"2026-01-31T12:00:{seconds:06.3f}Z"


def said(seconds: float, data: str, direction: str = "incoming", **more: Any) -> dict[str, Any]:
    fields = {"id": "s1", "event": "message", "url": "ws://localhost:3000/live?token=abc", "tabId": 1}
    return {**fields, "ts": at(seconds), "direction": direction, "data": data, **more}


async def made(parts: Parts, **arguments: Any) -> dict[str, Any]:
    answer: dict[str, Any] = await parts.ask("generate_test", fixtures=True, test_name="live", **arguments)
    return answer


# SCR-24
async def test_a_mocked_test_answers_a_socket_with_its_recorded_messages(parts: Parts) -> None:
    parts.send(
        "websocket_events",
        said(1, '{"type":"welcome"}'),
        said(2.1, "subscribe", "outgoing"),
        said(2.2, '{"type":"tick","price":1}'),
        said(2.3, '{"type":"cut', truncated=True),
        said(2.4, '{"type":"session","accessToken":"abcdef123456"}'),
        said(2.5, "not of this tab", tabId=2, id="s2"),
    )
    answer = await made(parts)
    assert "import { fixtures, sockets } from './fixtures/live.fixtures.js';" in answer["test_script"]
    mocked = answer["test_script"].partition("(mocked)")[2]
    assert "await page.routeWebSocket((url) => url.pathname === path, (socket) => {" in mocked
    _, _, sockets = answer["fixture_file"].partition("export const sockets = ")
    assert sockets == (
        "{\n  '/live': [\n    [\n      '{\"type\":\"welcome\"}',\n    ],\n    [\n"
        '      \'{"type":"tick","price":1}\',\n'
        '      \'{"type":"session","accessToken":"mock-token-value"}\',\n    ],\n  ],\n};\n'
    )
    warnings = " ".join(answer["warnings"])
    assert "answers WebSockets with the first recorded messages" in warnings
    assert "which are not in the fixture file" not in warnings


# SCR-24
async def test_a_socket_without_complete_messages_is_in_the_warnings(parts: Parts) -> None:
    parts.send("websocket_events", said(2.1, "[Binary: 12 bytes]"), said(2.2, "long", truncated=True))
    answer = await made(parts)
    assert "routeWebSocket" not in answer["test_script"]
    assert "The page used 1 WebSocket connections, which are not in the fixture file" in " ".join(answer["warnings"])


# SCR-24
async def test_a_busy_socket_has_a_bounded_fixture(parts: Parts) -> None:
    parts.send("websocket_events", *(said(2.1, f'{{"n":{number}}}') for number in range(MAX_TURN_MESSAGES + 5)))
    text = (await made(parts))["fixture_file"]
    assert text.count('{"n":') == MAX_TURN_MESSAGES


async def test_other_frameworks_cannot_answer_sockets(parts: Parts) -> None:
    parts.send("websocket_events", said(2.1, "tick"))
    answer = await made(parts, framework="cypress")
    assert "sockets" not in answer["fixture_file"]
    assert "which are not in the fixture file" in " ".join(answer["warnings"])
