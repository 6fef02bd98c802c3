"""A small web site for tests: files of a folder with headers of choice, and endpoints that misbehave on demand."""

import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json"}


class Site:
    """Serves `pages` (path → HTML), files below `folder`, and the endpoints of `SPECIAL`."""

    def __init__(self, folder: Path | None = None, host: str = "127.0.0.1") -> None:
        self.folder = folder
        self.pages: dict[str, str] = {}
        self.types: dict[str, str] = {}
        self.headers: dict[str, dict[str, str]] = {}
        self.requests: list[tuple[str, str, dict[str, str]]] = []
        self.sent: dict[str, int] = {}
        self.closed: set[str] = set()
        self.released = threading.Event()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _serve(self) -> None:
                site.serve(self)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_OPTIONS = _serve

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer((host, 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def page(self, path: str, html: str, content_type: str = "text/html", **headers: str) -> str:
        """Adds a page, or a file of another type; returns its address."""
        self.pages[path] = html
        self.types[path] = content_type
        self.headers[path] = headers
        return self.url + path

    def script(self, path: str, code: str, **headers: str) -> str:
        return self.page(path, code, "text/javascript", **headers)

    def serve(self, request: BaseHTTPRequestHandler) -> None:
        split = urlsplit(request.path)
        length = int(request.headers.get("Content-Length") or 0)
        body = request.rfile.read(length)
        self.requests.append((request.command, request.path, dict(request.headers)))
        special = SPECIAL.get(split.path.split("/")[1])
        if special is not None:
            special(self, request, split.path, parse_qs(split.query), body)
        elif split.path in self.pages:
            headers = dict(self.headers[split.path])
            content_type = headers.pop("Content-Type", self.types[split.path])
            self.reply(request, 200, self.pages[split.path].encode(), content_type, headers)
        else:
            self._file(request, split.path)

    def reply(
        self,
        request: BaseHTTPRequestHandler,
        status: int,
        body: bytes,
        content_type: str = "text/plain",
        headers: dict[str, str] | None = None,
    ) -> None:
        request.send_response(status)
        request.send_header("Content-Type", f"{content_type}; charset=utf-8")
        request.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            request.send_header(name, value)
        request.end_headers()
        if request.command != "HEAD":
            with suppress(ConnectionError):  # a page may go away before its answer comes
                request.wfile.write(body)

    def close(self) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def _file(self, request: BaseHTTPRequestHandler, path: str) -> None:
        if self.folder is None:
            self.reply(request, 404, b"not found")
            return
        file = (self.folder / path.lstrip("/")).resolve()
        if not file.is_relative_to(self.folder.resolve()) or not file.is_file():
            self.reply(request, 404, b"not found")
            return
        self.reply(request, 200, file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"))


Query = dict[str, list[str]]


def _status(site: Site, request: BaseHTTPRequestHandler, path: str, _: Query, __: bytes) -> None:
    status = int(path.split("/")[2])
    site.reply(request, status, b'{"error":"status %d"}' % status, "application/json")


def _hang(site: Site, request: BaseHTTPRequestHandler, *_: Any) -> None:
    """Answers only when the site is released or closed."""
    site.released.wait(30)
    site.reply(request, 200, b"late")


def _reset(_: Site, request: BaseHTTPRequestHandler, *__: Any) -> None:
    request.close_connection = True
    request.connection.close()


def _cut(_: Site, request: BaseHTTPRequestHandler, *__: Any) -> None:
    """Promises more than it sends."""
    request.send_response(200)
    request.send_header("Content-Type", "application/json")
    request.send_header("Content-Length", "1000")
    request.end_headers()
    request.wfile.write(b'{"items": [')
    request.close_connection = True


def _echo(site: Site, request: BaseHTTPRequestHandler, _: str, __: Query, body: bytes) -> None:
    site.reply(request, 200, body, request.headers.get("Content-Type", "text/plain").split(";")[0])


def _redirect(site: Site, request: BaseHTTPRequestHandler, path: str, _: Query, __: bytes) -> None:
    site.reply(request, 302, b"", headers={"Location": "/" + path.split("/", 2)[2]})


def _bytes(site: Site, request: BaseHTTPRequestHandler, path: str, query: Query, _: bytes) -> None:
    """/bytes/N?type=…&char=…: N characters, of known length."""
    char = query.get("char", ["x"])[0]
    headers = {"Authorization": "stripped", "X-Api-Key": "stripped", "X-Shown": "shown", "Set-Cookie": "a=b"}
    site.reply(request, 200, char.encode() * int(path.split("/")[2]), query.get("type", ["text/plain"])[0], headers)


def _stream(site: Site, request: BaseHTTPRequestHandler, path: str, query: Query, _: bytes) -> None:
    """/stream/N?type=…&piece=…&pause=…: N pieces of unknown length together; N=0 never ends."""
    count, pause = int(path.split("/")[2]), float(query.get("pause", ["0"])[0])
    piece = query.get("piece", ["piece "])[0].encode() * int(query.get("times", ["1"])[0])
    request.send_response(200)
    request.send_header("Content-Type", query.get("type", ["text/plain"])[0])
    request.send_header("Transfer-Encoding", "chunked")
    request.end_headers()
    number = 0
    site.sent[request.path] = 0
    try:
        while (count == 0 or number < count) and not site.released.is_set():
            number += 1
            request.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            site.sent[request.path] += len(piece)
            if pause:
                site.released.wait(pause)
        request.wfile.write(b"0\r\n\r\n")
    except OSError:  # the page has had enough
        site.closed.add(request.path)
        request.close_connection = True


SPECIAL: dict[str, Callable[..., None]] = {
    "status": _status,
    "hang": _hang,
    "reset": _reset,
    "cut": _cut,
    "echo": _echo,
    "redirect": _redirect,
    "bytes": _bytes,
    "stream": _stream,
}
