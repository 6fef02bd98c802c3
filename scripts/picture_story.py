"""What the pictures are about: some minutes of work on the demo shop, as the extension would have sent them, up to the
purchase that fails in a real browser."""

import json
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from gasoline.kernel.time import iso_time

MINUTE_S = 60
STARTED_S = 7 * MINUTE_S  # before now
SOCKET = "live-1"
TICKS = 24
TAB = 7
MADE_UP_SESSION = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEiLCJyb2xlIjoiYWRtaW4ifQ"


FILES = (("style.css", "link"), ("app.js", "script"), ("art.svg", "img"))
LOADS = 9
LOAD_EVERY_S = 40
BEANS = {"id": "morning-blend", "name": "Morning Blend", "priceCents": 1450}
MUG = {"id": "stoneware-mug", "name": "Stoneware Mug", "priceCents": 1800}
REFUSED = {"error": {"code": "coupon_expired", "message": "The coupon SPRING24 ended in May 2024."}}


class Call(NamedTuple):
    """A request of the page, so long after the beginning."""

    second: float
    method: str
    path: str
    status: int
    duration: float
    sent: Any
    received: Any


def _calls() -> Iterator[Call]:
    for load in range(LOADS):
        mug = MUG if load < LOADS - 1 else {**MUG, "priceCents": None}
        yield Call(load * LOAD_EVERY_S + 0.3, "GET", "/api/products", 200, 18 + load, None, [BEANS, mug])
    for number, second in enumerate((62, 131, 205)):
        order = {"items": [{"id": "morning-blend", "quantity": number + 1}], "coupon": None}
        receipt = {"total": 1450 * (number + 1), "items": number + 1, "coupon": None}
        yield Call(second, "POST", "/api/orders", 201, 41, order, {"id": f"SM-100{number}", "receipt": receipt})
    yield Call(258, "POST", "/api/coupons", 422, 19, {"coupon": "SPRING24"}, REFUSED)
    token = f"{MADE_UP_SESSION}.{'c2lnbmVk' * 4}"
    yield Call(211, "GET", f"/api/receipts/SM-1002?access_token={token}", 200, 16, None, {"id": "SM-1002"})
    session = {"user": "ada@example.org", "password": "morning-coffee-first"}
    yield Call(12, "POST", "/api/session", 200, 88, session, {"user": {"name": "Ada", "role": "admin"}})


