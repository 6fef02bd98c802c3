"""An AI client's side of `gasoline mcp`: speaks JSON-RPC over its stdin and stdout."""

import json
import queue
import subprocess
import threading
from pathlib import Path
from typing import Any

WAIT_S = 30.0
NOT_JSON = b"{\n"
INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test-client", "version": "1"},
}


class McpClient:
    """`gasoline mcp` as an AI client runs it."""

    def __init__(self, command: list[str], env: dict[str, str], cwd: Path) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=env, cwd=cwd, stdin=pipe, stdout=pipe, stderr=pipe)
        self._numbers = iter(range(1, 1_000_000))
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._collect, daemon=True).start()

    def initialize(self) -> Any:
        answer = self.ask("initialize", **INITIALIZE)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.ask("ping")  # only a server answers it: what follows may count on one
        return answer

    def ask(self, method: str, **params: Any) -> Any:
        return self.answer_to(self.begin(method, **params))

    def begin(self, method: str, **params: Any) -> int:
        number = next(self._numbers)
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return number

    def begin_forwarded(self, method: str) -> int:
        """A request that has been sent to the server: the forwarder itself answers the next line, and only then."""
        number = self.begin(method)
        self.send_bytes(NOT_JSON)
        self.answer_to(None)
        return number

    def send(self, message: Any) -> None:
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def answer_to(self, number: int | None) -> Any:
        while True:
            message = self.next_message()
            if "method" not in message and message.get("id") == number:
                return message

    def next_message(self) -> Any:
        return json.loads(self._lines.get(timeout=WAIT_S))

    def close(self) -> tuple[int, str]:
        """Ends stdin; the exit code and what was written to stderr."""
        assert self.process.stdin is not None and self.process.stderr is not None
        self.process.stdin.close()
        return self.await_end()

    def await_end(self) -> tuple[int, str]:
        assert self.process.stderr is not None
        code = self.process.wait(WAIT_S)
        with self.process.stderr as stderr:
            return code, stderr.read().decode()

    def discard(self) -> None:
        self.process.kill()
        self.process.wait(WAIT_S)
        for pipe in (self.process.stdin, self.process.stderr):
            try:
                if pipe is not None:
                    pipe.close()
            except BrokenPipeError:
                continue

    def _collect(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stdout:
            for line in stdout:
                self._lines.put(line)
