"""Who is at the other end of a connection, as Linux shows it."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gasoline.launch.known_browsers import is_browser
from gasoline.transport import connection_owner
from gasoline.transport.connection_owner import Owner, Peer, owner_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

WAIT = "import sys; print('ready', flush=True); sys.stdin.read()"


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


@pytest.mark.parametrize("host", ["127.0.0.1", "::ffff:127.0.0.1"])
def test_a_program_of_the_same_user_is_recognized(server: socket.socket, host: str) -> None:
    port = server.getsockname()[1]
    with socket.create_connection((host, port)), server.accept()[0] as ours:
        assert owner_of(ours.getpeername(), ours.getsockname()).kind == "own_program"


def test_a_connection_that_no_process_holds_any_more_is_unknown(server: socket.socket) -> None:
    client = socket.create_connection(server.getsockname())
    with server.accept()[0] as ours:
        client.close()
        assert owner_of(ours.getpeername(), ours.getsockname()).kind == "unknown"


def test_a_connection_of_another_user_is_unknown(server: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_connection(server.getsockname()), server.accept()[0] as ours:
        monkeypatch.setattr(os, "geteuid", lambda: 4711)
        assert owner_of(ours.getpeername(), ours.getsockname()).kind == "unknown"


def test_elsewhere_everybody_is_unknown(server: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_connection(server.getsockname()), server.accept()[0] as ours:
        monkeypatch.setattr(sys, "platform", "darwin")
        assert owner_of(ours.getpeername(), ours.getsockname()).kind == "unknown"


async def test_a_connection_is_looked_up_once(server: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []

    def owner(*ends: object) -> Owner:
        looked.append(ends)
        return Owner("own_program", frozenset({4711}))

    monkeypatch.setattr(connection_owner, "owner_of", owner)
    one = Peer(("127.0.0.1", 1), ("127.0.0.1", 2))
    assert await one.is_own_program()
    assert await one.own_browser() == frozenset(), "a program is not a browser"
    assert len(looked) == 1


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("chromium", [], True),
        ("firefox", [], True),
        ("curl", [], False),
        ("chromium-like-name", [], False),
        ("some-editor", ["--utility-sub-type=network.mojom.NetworkService"], True),
    ],
)
def test_a_browser_is_known_by_its_program_or_by_how_chromium_starts_it(
    tmp_path: Path, name: str, arguments: list[str], expected: bool
) -> None:
    cat = shutil.which("cat")
    assert cat is not None
    program = shutil.copy(cat, tmp_path / name)
    started = subprocess.Popen(
        [program, "-", *arguments] if not arguments else [sys.executable, "-c", WAIT, *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert started.stdin is not None
    assert started.stdout is not None
    try:
        if arguments:
            assert started.stdout.readline() == b"ready\n"
        assert is_browser(started.pid) is expected
    finally:
        started.stdin.close()
        started.wait(15)
        started.stdout.close()
