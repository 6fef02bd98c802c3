"""An MCP server's process, spoken to over its stdin and stdout."""

import json
import os
import subprocess
import threading
from typing import Any

WAIT_S = 30.0
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


class StdioClient:
    """Reads answers in order; a server that stays silent is ended, which ends the reading too."""

    def __init__(self, command: list[str], env: dict[str, str] | None = None) -> None:
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        self.process = subprocess.Popen(command, env=env or dict(os.environ), stdin=pipe, stdout=pipe, stderr=null)
        self._watchdog = threading.Timer(WAIT_S, self.process.kill)
        self._watchdog.daemon = True
        self._watchdog.start()

    def __enter__(self) -> "StdioClient":
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        self.process.stdout.close()
        self._watchdog.cancel()

    def greet(self) -> None:
        self.ask(1, "initialize", HELLO)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def list_tools(self) -> bytes:
        """The answer as it came."""
        return self.ask(2, "tools/list", {})

    def ask(self, number: int, method: str, params: dict[str, Any]) -> bytes:
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            message = json.loads(line)
            if message.get("id") == number and "method" not in message:
                assert "result" in message, line[:300]
                return line
        raise AssertionError(f"{self.process.args} ended without an answer to {method}")

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
