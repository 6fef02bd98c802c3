"""The applications that scripts are tried on: with the bug, fixed, changed in one way, without their API."""

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

FOLDER = Path(__file__).parents[1] / "apps" / "flows"
Variant = Literal["buggy", "fixed", "status", "shape", "heading", "console", "offline"]
MUTANTS: tuple[Variant, ...] = ("status", "shape", "heading", "console")
ITEMS = [{"id": number, "name": name, "price": 3.5} for number, name in ((1, "Green"), (2, "Black"), (3, "White"))]
CATALOG = ["Red bush", "Rooibos", "Rose hip"]
LETTERS = 3
"""A search for fewer letters finds more and takes longer: it is answered after the one for all of them."""
SEARCH_GAP_S = 0.2
TURN_WAIT_S = 20.0
NEW_ERROR = '<script>setTimeout(() => console.error("a new problem"), 200)</script>'


TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r"


def answer(  # noqa: C901, PLR0911  one case each
    method: str, path: str, *, signed_in: bool = False, search: str = ""
) -> tuple[int, Any]:
    """What the API says."""
    match method, path.split("/")[2:]:
        case "GET", ["items"]:
            return 200, {"items": ITEMS, "total": len(ITEMS)}
        case "GET", ["items", number]:
            return 200, {"id": int(number), "name": "Black", "tags": ["hot"]}
        case "PATCH", ["items", number]:
            return 200, {"id": int(number), "name": "Black Forest"}
        case "GET", ["search"]:
            return 200, {"names": [name for name in CATALOG if name.lower().startswith(search)]}
        case "DELETE", ["items", _]:
            return 200, {"deleted": True, "left": 2}
        case "POST", ["orders"]:
            return 201, {"id": 17, "state": "accepted", "lines": [{"item": 2, "count": 10}]}
        case "POST", ["session"]:
            return 200, {"name": "Ann", "token": TOKEN}
        case "GET", ["me"] if signed_in:
            return 200, {"name": "Ann", "rights": ["read"]}
        case "GET", ["me"]:
            return 401, {"error": "sign in first"}
    return 404, {"error": "nothing here"}


def changed(status: int, body: Any, variant: Variant) -> tuple[int, Any]:
    """The answer of a mutant."""
    if variant == "status":
        return (202 if status == 200 else 200), body
    if variant == "shape":
        return status, {f"new_{key}": value for key, value in body.items()} | _still_needed(body)
    return status, body


def _still_needed(body: Any) -> Any:
    """So that the page works and only the test can tell."""
    return {key: body[key] for key in ("items", "name") if key in body}


class Turns:
    """The searches of one person, answered in the opposite order, however slowly they type."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._next = LETTERS

    @contextmanager
    def turn(self, letters: int) -> Iterator[None]:
        with self._changed:
            assert self._changed.wait_for(lambda: self._next == letters, TURN_WAIT_S), (
                f"no search for more than {letters}"
            )
        if letters < LETTERS:
            time.sleep(SEARCH_GAP_S)  # so that the page has the answer before
        yield
        with self._changed:
            self._next = letters - 1 or LETTERS
            self._changed.notify_all()


class FlowSite:
    """All applications, in one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.api_calls = 0
        self._searches = Turns()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _serve(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                site.serve(self)

            do_GET = do_POST = do_PATCH = do_DELETE = _serve

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://localhost:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def serve(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path.partition("?")[0]
        if not path.startswith("/api/"):
            self._page(request, path)
        elif self.variant == "offline":
            request.close_connection = True
            request.connection.close()
        else:
            self.api_calls += 1
            signed_in = "Authorization" in request.headers
            search = request.path.partition("?q=")[2]
            found = answer(request.command, path, signed_in=signed_in, search=search)
            status, body = changed(*found, self.variant)
            with self._searches.turn(len(search)) if search else nullcontext():
                self._reply(request, status, json.dumps(body), "application/json")

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _page(self, request: BaseHTTPRequestHandler, path: str) -> None:
        file = FOLDER / f"{path.split('/')[1]}.html"
        if not re.fullmatch(r"[a-z-]+", path.split("/")[1]) or not file.is_file():
            self._reply(request, 404, "not found", "text/plain")
            return
        html = file.read_text()
        if self.variant == "heading":
            html = re.sub(r"<h1>[^<]*", "<h1>Something else", html)
        flag = f"<script>const BUGGY = {json.dumps(self.variant == 'buggy')};</script>"
        html = html.replace("<title>", f"{flag}{NEW_ERROR if self.variant == 'console' else ''}<title>", 1)
        self._reply(request, 200, html, "text/html")

    def _reply(self, request: BaseHTTPRequestHandler, status: int, text: str, kind: str) -> None:
        body = text.encode()
        request.send_response(status)
        request.send_header("Content-Type", f"{kind}; charset=utf-8")
        request.send_header("Content-Length", str(len(body)))
        request.send_header("Cache-Control", "no-store")
        request.end_headers()
        request.wfile.write(body)


@contextmanager
def all_sites() -> Iterator[dict[Variant, FlowSite]]:
    variants: tuple[Variant, ...] = ("buggy", "fixed", *MUTANTS, "offline")
    sites = {variant: FlowSite(variant) for variant in variants}
    try:
        yield sites
    finally:
        for site in sites.values():
            site.close()
