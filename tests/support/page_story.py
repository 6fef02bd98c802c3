"""What a page and its user do, one thing after the other, as the extension would report it."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from parts import Parts

SITE = "http://shop.test"
BEGIN = datetime(2026, 1, 31, 12, tzinfo=UTC)


class Story:
    """Tells a server without a process what happened; `wait` lets time pass in the story."""

    def __init__(self, parts: Parts, page: str = "/cart") -> None:
        self.parts = parts
        self.page = SITE + page
        self.moment = BEGIN
        self.number = 0

    def wait(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)

    def error(self, message: str, **more: Any) -> str:
        """An uncaught exception; returns its id."""
        event = self._event(type="exception", message=message, **more)
        self.parts.send("logs", event)
        return str(event["id"])

    def again(self, name: str, count: int) -> None:
        """The same error once more, counted in its entry."""
        self.parts.send("logs", {"id": name, "_aggregatedCount": count})

    def console(self, message: str, level: str = "error", **more: Any) -> None:
        self.parts.send("logs", self._event(type="console", level=level, args=[message], **more))

    def call(
        self,
        method: str,
        path: str,
        status: int,
        *,
        recorded_by: str = "waterfall log",
        origin: str = SITE,
        **more: Any,
    ) -> None:
        """A request by fetch; `recorded_by` says which buffers get it."""
        event = self._event(method=method, status=status, pageUrl=self.page, **more) | {"url": origin + path}
        if "waterfall" in recorded_by:
            self.parts.send("network", {**event, "initiator": "fetch"})
        if "bodies" in recorded_by:
            self.parts.send("network_bodies", {**event, "type": "network_body"})
        if "log" in recorded_by and (status >= 400 or status == 0):
            self.parts.send("logs", {**event, "type": "network", "id": f"log {event['id']}"})

    def answer(self, path: str, body: Any, method: str = "GET") -> None:
        """A successful request whose response is captured."""
        self.call(
            method,
            path,
            200,
            recorded_by="waterfall bodies",
            responseBody=json.dumps(body),
            contentType="application/json",
        )

    def click(self, text: str, **more: Any) -> None:
        selectors = {"text": text, "role": {"role": "button", "name": text}, "cssPath": "body > button"}
        self.act("click", **{"selectors": selectors, "text": text, **more})

    def act(self, kind: str, **more: Any) -> None:
        self.parts.send("actions", self._event(type=kind, **more))

    def go(self, path: str) -> None:
        """The page goes elsewhere."""
        self.act("navigate", fromUrl=self.page, toUrl=SITE + path, trigger="pushState")
        self.page = SITE + path

    def performance(self, path: str, **timing: Any) -> None:
        """A reported load; `ts` says when it began, `pageUrl` where."""
        more = {name: timing.pop(name) for name in ("ts", "pageUrl") if name in timing}
        network = {"requestCount": timing.pop("requests", 1), "transferSize": timing.pop("bytes", 1)}
        tasks = {"count": timing.pop("long_tasks", 0), "totalBlockingTime": timing.pop("blocking", 0)}
        shift = timing.pop("cls", None)
        event = self._event(timing=timing, network=network, longTasks=tasks, cumulativeLayoutShift=shift, **more)
        self.parts.send("performance", {**event, "url": path})

    def socket(self, event: str, name: str = "w1", path: str = "/live", **more: Any) -> None:
        """Something happened on a WebSocket, told by a sender that keeps no states of its own."""
        url = SITE.replace("http", "ws") + path
        self.parts.send("websocket_events", {**self._event(event=event, **more), "id": name, "url": url})

    def _event(self, **fields: Any) -> dict[str, Any]:
        self.number += 1
        self.wait(0.1)
        ts = self.moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return {"id": f"e{self.number}", "ts": ts, "url": self.page, **fields}
