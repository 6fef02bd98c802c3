"""A page with 200 console messages, 100 requests, 100 WebSocket frames of two shapes, and a bug behind a button."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from site_for_tests import Site
from websockets.sync.server import ServerConnection, serve

PAGES = Path(__file__).parent / "pages"
FRAMES = 100


@contextmanager
def busy_page() -> Iterator[str]:
    """Its address; it is complete when its title is "ready"."""
    site = Site(PAGES)
    with serve(_send_frames, "127.0.0.1", 0) as feed:
        threading.Thread(target=feed.serve_forever, daemon=True).start()
        try:
            yield f"{site.url}/busy.html?socket=ws://127.0.0.1:{feed.socket.getsockname()[1]}/feed"
        finally:
            feed.shutdown()
            site.close()


def _send_frames(connection: ServerConnection) -> None:
    for number in range(FRAMES):
        tick = {"type": "tick", "symbol": "ACME", "price": 100 + number, "volume": number}
        news = {"type": "news", "headline": f"Order {number} was filled", "tags": ["order", "filled"]}
        connection.send(json.dumps(tick if number % 2 else news))
    connection.recv()
