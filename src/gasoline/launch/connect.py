"""Connects to the daemon's local socket and sends the hello: one line with the op and the token."""

import json
import socket
from collections.abc import Callable

from gasoline.launch.check_private import check_owner
from gasoline.launch.runtime_file import Runtime

CONNECT_WAIT_S = 5.0  # connecting to the local socket, and a short answer over it

LOOPBACK = "127.0.0.1:"


class NoAnswer(Exception):
    """The daemon refused the connection, or closed it without a valid answer."""


def connect(runtime: Runtime) -> socket.socket:
    if runtime.socket.startswith(LOOPBACK):
        return socket.create_connection(_loopback_address(runtime.socket), timeout=CONNECT_WAIT_S)
    check_owner(runtime.socket)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(CONNECT_WAIT_S)
        connection.connect(runtime.socket)
    except OSError:
        connection.close()
        raise
    return connection


def accepts(runtime: Runtime) -> bool:
    try:
        connect(runtime).close()
    except OSError:
        return False
    return True


def open_op(runtime: Runtime, op: str, **fields: object) -> socket.socket:
    """A connection on which the hello has been sent; it has no timeout from then on."""
    connection = connect(runtime)
    try:
        hello = {"op": op, "token": runtime.token, **fields}
        # The name of a file or folder may not be UTF-8.
        connection.sendall(json.dumps(hello, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        connection.settimeout(None)
    except OSError:
        connection.close()
        raise
    return connection


def ask(
    runtime: Runtime,
    op: str,
    *,
    wait_s: float = CONNECT_WAIT_S,
    on_progress: Callable[[object], None] | None = None,
    **fields: object,
) -> dict[str, object]:
    """The daemon's one-line answer; `on_progress` is called with the progress reported before it."""
    try:
        with open_op(runtime, op, **fields) as connection, connection.makefile("rb") as lines:
            connection.settimeout(wait_s)
            answer = json.loads(lines.readline())
            while on_progress and isinstance(answer, dict) and "progress" in answer:
                on_progress(answer["progress"])
                answer = json.loads(lines.readline())
    except (OSError, ValueError) as error:
        raise NoAnswer(f"the server (pid {runtime.pid}) did not answer `{op}`: {error}") from error
    if not isinstance(answer, dict):
        raise NoAnswer(f"the server (pid {runtime.pid}) answered `{op}` with {type(answer).__name__}")
    return answer


def _loopback_address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    try:
        return host, int(port)
    except ValueError as error:
        raise OSError(f"no port in {text!r}") from error