class Story:
    """Events of one tab of the shop, at times before now."""

    def __init__(self, page: str, api_host: str) -> None:
        self.page = page
        self.origin = page.rstrip("/")
        self.socket_url = f"ws://{api_host}/live"
        self._now_s = time.time()

    def batches(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each endpoint's path and what is sent to it."""
        calls = sorted(self._calls(), key=lambda call: call["ts"])
        yield "/performance-snapshot", {"snapshots": list(self._loads())}
        yield "/network-waterfall", {"requests": [*self._files(), *map(self._timing, calls)]}
        yield "/network-bodies", {"bodies": [self._body(call) for call in calls]}
        yield "/websocket-events", {"events": list(self._messages())}
        yield "/websocket-status", {"connections": [self._connection()]}
        yield "/enhanced-actions", {"actions": list(self._actions())}
        yield "/logs", {"entries": list(self._console())}

    def _at(self, seconds: float, **event: Any) -> dict[str, Any]:
        """So long after the beginning."""
        return {"ts": iso_time(self._now_s - STARTED_S + seconds), "url": self.page, "tabId": TAB, **event}

    def fixed_calls(self) -> dict[str, Any]:
        """The coupon again, after the fix."""
        call = Call(STARTED_S - 1, "POST", "/api/coupons", 200, 21, {"coupon": "SPRING24"}, {"percent": 10})
        return {"requests": [self._timing(self._exchange(call))]}

    def _loads(self) -> Iterator[dict[str, Any]]:
        """The page got slower when a large script was added."""
        usual = (412, 398, 405, 431, 402, 396, 418, 409)
        for number, load in enumerate((*usual, 1312)):
            is_slow = load > 2 * usual[0]
            files = [{"url": f"{self.origin}/app.js", "type": "script", "duration": 38, "size": 61_000}]
            if is_slow:
                files.append({"url": f"{self.origin}/charts.js", "type": "script", "duration": 720, "size": 540_000})
            size = 61_000 + 540_000 * is_slow
            timing = {
                "domContentLoaded": load - 120,
                "load": load,
                "firstContentfulPaint": 1240 if is_slow else 180 + number * 3,
                "largestContentfulPaint": 2710 if is_slow else 260 + number * 4,
                "timeToFirstByte": 22 + number,
                "interactionToNextPaint": 64,
            }
            network = {"requestCount": 4 + is_slow, "transferSize": size, "decodedSize": size, "slowestRequests": files}
            tasks = {"count": 3, "totalBlockingTime": 410.0, "longest": 280.0} if is_slow else {}
            yield self._at(
                number * LOAD_EVERY_S,
                id=f"load-{number}",
                pageUrl=f"{self.origin}/reports",
                timing=timing,
                network=network,
                resources=files,
                longTasks=tasks,
                cumulativeLayoutShift=0.02,
                **({"attribution": {"longTaskScript": f"{self.origin}/charts.js"}} if is_slow else {}),
            ) | {"url": "/reports"}

    def _files(self) -> Iterator[dict[str, Any]]:
        for load in range(LOADS):
            for number, (name, initiator) in enumerate(FILES):
                facts = {"status": 200, "transferSize": 4_200 + 900 * number, "duration": 12 + 7 * number}
                file = self._at(load * LOAD_EVERY_S + 0.05 * number, id=f"f{load}-{number}", **facts)
                yield {**file, "initiator": initiator, "url": f"{self.origin}/{name}"}

    def _calls(self) -> Iterator[dict[str, Any]]:
        """Products with each load, three orders, a coupon that is refused; at the end a field became null."""
        return map(self._exchange, _calls())

    def _exchange(self, call: Call) -> dict[str, Any]:
        exchange = {"method": call.method, "status": call.status, "duration": call.duration, "pageUrl": self.page}
        sent = json.dumps(call.sent) if call.sent else None
        bodies = {"requestBody": sent, "responseBody": json.dumps(call.received)}
        name = f"call-{call.method}-{call.second}".replace(".", "-")
        return self._at(call.second, id=name, **exchange, **bodies) | {"url": self.origin + call.path}

    def _timing(self, call: dict[str, Any]) -> dict[str, Any]:
        received = len(call["responseBody"])
        phases = {"dns": 0.0, "connect": 0.4, "wait": call["duration"] - 2, "receive": 1.6}
        shown = {name: call[name] for name in call if name not in ("requestBody", "responseBody")}
        place = {"file": "src/api.ts", "line": 14, "function": "send"}
        return {**shown, "initiator": "fetch", "transferSize": received, "phases": phases, "calledFrom": [place]}

    def _body(self, call: dict[str, Any]) -> dict[str, Any]:
        headers = {"content-type": "application/json"}
        return {**call, "contentType": "application/json", "requestHeaders": headers, "responseHeaders": headers}

    def _messages(self) -> Iterator[dict[str, Any]]:
        yield self._at(5, id=SOCKET, event="open") | {"url": self.socket_url}
        hello = json.dumps({"type": "subscribe", "topics": ["stock"]})
        sent = {"direction": "outgoing", "data": hello, "size": len(hello)}
        yield self._at(5.2, id=SOCKET, event="message", **sent) | {"url": self.socket_url}
        for number in range(TICKS):
            left = json.dumps({"type": "stock", "product": "morning-blend", "left": 20 - number // 2})
            tick = {"direction": "incoming", "data": left, "size": len(left)}
            yield self._at(9 + number * 16, id=SOCKET, event="message", **tick) | {"url": self.socket_url}

    def _connection(self) -> dict[str, Any]:
        opened = self._at(5)["ts"]
        last = self._at(9 + (TICKS - 1) * 16)["ts"]
        return self._at(5, id=SOCKET, state="open", openedAt=opened) | {
            "url": self.socket_url,
            "incoming": {"total": TICKS, "bytes": TICKS * 58, "at": last, "preview": '{"type":"stock","left":9}'},
            "outgoing": {"total": 1, "bytes": 41, "at": opened, "preview": '{"type":"subscribe"}'},
            "keys": ["type", "product", "left"],
            "jsonMessages": TICKS + 1,
        }

    def _actions(self) -> Iterator[dict[str, Any]]:
        yield self._at(2, id="a1", type="navigate", toUrl=self.page, trigger="load")
        clicks = ((58, "Add Morning Blend to the cart"), (61, "Buy"), (127, "Add House Espresso to the cart"))
        for number, (second, words) in enumerate((*clicks, (130, "Buy"), (201, "Add Stoneware Mug"), (204, "Buy"))):
            selectors = {"text": words, "role": {"role": "button", "name": words}, "cssPath": "main > button"}
            yield self._at(second, id=f"click-{number}", type="click", text=words, selectors=selectors)
        yield self._at(256, id="typed", type="input", inputType="text", value="SPRING24", selectors={"id": "coupon"})

    def _console(self) -> Iterator[dict[str, Any]]:
        for load in range(LOADS):
            yield self._said(load * LOAD_EVERY_S + 0.5, "info", "Catalog loaded: 6 products")
        yield self._said(88, "log", "cart", {"items": 1, "total": 1450})
        yield self._said(190, "warn", "The stock of Pour-over Dripper is low: 2 left")
        yield self._said(300, "warn", "Image art.svg has no fixed size; the layout may shift")
        failed = {"type": "network", "method": "POST", "status": 422, "statusText": "Unprocessable Content"}
        yield self._at(258.1, id="refused", duration=19.0, pageUrl=self.page, **failed) | {
            "url": f"{self.origin}/api/coupons",
            "response": '{"error": {"code": "coupon_expired"}}',
        }

    def _said(self, second: float, level: str, *args: Any) -> dict[str, Any]:
        place = {"file": "src/catalog.ts", "line": 31, "function": "showProducts"}
        return self._at(second, id=f"said-{second}", type="console", level=level, args=list(args), calledFrom=[place])
