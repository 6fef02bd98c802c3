"""Calls of an API, one after the other, as the extension would report them."""

from typing import Any

import msgspec
from parts import Parts


class Api:
    """Sends exchanges to a server without a process; each call is a second later than the one before."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.calls = 0

    def answer(self, body: Any, path: str = "/api/users", **more: Any) -> str:
        """One call with this response, as JSON unless it is text; returns the id of the exchange."""
        text = body if isinstance(body, str) or body is None else msgspec.json.encode(body).decode()
        exchange = {"responseBody": text, "contentType": "application/json", **more}
        return self.send(path, **exchange)

    def answers(self, times: int, body: Any, path: str = "/api/users", **more: Any) -> None:
        for _ in range(times):
            self.answer(body, path, **more)

    def send(self, path: str, **fields: Any) -> str:
        self.calls += 1
        name = f"call{self.calls}"
        exchange = {
            "id": name,
            "ts": f"2026-01-31T12:{self.calls // 60:02}:{self.calls % 60:02}.000Z",
            "type": "network_body",
            "method": "GET",
            "url": path if "://" in path else f"http://shop.test{path}",
            "status": 200,
            **fields,
        }
        received = self.parts.send("network_bodies", exchange)
        assert received.received == 1, received
        return name

    async def analyze(self, **arguments: Any) -> Any:
        return await self.parts.ask("validate_api", action="analyze", **arguments)

    async def violations(self, **arguments: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.analyze(**arguments))["violations"]
        return found

    async def report(self, **arguments: Any) -> list[dict[str, Any]]:
        answer = await self.parts.ask("validate_api", action="report", **arguments)
        assert answer["action"] == "report"
        endpoints: list[dict[str, Any]] = answer["endpoints"]
        return endpoints
