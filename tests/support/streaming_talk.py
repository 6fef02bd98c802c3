"""What tests of streaming send and receive, in both eras of the protocol and over both transports."""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from conversation import BOTH_KINDS, HttpTalk, Talk, envelope, greet, messages_in, request
from daemon import Daemon
from event_reader import EventReader, get_stream

UPDATED = "notifications/resources/updated"
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
EVENTS = {"resourceSubscriptions": ["gasoline://events"]}
FRESH = count(1)


def fail(daemon: Daemon, path: str | None = None) -> str:
    """A server error that nobody had before; the message it makes."""
    path = path or f"/api/{'abcdefghij'[next(FRESH) % 10]}x{next(FRESH)}y"
    # Reported as a body: a log entry would wait for the response that may still follow.
    body = {"method": "GET", "url": f"http://localhost:3000{path}", "status": 500}
    assert daemon.post("/network-bodies", {"bodies": [body]}).status == 200
    return f"Server error: GET {path} → 500"


def throw(daemon: Daemon, *messages: str) -> None:
    entries = [{"type": "exception", "message": text, "url": "http://localhost:3000/shop"} for text in messages]
    assert daemon.post("/logs", {"entries": entries}).status == 200


def call(talk: Talk, tool: str, **arguments: Any) -> Any:
    talk.say(request("call", "tools/call", name=tool, arguments=arguments).encode())
    return talk.hear()["result"]


def configure(talk: Talk, **settings: Any) -> Any:
    return json.loads(call(talk, "configure_streaming", **settings)["content"][0]["text"])


def ask(talk: Talk, method: str, **params: Any) -> Any:
    talk.say(request("ask", method, **params).encode())
    answer = talk.hear()
    assert answer["id"] == "ask", f"heard {answer}"
    return answer


def hears_nothing(talk: Talk) -> None:
    """What was sent before the answer would come before it."""
    assert ask(talk, "ping") == {"jsonrpc": "2.0", "id": "ask", "result": {}}


@contextmanager
def listen_stream(daemon: Daemon, uri: str, name: str = "dialogue", path: str = "/mcp") -> Iterator[EventReader]:
    """A `subscriptions/listen` of 2026-07-28 over HTTP."""
    body = request(7, "subscriptions/listen", notifications={"resourceSubscriptions": [uri]}, _meta=envelope(name))
    headers = {"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen"}
    connection = http.client.HTTPConnection("127.0.0.1", daemon.port, timeout=10)
    connection.request("POST", path, body.encode(), {**BOTH_KINDS, **headers})
    try:
        yield EventReader(connection)
    finally:
        connection.close()


class OpenSession:
    """A client over HTTP with its GET stream: what it sends and receives."""

    def __init__(self, talk: HttpTalk, stream: EventReader) -> None:
        self.talk = talk
        self.stream = stream


@contextmanager
def http_session(daemon: Daemon, name: str = "http") -> Iterator[OpenSession]:
    talk = HttpTalk(daemon)
    greet(talk, name=name)
    with get_stream(daemon, "/mcp", **talk.session) as stream:
        yield OpenSession(talk, stream)


def configure_current(daemon: Daemon, name: str, path: str = "/mcp", **settings: Any) -> Any:
    """`configure_streaming` of 2026-07-28 over HTTP."""
    body = request(1, "tools/call", name="configure_streaming", arguments=settings, _meta=envelope(name))
    headers = {"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "configure_streaming"}
    answer = daemon.request("POST", path, body.encode(), {**BOTH_KINDS, **headers})
    assert answer.status == 200, answer
    (message,) = messages_in(answer)
    return json.loads(message["result"]["content"][0]["text"])


def modern(about: str, method: str, **params: Any) -> bytes:
    return request(about, method, **params, _meta=envelope()).encode()
