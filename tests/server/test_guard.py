"""The guard: hostile requests, each with its status, against a real daemon."""

import asyncio
import json
import socket
import sys
from collections.abc import Iterator

import pytest
import uvicorn
from daemon import Daemon

from gasoline.launch.pairing_keys import EXTENSION_ID
from gasoline.transport.bounded_http import BoundedHttpProtocol
from gasoline.transport.guard import INGEST_BYTES, MCP_BYTES
from gasoline.transport.unproven import BoundedState

EXTENSION = f"chrome-extension://{EXTENSION_ID}"
FIREFOX = "moz-extension://d81444e2-fdb3-4f86-b06d-5a93f1e834b5"
BODY = b'{"entries":[]}'


@pytest.fixture(scope="module")
def strict_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path_factory.mktemp("strict"), "--auth", "strict")
    yield daemon
    daemon.stop()


def speak(port: int, data: bytes, timeout: float = 5.0) -> bytes:
    """Sends bytes as they are; returns everything until the server closes or is done with one answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        connection.sendall(data)
        answer = b""
        while not _complete(answer):
            chunk = connection.recv(65536)
            if not chunk:
                break
            answer += chunk
        return answer


def _complete(answer: bytes) -> bool:
    head, end, body = answer.partition(b"\r\n\r\n")
    if not end:
        return False
    length = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return bool(length) and len(body) >= int(length[0])


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def raw_request(port: int, *lines: str, body: bytes = b"") -> bytes:
    fitted = [line.replace("PORT", str(port)) for line in lines]
    length = [f"Content-Length: {len(body)}"] if body else []
    return "\r\n".join([*fitted, *length, "Connection: close", "", ""]).encode() + body


POST = ("POST /logs HTTP/1.1", "Host: 127.0.0.1:PORT")
GET = ("GET /health HTTP/1.1", "Host: 127.0.0.1:PORT")
JSON = "Content-Type: application/json"

HOSTILE = {
    "no host": (("GET /health HTTP/1.1",), b"", 400),
    "two hosts": ((*GET, "Host: 127.0.0.1:PORT"), b"", 400),
    "rebinding host": (("GET /health HTTP/1.1", "Host: evil.example:PORT"), b"", 421),
    "host without port": (("GET /health HTTP/1.1", "Host: 127.0.0.1"), b"", 421),
    "host with another port": (("GET /health HTTP/1.1", "Host: 127.0.0.1:1"), b"", 421),
    "host with our name as prefix": (("GET /health HTTP/1.1", "Host: 127.0.0.1:PORT.evil.example"), b"", 421),
    "host with user info": (("GET /health HTTP/1.1", "Host: x@127.0.0.1:PORT"), b"", 421),
    "two origins": ((*GET, f"Origin: {EXTENSION}", f"Origin: {EXTENSION}"), b"", 400),
    "null origin": ((*GET, "Origin: null"), b"", 403),
    "empty origin": ((*GET, "Origin:"), b"", 403),
    "origin of a local page": ((*GET, "Origin: http://localhost:3000"), b"", 403),
    "origin of our own port": ((*GET, "Origin: http://127.0.0.1:PORT"), b"", 403),
    "origin of a public page": ((*POST, JSON, "Origin: https://evil.example"), BODY, 403),
    "origin of another extension": ((*POST, JSON, "Origin: chrome-extension://" + "a" * 32), BODY, 403),
    "origin with ours as prefix": ((*POST, JSON, f"Origin: {EXTENSION}.evil.example"), BODY, 403),
    "unknown origin of Firefox": ((*POST, JSON, f"Origin: {FIREFOX}", "Sec-Fetch-Site: same-origin"), BODY, 403),
    "unknown origin of Firefox that pairs uninvited": (
        ("POST /pair HTTP/1.1", POST[1], JSON, f"Origin: {FIREFOX}", "Sec-Fetch-Site: same-origin"), BODY, 403,
    ),
    "origin of Firefox in another form": ((*POST, JSON, f"Origin: {FIREFOX}.evil.example"), BODY, 403),
    "cross-site fetch": ((*GET, "Sec-Fetch-Site: cross-site"), b"", 403),
    "same-site fetch": ((*GET, "Sec-Fetch-Site: same-site"), b"", 403),
    "same-origin fetch": ((*GET, "Sec-Fetch-Site: same-origin"), b"", 403),
    "navigation to an endpoint": (
        ("GET /pending-queries HTTP/1.1", GET[1], "Sec-Fetch-Mode: navigate", "Sec-Fetch-Site: none"), b"", 403,
    ),
    "form post": ((*POST, "Content-Type: text/plain"), BODY, 415),
    "post without type": (POST, BODY, 415),
    "json with charset": ((*POST, "Content-Type: application/json; charset=utf-8"), BODY, 415),
    "two content types": ((*POST, JSON, JSON), BODY, 415),
    "compressed body": ((*POST, JSON, "Content-Encoding: gzip"), BODY, 415),
    "absolute target": (("GET http://127.0.0.1:PORT/health HTTP/1.1", GET[1]), b"", 400),
    "large headers": ((*GET, "X-Filler: " + "a" * 70_000), b"", 431),
    "many headers": ((*GET, *(f"X-{i}: {'a' * 100}" for i in range(800))), b"", 431),
    "large body announced": ((*POST, JSON, f"Content-Length: {INGEST_BYTES + 1}"), b"", 413),
    "large mcp body announced": (
        ("POST /mcp HTTP/1.1", POST[1], JSON, f"Content-Length: {MCP_BYTES + 1}"), b"", 413,
    ),
    "extension without token": ((*POST, JSON, f"Origin: {EXTENSION}", "Sec-Fetch-Site: none"), BODY, 401),
    "extension with a wrong token": (
        (*POST, JSON, f"Origin: {EXTENSION}", "X-Gasoline-Token: " + "0" * 64), BODY, 401,
    ),
    "browser without origin and token": (
        ("GET /pending-queries HTTP/1.1", GET[1], "Sec-Fetch-Site: none"), b"", 401,
    ),
    "unknown path": (("GET /secrets HTTP/1.1", GET[1]), b"", 404),
    "wrong method": (("PUT /health HTTP/1.1", GET[1]), b"", 405),
    "get on a post endpoint": (("GET /logs HTTP/1.1", GET[1]), b"", 405),
    "not http": (("HELLO",), b"", 400),
    "bad host before bad origin": (
        ("GET /x HTTP/1.1", "Host: evil.example", "Origin: https://evil.example"), b"", 421,
    ),
    "bad origin before bad type": ((*POST, "Content-Type: text/plain", "Origin: null"), BODY, 403),
    "cross-site script of the dashboard": (
        ("GET /dashboard/app.js HTTP/1.1", GET[1], "Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: script"), b"", 403,
    ),
    "script of the dashboard from another port": (
        ("GET /dashboard/app.js HTTP/1.1", GET[1], "Sec-Fetch-Site: same-site", "Sec-Fetch-Dest: script"), b"", 403,
    ),
    "picture of a view": (
        ("GET /dashboard/views/errors HTTP/1.1", GET[1], "Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: image"),
        b"", 403,
    ),
    "frame around the dashboard": (
        ("GET / HTTP/1.1", GET[1], "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"),
        b"", 403,
    ),
    "frame around the dashboard from another port": (
        ("GET / HTTP/1.1", GET[1], "Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"),
        b"", 403,
    ),
    "link of a page to the dashboard": (
        ("GET /?link=x HTTP/1.1", GET[1], "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"), b"", 403,
    ),
    "fetch of a view by a local page": (
        ("GET /dashboard/views/errors HTTP/1.1", GET[1], "Origin: http://localhost:3000", "Sec-Fetch-Site: same-site"),
        b"", 403,
    ),
    "fetch of a view without an origin": (
        ("GET /dashboard/views/errors HTTP/1.1", GET[1], "Origin: null", "Sec-Fetch-Site: cross-site"), b"", 403,
    ),
    "our own origin by another of our names": (
        ("GET /dashboard/views/errors HTTP/1.1", GET[1], "Origin: http://localhost:PORT"), b"", 403,
    ),
    "our own origin over https": (
        ("GET /dashboard/views/errors HTTP/1.1", GET[1], "Origin: https://127.0.0.1:PORT"), b"", 403,
    ),
    "our own origin as prefix": (
        ("GET /dashboard/views/errors HTTP/1.1", GET[1], "Origin: http://127.0.0.1:PORT.evil.example"), b"", 403,
    ),
    "live feed of another page": (
        ("GET /dashboard/stream HTTP/1.1", GET[1], "Origin: http://localhost:3000", "Accept: text/event-stream"),
        b"", 403,
    ),
    "live feed of another page without an origin": (
        ("GET /dashboard/stream HTTP/1.1", GET[1], "Sec-Fetch-Site: same-site", "Accept: text/event-stream"), b"", 403,
    ),
    "navigation to a view": (
        ("GET /dashboard/views/errors HTTP/1.1", GET[1], "Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate"), b"", 403,
    ),
    "navigation of our own page to a view": (
        ("GET /dashboard/views/errors HTTP/1.1", GET[1], "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: navigate"),
        b"", 403,
    ),
    "form that asks for a link": (
        ("POST /dashboard/link HTTP/1.1", POST[1], "Content-Type: text/plain"), b"{}", 415,
    ),
    "our own page that asks for a link": (
        ("POST /dashboard/link HTTP/1.1", POST[1], JSON, "Origin: http://127.0.0.1:PORT"), b"{}", 401,
    ),
    "link without the token": (("POST /dashboard/link HTTP/1.1", POST[1], JSON), b"{}", 401),
    "dashboard's page posts captures": ((*POST, JSON, "Origin: http://127.0.0.1:PORT"), BODY, 403),
    "dashboard's page reads significant events": (
        ("GET /events/stream HTTP/1.1", GET[1], "Sec-Fetch-Site: same-origin"), b"", 403,
    ),
    "dashboard without the cookie": (
        ("GET /dashboard/views/errors HTTP/1.1", GET[1], "Sec-Fetch-Site: same-origin"), b"", 401,
    ),
    "extension without token at the dashboard": (
        ("GET /dashboard/views/errors HTTP/1.1", GET[1], f"Origin: {EXTENSION}"), b"", 401,
    ),
    "path beside the dashboard": (
        ("GET /dashboardx HTTP/1.1", GET[1], "Sec-Fetch-Site: same-origin"), b"", 403,
    ),
    "dashboard by a rebinding host": (("GET / HTTP/1.1", "Host: evil.example:PORT"), b"", 421),
    "pairing without the extension's origin": (("POST /pair HTTP/1.1", POST[1], JSON), b"{}", 403),
}  # fmt: skip


# GUARD-01
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_request_gets_its_status(shared_daemon: Daemon, name: str) -> None:
    lines, body, status = HOSTILE[name]
    answer = speak(shared_daemon.port, raw_request(shared_daemon.port, *lines, body=body))
    assert status_of(answer) == status, answer[:500]
    head, _, text = answer.partition(b"\r\n\r\n")
    assert {"error", "message"} <= set(json.loads(text))
    assert b"access-control" not in head.lower()
    assert b"x-content-type-options: nosniff" in head.lower()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_every_local_name_of_the_server_is_welcome(shared_daemon: Daemon, host: str) -> None:
    lines = ("GET /health HTTP/1.1", f"Host: {host}:PORT")
    assert status_of(speak(shared_daemon.port, raw_request(shared_daemon.port, *lines))) == 200


@pytest.mark.parametrize("path", ["/", "/health", "/pilot-status"])
def test_a_person_may_type_the_address(shared_daemon: Daemon, path: str) -> None:
    answer = shared_daemon.get(path, **{"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none"})
    assert answer.status == 200


# GUARD-05
def test_every_answer_carries_the_safe_headers_and_no_cors(shared_daemon: Daemon) -> None:
    headers = shared_daemon.get("/health").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert not any(name.startswith("access-control") for name in headers)


@pytest.mark.parametrize("header", ["X-Gasoline-Token", "Authorization"])
def test_the_paired_extension_gets_in(shared_daemon: Daemon, header: str) -> None:
    token = shared_daemon.token if header == "X-Gasoline-Token" else f"Bearer {shared_daemon.token}"
    answer = shared_daemon.post("/logs", {"entries": []}, Origin=EXTENSION, **{header: token, "Sec-Fetch-Site": "none"})
    assert (answer.status, answer.json) == (200, {"received": 0})


# GUARD-04
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not show who connects")
def test_a_program_of_the_same_user_gets_in_without_a_token(shared_daemon: Daemon) -> None:
    assert shared_daemon.post("/logs", {"entries": []}).status == 200
    assert shared_daemon.get("/dashboard/views/errors").status == 200


# GUARD-03
def test_a_chunked_body_over_the_limit_is_cut_off(shared_daemon: Daemon) -> None:
    head = raw_request(shared_daemon.port, *POST, JSON, "Transfer-Encoding: chunked")
    too_long = b" " * (INGEST_BYTES + 1)
    answer = speak(shared_daemon.port, head + b"%x\r\n%b\r\n0\r\n\r\n" % (len(too_long), too_long))
    assert status_of(answer) == 413


# GUARD-02
async def test_headers_that_never_end_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gasoline.transport.bounded_http.HEADER_WAIT_S", 0.05)
    config = uvicorn.Config(_never_called, http=BoundedHttpProtocol, log_config=None, lifespan="off")
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: BoundedHttpProtocol(config=config, server_state=BoundedState(), app_state={}), "127.0.0.1", 0
    )
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()


async def _never_called(scope: object, receive: object, send: object) -> None:
    raise AssertionError("half a request must not reach the application")


def test_strict_authentication_asks_everybody_but_the_person_for_the_token(strict_daemon: Daemon) -> None:
    assert strict_daemon.post("/logs", {"entries": []}).status == 401
    assert strict_daemon.post("/mcp", {}).status == 401
    assert strict_daemon.get("/health").status == 200
    assert strict_daemon.get("/pilot-status").status == 200
    assert strict_daemon.get("/").status == 200
    assert strict_daemon.get("/dashboard/views/errors").status == 401
    assert strict_daemon.get("/dashboard/stream").status == 401
    assert strict_daemon.post("/logs", {"entries": []}, **{"X-Gasoline-Token": strict_daemon.token}).status == 200


def test_an_allowed_origin_may_use_mcp_and_nothing_else(daemon_for_origin: Daemon) -> None:
    origin = {"Origin": "http://localhost:6274", "X-Gasoline-Token": daemon_for_origin.token}
    site = {"Sec-Fetch-Site": "same-site"}
    assert daemon_for_origin.post("/mcp", {}, **origin, **site).status not in (401, 403)
    assert daemon_for_origin.post("/logs", {"entries": []}, **origin).status == 403


@pytest.fixture(scope="module")
def daemon_for_origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path_factory.mktemp("origin"), "--allow-origin", "http://localhost:6274")
    yield daemon
    daemon.stop()


def handshake(daemon: Daemon, *extra: str, asked: str = "GET /ws") -> int:
    lines = (
        f"{asked} HTTP/1.1", "Host: 127.0.0.1:PORT", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", *extra,
    )  # fmt: skip
    fitted = [line.replace("PORT", str(daemon.port)) for line in lines]
    with socket.create_connection(("127.0.0.1", daemon.port), timeout=5) as connection:
        connection.sendall("\r\n".join([*fitted, "", ""]).encode())
        return status_of(connection.recv(65536))


def test_a_websocket_opens_with_origin_and_token_only(shared_daemon: Daemon) -> None:
    token = f"Sec-WebSocket-Protocol: gasoline.v1, token.{shared_daemon.token}"
    assert handshake(shared_daemon, f"Origin: {EXTENSION}", token) == 101
    assert handshake(shared_daemon, token) == 101
    assert handshake(shared_daemon, f"Origin: {EXTENSION}") == 403
    assert handshake(shared_daemon, "Origin: http://localhost:3000", token) == 403
    assert handshake(shared_daemon, f"Origin: {EXTENSION}", "Sec-WebSocket-Protocol: gasoline.v1, token.0") == 403
    assert handshake(shared_daemon, token, "Sec-Fetch-Site: cross-site") == 403


# GUARD-07
@pytest.mark.parametrize(
    ("asked", "extra", "status"),
    [
        ("POST /ws", (), 400),
        ("POST /ws", ("Content-Length: 9",), 400),
        ("GET /ws", ("Content-Length: 9",), 400),
        ("GET /ws", ("Transfer-Encoding: chunked",), 400),
        ("GET /ws", (f"X-Long: {'b' * 9_000}",), 431),
        (f"GET /ws?{'a' * 9_000}", (), 431),
        ("GET /ws", ("A: b",) * 200, 431),
    ],
    ids=["POST", "POST with a body", "body", "chunked body", "long line", "long address", "many headers"],
)
def test_a_malformed_handshake_is_answered_at_once(
    shared_daemon: Daemon, asked: str, extra: tuple[str, ...], status: int
) -> None:
    token = f"Sec-WebSocket-Protocol: gasoline.v1, token.{shared_daemon.token}"
    assert handshake(shared_daemon, token, *extra, asked=asked) == status
