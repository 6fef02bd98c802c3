"""Another user opens more connections than the server has file descriptors: the owner's clients keep working."""

import http.client
import resource
import subprocess
from collections.abc import Iterator

import pytest
from daemon import Daemon
from other_user import as_other_user

from gasoline.transport.unproven import MAX_UNPROVEN_CONNECTIONS, UnprovenConnections

IDLE = 1400
DESCRIPTORS = 1024
HOLD = f"""
import resource, socket, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
idle = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range({IDLE})]
print("open", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def crowded(daemon: Daemon) -> Iterator[Daemon]:
    _, most = resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (DESCRIPTORS, most))
    yield daemon


# GUARD-07
def test_idle_connections_of_another_user_do_not_lock_the_owner_out(crowded: Daemon) -> None:
    own = http.client.HTTPConnection("127.0.0.1", crowded.port, timeout=30)
    post(own, crowded)
    holder = subprocess.Popen(
        as_other_user("/usr/bin/python3", "-c", HOLD, str(crowded.port)),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/", text=True,
    )  # fmt: skip
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "open\n"
        assert crowded.get("/health").status == 200
        assert crowded.call("observe", what="health")["version"]
        post(own, crowded)
        assert crowded.post("/logs", {"entries": []}).status == 200
    finally:
        holder.stdin.close()
        holder.wait(30)
        holder.stdout.close()
        own.close()
    assert "Too many open files" not in crowded.log.read_text()


def post(connection: http.client.HTTPConnection, daemon: Daemon) -> None:
    headers = {"Content-Type": "application/json", "X-Gasoline-Token": daemon.token}
    connection.request("POST", "/logs", b'{"entries":[]}', headers)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200


class Transport:
    aborted = False

    def abort(self) -> None:
        self.aborted = True


def test_the_oldest_unproven_connection_is_closed_first() -> None:
    connections = UnprovenConnections()
    transports = [Transport() for _ in range(MAX_UNPROVEN_CONNECTIONS + 2)]
    for number, transport in enumerate(transports):
        connections.add(number, transport)
        if number == 0:
            connections.discard(0)  # it has shown the token
    assert [number for number, transport in enumerate(transports) if transport.aborted] == [1]
    assert len(connections) == MAX_UNPROVEN_CONNECTIONS
