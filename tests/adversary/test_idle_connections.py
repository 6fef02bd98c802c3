"""Another user opens more connections than the server has file descriptors: the owner's clients keep working."""

import json
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from daemon import Daemon
from event_reader import get_stream
from other_user import as_other_user
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from gasoline.transport.unproven import MAX_UNPROVEN_CONNECTIONS, UnprovenConnections

IDLE = 1400
DESCRIPTORS = 1024
HOLD = f"""
import json, resource, socket, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
port, sent = json.loads(sys.stdin.readline())
idle = []
for _ in range({IDLE}):
    idle.append(socket.create_connection(("127.0.0.1", port)))
    try:
        idle[-1].sendall(sent.encode())
    except ConnectionError:
        pass  # refused or given way already
print("open", flush=True)
sys.stdin.read()
"""
FAILURE = {"type": "console", "level": "error", "args": ["mine"], "url": "http://localhost:3000/shop"}
UPGRADE = (
    "Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
MANY = "A: b\r\n" * 200
SENT = {
    "nothing": "",
    "half a head": "GET /health HTTP/1.1\r\nHost: ",
    "a handshake without a token": f"GET /ws HTTP/1.1\r\n{UPGRADE}\r\n",
    "a handshake by POST": f"POST /ws HTTP/1.1\r\n{UPGRADE}\r\n",
    "a handshake by POST with half a body": f"POST /ws HTTP/1.1\r\n{UPGRADE}Content-Length: 9\r\n\r\n{{",
    "a handshake with half a body": f"GET /ws HTTP/1.1\r\n{UPGRADE}Content-Length: 9\r\n\r\n{{",
    "a handshake with half a chunked body": f"GET /ws HTTP/1.1\r\n{UPGRADE}Transfer-Encoding: chunked\r\n\r\n9\r\n",
    "a handshake with a long line": f"GET /ws HTTP/1.1\r\n{UPGRADE}X-Long: {'b' * 9_000}\r\n\r\n",
    "a handshake with a long address": f"GET /ws?{'a' * 9_000} HTTP/1.1\r\n{UPGRADE}\r\n",
    "a handshake with many headers": f"GET /ws HTTP/1.1\r\n{UPGRADE}{MANY}\r\n",
}


@pytest.fixture
def crowded(daemon: Daemon) -> Iterator[Daemon]:
    _, most = resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (DESCRIPTORS, most))
    yield daemon


# GUARD-07
@pytest.mark.parametrize("sent", SENT.values(), ids=SENT.keys())
def test_connections_of_another_user_do_not_lock_the_owner_out(crowded: Daemon, sent: str) -> None:
    token = {"X-Gasoline-Token": crowded.token}
    with get_stream(crowded, "/events/stream", **token) as stream:
        with crowd(crowded, sent):
            assert crowded.get("/health").status == 200
            assert crowded.call("observe", what="health")["version"]
            assert crowded.post("/logs", {"entries": [FAILURE]}, **token).status == 200
        assert stream.next_message()["context"]["text"] == "mine"
    assert "Too many open files" not in crowded.log.read_text()


def test_connections_of_another_user_do_not_end_the_channel_of_the_extension(crowded: Daemon) -> None:
    protocols = [Subprotocol("gasoline.v1"), Subprotocol(f"token.{crowded.token}")]
    url = f"ws://127.0.0.1:{crowded.port}/ws"
    with connect(url, subprotocols=protocols) as channel, crowd(crowded, SENT["nothing"]):
        assert channel.ping().wait(30)


@contextmanager
def crowd(daemon: Daemon, sent: str) -> Iterator[None]:
    """Another user has opened all these connections and said this in each."""
    holder = subprocess.Popen(
        as_other_user("/usr/bin/python3", "-c", HOLD),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/", text=True,
    )  # fmt: skip
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        holder.stdin.write(json.dumps([daemon.port, sent]) + "\n")
        holder.stdin.flush()
        assert holder.stdout.readline() == "open\n"
        yield
    finally:
        holder.stdin.close()
        holder.wait(30)
        holder.stdout.close()


class Transport:
    aborted = False

    def abort(self) -> None:
        self.aborted = True


def test_the_oldest_unproven_connection_is_closed_first() -> None:
    connections = UnprovenConnections()
    transports = [Transport() for _ in range(MAX_UNPROVEN_CONNECTIONS + 2)]
    for number, transport in enumerate(transports):
        connections.add(transport)
        if number == 0:
            connections.discard(transport)  # it has shown the token
    assert [number for number, transport in enumerate(transports) if transport.aborted] == [1]
    assert len(connections) == MAX_UNPROVEN_CONNECTIONS
