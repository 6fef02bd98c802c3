"""The request that a line is about: access logs, and errors that name the request that caused them."""

import re
from dataclasses import dataclass

_METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        # uvicorn, Django, Flask, gunicorn, Apache, nginx: "GET /path HTTP/1.1" 500
        rf'"(?P<method>{_METHODS}) (?P<path>[^\s"]+)(?: HTTP/[\d.]+)?" (?P<status>\d{{3}})\b',
        # Gin: | 500 | 1.2ms | 127.0.0.1 | GET "/path"
        rf'\| *(?P<status>\d{{3}}) *\|.*\| *(?P<method>{_METHODS}) +"(?P<path>[^"]+)"',
        # A request as it is on the wire, which Gin prints with a panic: GET /path HTTP/1.1
        rf"^(?P<method>{_METHODS}) (?P<path>/\S*) HTTP/[\d.]+$",
        # PHP's own server: [500]: GET /path
        rf"\[(?P<status>\d{{3}})\]: (?P<method>{_METHODS}) (?P<path>/\S*)",
        # Next.js, morgan, Hono, Koa: GET /path 500
        rf"\b(?P<method>{_METHODS}) (?P<path>/\S*) (?:→ )?(?P<status>[1-5]\d\d)\b",
        # Flask: Exception on /path [GET]
        rf"\bException on (?P<path>/\S*) \[(?P<method>{_METHODS})\]",
        # Rails: Started GET "/path"
        rf'^\W*Started (?P<method>{_METHODS}) "(?P<path>[^"]+)"',
        # Django: Internal Server Error: /path, behind what a logger puts before it
        r"(?:^|[\]:\d-] )(?:Internal Server Error|Bad Request|Not Found|Forbidden[^:]*|Method Not Allowed[^:]*): "
        r"(?P<path>/\S*)",
        # Puma: Rack app ("GET /path" - (127.0.0.1)): #<RuntimeError: …>
        rf'\bRack app \("(?P<method>{_METHODS}) (?P<path>[^"\s]+)"',
    )
)
_HINTS = (*_METHODS.split("|"), "Error: /", "Request: /", "Found: /", "Forbidden", "Method Not")


@dataclass(frozen=True)
class ServerRequest:
    """A request as the server names it; the method is empty and the status 0 if the line does not say."""

    path: str
    method: str = ""
    status: int = 0

    def as_json(self) -> dict[str, object]:
        return {"path": self.path, "method": self.method, "status": self.status}


def request_in(line: str) -> ServerRequest | None:
    if "/" not in line or not any(word in line for word in _HINTS):
        return None
    for pattern in _PATTERNS:
        if found := pattern.search(line):
            parts = found.groupdict()
            return ServerRequest(parts["path"], parts.get("method") or "", int(parts.get("status") or 0))
    return None
