"""Requests, messages and actions of one page, for tests of patterns."""

from datetime import UTC, datetime, timedelta
from typing import Any

from gasoline.model.call_site import CallPlace
from gasoline.model.events import RequestTiming, WebSocketEvent

START = datetime(2026, 1, 31, 12, tzinfo=UTC)


def at(ms: float) -> str:
    return (START + timedelta(milliseconds=ms)).isoformat()


def call(path: str, start: float, duration: float = 50, method: str = "GET", **more: Any) -> RequestTiming:
    fields: dict[str, Any] = {"status": 200, "initiator": "fetch", "tab_id": 1, **more}
    return RequestTiming(url=f"http://localhost{path}", ts=at(start), duration=duration, method=method, **fields)


def message(ms: float, data: str, name: str = "a", query: str = "", **more: Any) -> WebSocketEvent:
    url = f"ws://localhost/feed{query}"
    return WebSocketEvent(id=name, url=url, event="message", direction="incoming", ts=at(ms), data=data, **more)


RACE = [call("/search?q=a", 0, 500), call("/search?q=ab", 100, 50)]


SAVE: dict[str, Any] = {"method": "POST", "called_from": [CallPlace(file="src/form.js", line=9)]}
