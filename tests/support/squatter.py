"""A program that took the server's port: it answers in the server's place, or passes requests on to it."""

import http.client
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, bytes]


@dataclass(frozen=True)
class Taken:
    """A request that came to the squatter."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Squatter:
    def __init__(self, answer: Callable[[Taken], Answer], port: int = 0) -> None:
        self.taken: list[Taken] = []
        squatter = self

        class Handler(BaseHTTPRequestHandler):
            def _take(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                taken = Taken(self.command, self.path, headers, body)
                squatter.taken.append(taken)
                status, text = answer(taken)
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_DELETE = _take

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def paths(self) -> set[str]:
        return {taken.path for taken in self.taken}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def pass_on_to(port: int) -> Callable[[Taken], Answer]:
    """To the real server, with the headers that it wants to see."""

    def answer(taken: Taken) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        headers = {**taken.headers, "host": f"127.0.0.1:{port}"}
        try:
            connection.request(taken.method, taken.path, taken.body or None, headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    return answer


def answer_json(status: int, body: Any) -> Answer:
    return status, json.dumps(body).encode()
