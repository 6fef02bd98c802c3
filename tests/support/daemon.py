"""Starts a real `gasoline serve` and speaks HTTP with it."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from changed_limits import by_module

START_WAIT_S = 60.0
# So that an answer waits for what happened before the question as long as a busy machine needs.
PATIENT = {
    "FLUSH_WAIT_MS": 5_000,
    "ERROR_CONTEXT_WAIT_MS": 20_000,
    "SERVER_FLUSH_S": 10.0,
    "SERVER_JOIN_AFTER_S": 5.0,  # how late the output of a server may be read
}
CHANGED_LIMITS = Path(__file__).with_name("changed_limits.py")
WAIT_S = 30.0  # bounds a failure, not a success: a busy machine must not decide a test


def wait_until(probe: Callable[[], Any], what: str = "it") -> Any:
    """Asks again until the answer is true; fails after a while."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        if found := probe():
            return found
        time.sleep(0.01)
    raise AssertionError(f"timed out waiting for {what}")


@dataclass(frozen=True)
class HttpAnswer:
    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Daemon:
    """A daemon process on a free port; `kill` and `start` again keep port and state directory."""

    def __init__(
        self, state_dir: Path, *flags: str, port: int = 0, cwd: Path | None = None, **changed_limits: float
    ) -> None:
        self.state_dir = state_dir
        self.cwd = cwd
        self.changed_limits = {**PATIENT, **changed_limits}
        self.flags = flags
        self.port = port
        self.start()

    def start(self) -> None:
        self.log = self.state_dir.parent / "serve.log"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, *self._program(), "serve", "--port", str(self.port), *self.flags],
                env={**os.environ, "GASOLINE_STATE_DIR": str(self.state_dir)},
                cwd=self.cwd,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
            )
        try:
            self.runtime = self._await_runtime()
        except AssertionError:
            self.stop()  # or it would be found running in the middle of another test
            raise
        self.port = self.runtime["port"]

    @property
    def token(self) -> str:
        return str(self.runtime["token"])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_extension_connected(self) -> bool:
        return bool(self.get("/pilot-status").json["extension_connected"])

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "GASOLINE_STATE_DIR": str(self.state_dir), "GASOLINE_PORT": str(self.port)}

    def request(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> HttpAnswer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        base = {"Content-Type": "application/json"} if data is not None else {}
        try:
            connection.request(method, path, data, {**base, **(headers or {})})
            answer = connection.getresponse()
            return HttpAnswer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> HttpAnswer:
        return self.request("GET", path, headers=headers)

    def post(self, path: str, body: Any, **headers: str) -> HttpAnswer:
        return self.request("POST", path, body, headers)

    @contextmanager
    def begin(self, path: str, **headers: str) -> Iterator[http.client.HTTPConnection]:
        """Sends a GET whose answer may take its time."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path, headers=headers)
            yield connection
        finally:
            connection.close()

    def call(self, tool: str, **arguments: Any) -> Any:
        """A tool call over the local socket: the parsed JSON of its first block."""
        return json.loads(self.reply(tool, **arguments)["content"][0]["text"])

    def reply(self, tool: str, hear: Callable[[Any], None] | None = None, **arguments: Any) -> dict[str, Any]:
        """The complete answer, as JSON unless another output is asked for; `hear` gets the progress before it."""
        from gasoline.launch.connect import ask
        from gasoline.launch.runtime_file import read_runtime

        runtime = read_runtime(str(self.state_dir))
        assert runtime is not None
        given = {"output": "json", **arguments}
        wants = hear is not None
        return dict(ask(runtime, "call", wait_s=30, on_progress=hear, tool=tool, arguments=given, progress=wants))

    def pair(self, code: str = "") -> None:
        """As `gasoline pair` does."""
        from gasoline.launch.connect import ask
        from gasoline.launch.runtime_file import read_runtime

        runtime = read_runtime(str(self.state_dir))
        assert runtime is not None
        assert ask(runtime, "pair", code=code).get("ok") is True

    def paste(self, line: str) -> None:
        """Runs a line of the popup or of a document in a shell, as a person does."""
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**self.environment, "PATH": programs}
        subprocess.run(["sh", "-e"], input=line, env=environment, text=True, check=True, timeout=WAIT_S)

    def terminate(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(15)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(15)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()

    def _program(self) -> list[str]:
        return [str(CHANGED_LIMITS), json.dumps(by_module(self.changed_limits))]

    def _await_runtime(self) -> dict[str, Any]:
        path = self.state_dir / "runtime.json"
        deadline = time.monotonic() + START_WAIT_S
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"serve ended with {self.process.returncode}: {self.log.read_text()[-2000:]}")
            try:
                runtime: dict[str, Any] = json.loads(path.read_text())
            except (FileNotFoundError, json.JSONDecodeError):
                time.sleep(0.02)
                continue
            if runtime["pid"] == self.process.pid:
                return runtime
            time.sleep(0.02)
        raise AssertionError(f"no runtime.json: {self.log.read_text()[-2000:]}")
