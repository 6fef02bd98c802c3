"""Serves the pages of the bugs with the APIs they call, and the WebSocket of one of them."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.sync.server import ServerConnection, serve

PAGES = Path(__file__).parent / "pages"
SLOW_S = 0.4
TICKS = 5
POLICY_VIOLATION = 1008


@contextmanager
def site(port: int = 0) -> Iterator[str]:
    """Its address, while it runs."""
    with serve(_feed, "127.0.0.1", 0) as feed:
        feed_url = f"ws://127.0.0.1:{feed.socket.getsockname()[1]}/feed"
        threading.Thread(target=feed.serve_forever, daemon=True).start()
        server = ThreadingHTTPServer(("127.0.0.1", port), _handler(feed_url))
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            feed.shutdown()


def _feed(connection: ServerConnection) -> None:
    connection.recv()
    connection.send(json.dumps({"type": "subscribed", "channel": "prices", "renewBefore": 1}))
    for number in range(TICKS):
        connection.send(json.dumps({"type": "price", "symbol": "ACME", "price": 100 + number}))
    connection.close(POLICY_VIOLATION, "subscription expired: send renew")


def _handler(feed_url: str) -> type[SimpleHTTPRequestHandler]:
    return type("Handler", (Handler,), {"feed_url": feed_url})


class Handler(SimpleHTTPRequestHandler):
    feed_url = ""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, directory=str(PAGES), **named)

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        match address.path:
            case "/api/cart":
                self._answer(200, {"price": "19.90", "shipping": "5.00", "currency": "EUR"})
            case "/api/search":
                [query] = parse_qs(address.query)["q"]
                time.sleep(SLOW_S if len(query) == 1 else 0)
                self._answer(200, {"title": f"results for {query}"})
            case "/websocket/main.js":
                code = (PAGES / "websocket" / "main.js").read_text()
                self._send(200, f"window.feedUrl = {json.dumps(self.feed_url)};\n{code}".encode(), "text/javascript")
            case _:
                super().do_GET()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(422, {"error": "invalid", "details": {"quantity": "quantity must be an integer"}})

    def _answer(self, status: int, body: object) -> None:
        self._send(status, json.dumps(body).encode(), "application/json")

    def _send(self, status: int, body: bytes, content_type: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass
