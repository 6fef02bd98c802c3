"""A captured session with something in every stream, and servers that show it again from a capsule."""

import base64
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from parts import NOW, REGISTRY, Parts

from gasoline.capsule.load import OpenedCapsule, load_capsule
from gasoline.capsule.save import Saved, save_capsule
from gasoline.capsule.window import Window
from gasoline.ingest.error_screenshots import ErrorScreenshotIntake
from gasoline.kernel.secrets.redaction import redact_json
from gasoline.model.events import parse_time
from gasoline.model.wire import HelloMessage
from gasoline.store.screenshot_folder import ScreenshotFolder
from gasoline.store.server_runs import ServerRun
from gasoline.tools.dispatch import Dispatcher, Reply, new_client

PAGE = "http://localhost:3000/cart"
BROWSER = "Chromium 146.0.7680.66"
NOW_S = parse_time("2026-01-31T12:10:00.000Z").timestamp()
PASSWORD = "correct-horse-battery"
GITHUB_TOKEN = "ghp_" + "Zx81mQpL04RtVb92KsWn" + "63YcHdJe75FgTuAo"
FRAME = {"functionName": "showReceipt", "fileName": "src/receipt.js", "lineNumber": 4, "columnNumber": 9}
SNIPPETS = [
    {"file": "src/receipt.js", "line": 4, "column": 9, "snippet": [{"line": 4, "text": "order.total", "isError": True}]}
]
ANCESTRY = {"framework": "react", "components": [{"name": "Cart", "propKeys": ["items"]}, {"name": "Receipt"}]}
STATE = {"source": "redux", "keys": {"cart": {"type": "object", "keys": ["items"]}}, "relevantSlice": {}}
JPEG = b"\xff\xd8\xff\xe0 a picture"
FAILURE = {"type": "KeyError", "message": "'card'", "file": "shop/pay.py", "line": 34, "function": "pay"}
TRACEBACK = "Traceback (most recent call last):\n  File \"shop/pay.py\", line 34, in pay\nKeyError: 'card'"


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"url": PAGE, "ts": f"2026-01-31T12:00:{seconds:06.3f}Z", "tabId": 7, **event}


def busy_session(folder: Path) -> Parts:
    """A failed purchase, with secrets in every stream."""
    parts = Parts(folder)
    parts.facts = replace(parts.facts, now_s=lambda: NOW_S)
    parts.dispatcher = Dispatcher(REGISTRY, parts.store, parts.facts, redact_json)
    parts.store.extension.channel_opened()
    parts.store.record_hello(
        HelloMessage("0.1.0", pilot=True, switches={"networkBodyCaptureEnabled": True}, browser=BROWSER)
    )
    parts.store.extension.watches(1)
    parts.store.server_runs.open(
        ServerRun("wrapper", "api", "flask run", 42, "/home/ada/shop", at(0)["ts"], ended_at=at(9)["ts"], entries=2)
    )
    send_session(parts.send)
    send_server_output(parts.send)
    picture = {"errorId": "e1", "data": base64.b64encode(JPEG).decode()}
    folder_of_pictures = ScreenshotFolder(folder / "screenshots")
    ErrorScreenshotIntake(folder_of_pictures, parts.store, lambda: NOW).accept(msgspec.json.encode(picture))
    return parts


def send_server_output(send: Callable[[str, dict[str, Any]], Any]) -> None:
    """What the server printed during the failed payment, and about another request."""
    about = {"request": {"method": "POST", "path": "/api/pay", "status": 500}}
    send("server_logs", at(3.5, name="api", text="cache warmed") | {"url": ""})
    send("server_logs", at(4.75, name="api", level="error", text=TRACEBACK, exception=FAILURE, **about) | {"url": ""})


