"""Loads an extension into a running Firefox over its debugger, as about:debugging does.

The debugger listens on a socket file in a folder that only its owner can enter. The file is removed as soon as we are
connected, and the connection ends when the extension is loaded: then nobody can reach the debugger.
"""

import json
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

CONNECT_EVERY_S = 0.05
ANSWER_WAIT_S = 30.0
MAX_PACKET_BYTES = 1_000_000
PREFERENCES = {
    "devtools.debugger.remote-enabled": True,
    "devtools.chrome.enabled": True,
    "devtools.debugger.prompt-connection": False,
}


class NotLoaded(Exception):
    """Firefox did not load the extension; the message says why."""


def load_extension(door: Path, extension: Path, is_running: Callable[[], bool], wait_s: float) -> None:
    """`door` is the debugger's socket, which Firefox creates while it starts."""
    with _connect(door, is_running, wait_s) as connection:
        door.unlink(missing_ok=True)
        debugger = _Debugger(connection)
        add_ons = debugger.ask("root", "getRoot").get("addonsActor")
        debugger.ask(add_ons, "installTemporaryAddon", addonPath=str(extension), openDevTools=False)


def _connect(door: Path, is_running: Callable[[], bool], wait_s: float) -> socket.socket:
    deadline = time.monotonic() + wait_s
    while is_running() and time.monotonic() < deadline:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with suppress(OSError):
            connection.connect(str(door))
            connection.settimeout(ANSWER_WAIT_S)
            return connection
        connection.close()
        time.sleep(CONNECT_EVERY_S)
    raise NotLoaded("Firefox ended before the extension was loaded." if not is_running() else "Firefox did not start.")


class _Debugger:
    """Packets are JSON after their length and a colon: `17:{"from":"root",…}`."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._read = connection.makefile("rb")

    def ask(self, actor: object, kind: str, **more: object) -> dict[str, Any]:
        """Skips what others say, such as the greeting and notifications about tabs."""
        text = json.dumps({"to": actor, "type": kind, **more}).encode()
        try:
            self._connection.sendall(b"%d:%s" % (len(text), text))
            answer = self._next()
            while answer.get("from") != actor or "applicationType" in answer or "type" in answer:
                answer = self._next()
        except (OSError, ValueError) as error:
            raise NotLoaded(f"Firefox's debugger did not answer: {error}") from error
        if "error" in answer:
            raise NotLoaded(f"Firefox refused the extension: {answer.get('message') or answer['error']}")
        return answer

    def _next(self) -> dict[str, Any]:
        digits = b""
        while not digits.endswith(b":"):
            digit = self._read.read(1)
            if not digit or len(digits) > len(str(MAX_PACKET_BYTES)):
                raise ValueError("the connection ended")
            digits += digit
        size = int(digits[:-1])
        if size > MAX_PACKET_BYTES:
            raise ValueError("an answer was too long")
        packet = json.loads(self._read.read(size))
        return packet if isinstance(packet, dict) else {}
