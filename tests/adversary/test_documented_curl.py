"""The command of docs/security.md that sends the token: it gets in, and no other user of the machine sees the token."""

import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon
from other_user import watching_arguments

ROOT = Path(__file__).resolve().parents[2]
(COMMAND,) = re.findall(r"^```sh\n(.*\bcurl\b.*)\n```$", (ROOT / "docs/security.md").read_text("utf-8"), re.MULTILINE)


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Daemon]:
    """In the state directory that the command names."""
    daemon = Daemon(tmp_path / ".local/state/gasoline", "--auth", "strict")
    yield daemon
    daemon.stop()


def in_shell(home: Path, port: int) -> subprocess.Popen[str]:
    """The command as a person runs it there, but for the port."""
    shell = subprocess.Popen(["sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert shell.stdin is not None
    shell.stdin.write(f"HOME={home}\n{COMMAND.replace('7890', str(port))}\n")
    shell.stdin.close()
    return shell


def printed_by(shell: subprocess.Popen[str]) -> str:
    assert shell.stdout is not None
    with shell:
        return shell.stdout.read()


def test_it_gets_in(strict: Daemon, tmp_path: Path) -> None:
    assert '"error":"no_snapshot"' in printed_by(in_shell(tmp_path, strict.port))


def test_no_program_has_the_token_in_its_arguments(strict: Daemon, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with watching_arguments(strict.token, f"127.0.0.1:{port}") as seen:
            shell = in_shell(tmp_path, port)
            connection, _ = server.accept()
            assert f"X-Gasoline-Token: {strict.token}\r\n" in connection.recv(65_536).decode()
            # It waits for the answer until the watcher has seen all there is.
        connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
        connection.close()
        printed_by(shell)
    assert seen == [f"127.0.0.1:{port}"]