def send_session(send: Callable[[str, dict[str, Any]], Any]) -> None:
    """The events of the browser."""
    send(
        "performance",
        at(0, id="load1", pageUrl=PAGE, timing={"load": 900, "firstContentfulPaint": 400}) | {"url": "/cart"},
    )
    send(
        "performance",
        at(1, id="load2", pageUrl=PAGE, timing={"load": 2900, "firstContentfulPaint": 400}) | {"url": "/cart"},
    )
    for number in range(3):
        answer = '{"id": 7, "total": 12.5}' if number < 2 else '{"error": "sold_out"}'
        status = 200 if number < 2 else 422
        exchange = {"method": "POST", "status": status, "duration": 20}
        address = {"url": "http://localhost:3000/api/orders", "pageUrl": PAGE}
        send("network", at(2 + number, id=f"r{number}", initiator="fetch", **exchange) | address)
        body = {
            "requestBody": f'{{"user": "ada", "password": "{PASSWORD}"}}',
            "responseBody": answer,
            "contentType": "application/json",
            "requestHeaders": {"authorization": f"Bearer {GITHUB_TOKEN}"},
        }
        send("network_bodies", at(2 + number, id=f"r{number}", **exchange, **body) | address)
    send(
        "actions",
        at(1.5, id="a1", type="input", selectors={"id": "email", "cssPath": "#email"}, value="ada@example.org"),
    )
    send("actions", at(4.1, id="a2", type="click", selectors={"testId": "buy", "text": "Buy", "cssPath": "#buy"}))
    send("websocket_events", at(2, id="w1", event="open") | {"url": "ws://localhost:3000/live"})
    for number in range(4):
        data = f'{{"kind": "tick", "token": "{GITHUB_TOKEN}", "n": {number}}}'
        send("websocket_events", at(3, id="w1", event="message", direction="incoming", data=data, size=len(data)))
    send(
        "websocket_status",
        {"id": "w2", "ts": at(3)["ts"], "url": "ws://localhost:3000/own", "state": "open", "openedAt": at(3)["ts"]},
    )
    send("dom_snapshots", at(4.2, id="d1"))
    starting = ["Starting", {"version": 3, "apiKey": GITHUB_TOKEN}]
    send("logs", at(0.5, type="console", level="log", args=starting))
    send("logs", at(2.2, type="console", level="warn", args=["careful"]))
    error = {
        "type": "exception",
        "level": "error",
        "message": "Cannot read properties of undefined (reading 'total')",
        "stack": f"TypeError: Cannot read properties of undefined\n    at showReceipt ({PAGE}/app.js:4:9)",
    }
    around = {"_sourceSnippets": SNIPPETS, "_componentAncestry": ANCESTRY, "_stateSnapshot": STATE}
    send("logs", at(4.5, id="e1", **error, **around))
    send(
        "logs",
        at(4.6, id="e2", type="network", level="error", method="POST", status=422, message="POST 422")
        | {"url": "http://localhost:3000/api/orders", "pageUrl": PAGE},
    )
    send(
        "logs",
        at(4.8, id="e3", type="network", level="error", method="POST", status=500, message="POST 500", duration=100.0)
        | {"url": "http://localhost:3000/api/pay", "pageUrl": PAGE},
    )


async def saved(parts: Parts, window: Window | None = None, note: str = "") -> Saved:
    return await save_capsule(parts.dispatcher.context(parts.client), window or Window(), note)


class Recording:
    """A server without sockets that shows a capsule."""

    def __init__(self, data: bytes, name: str = "cart.gasoline", folder: Path = Path("/dev/null")) -> None:
        self.opened: OpenedCapsule = load_capsule(data, name)
        self.facts = replace(Parts.facts_of("1.2.3", folder), now_s=self.opened.now_s, capsule=self.opened.facts)
        self.dispatcher = Dispatcher(REGISTRY, self.opened.store, self.facts, redact_json)
        self.client = new_client("test", self.opened.store)

    async def call(self, tool: str, **arguments: Any) -> Reply:
        return await self.dispatcher.call(tool, {"output": "json", **arguments}, self.client)
