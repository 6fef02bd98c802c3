"""A state directory and a free port of a test's own, and the real programs that run there."""

import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from forwarder_client import WAIT_S, McpClient

from gasoline.cli import main
from gasoline.launch.find_daemon import find_daemon
from gasoline.launch.pid_alive import pid_alive
from gasoline.launch.runtime_file import Runtime, read_runtime

STOPPED = "T"
OTHER_VERSION = (
    "import gasoline; gasoline.__version__ = '0.0.1'; import sys; from gasoline.cli import main; sys.exit(main())"
)


def eventually(condition: Callable[[], Any]) -> Any:
    """What the condition gives as soon as it gives something."""
    deadline = time.monotonic() + WAIT_S
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)
    return found


def free_port() -> int:
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    """Different ones: they are free one after the other, and held until the last is known."""
    with ExitStack() as held:
        probes = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [int(probe.getsockname()[1]) for probe in probes]


class Home:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state_dir = folder / "state"
        self.port = free_port()
        self.env = {
            **os.environ,
            "GASOLINE_STATE_DIR": str(self.state_dir),
            "GASOLINE_PORT": str(self.port),
            "PYTHONPATH": str(Path(__file__).parents[2] / "src"),
        }
        self._clients: list[McpClient] = []
        self._serving: list[subprocess.Popen[bytes]] = []

    def run(self, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "gasoline", *words]
        return subprocess.run(
            command, env=self.env, cwd=self.folder, input=stdin, capture_output=True, text=True, timeout=60, check=False
        )

    def run_here(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The same in this process, for commands that end before they do anything: a tenth of the time."""
        out, err = io.StringIO(), io.StringIO()
        with (
            patch.dict(os.environ, self.env),
            patch.object(sys, "argv", ["gasoline", *words]),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            try:
                code = main()
            except SystemExit as end:
                code = int(end.code or 0)
        return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())

    def json_of(self, *words: str) -> Any:
        return json.loads(self.run(*words).stdout)

    def client(self, *flags: str) -> McpClient:
        return self._client(["-m", "gasoline", "mcp", *flags])

    def installed_client(self) -> McpClient:
        """As a client starts the installed program: `python -m` would look into the working directory."""
        return self._client(["-P", "-m", "gasoline", "mcp"])

    def client_of_other_version(self) -> McpClient:
        return self._client(["-c", OTHER_VERSION, "mcp"])

    def start_daemon_of_other_version(self) -> None:
        """In place of the running one, if any."""
        self.run("stop")
        words = ["serve", "--port", str(self.port), "--state-dir", str(self.state_dir)]
        self._serving.append(
            subprocess.Popen([sys.executable, "-c", OTHER_VERSION, *words], env=self.env, stderr=subprocess.DEVNULL)
        )
        eventually(lambda: find_daemon(str(self.state_dir)))

    @property
    def runtime(self) -> Runtime:
        runtime: Runtime = eventually(lambda: read_runtime(self.state_dir))
        return runtime

    def daemon_pids(self) -> list[int]:
        """Every server process of this state directory (Linux)."""
        wanted = [b"serve", str(self.state_dir).encode()]
        return [
            int(process.name)
            for process in Path("/proc").iterdir()
            if process.name.isdigit() and pid_alive(int(process.name)) and _runs(process, wanted)
        ]

    def kill_daemon(self) -> int:
        pid = self.runtime.pid
        os.kill(pid, signal.SIGKILL)
        return pid

    def await_daemon_other_than(self, pid: int) -> None:
        eventually(lambda: (runtime := read_runtime(self.state_dir)) and runtime.pid != pid)

    def freeze_daemon(self) -> None:
        """What is sent from now on is not answered (Linux)."""
        pid = self.runtime.pid
        os.kill(pid, signal.SIGSTOP)
        eventually(lambda: _state_of(pid) == STOPPED)

    def end(self) -> None:
        for client in self._clients:
            client.discard()
        for pid in self.daemon_pids():
            os.kill(pid, signal.SIGKILL)
        for process in self._serving:
            process.wait(WAIT_S)

    def _client(self, words: list[str]) -> McpClient:
        client = McpClient([sys.executable, *words], self.env, self.folder)
        self._clients.append(client)
        return client


def _state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]


def _runs(process: Path, wanted: list[bytes]) -> bool:
    try:
        words = (process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return all(word in words for word in wanted)


def send(home: Home, path: str, body: Any) -> None:
    runtime = json.loads((home.state_dir / "runtime.json").read_text())
    headers = {"Content-Type": "application/json", "X-Gasoline-Token": runtime["token"]}
    request = urllib.request.Request(
        f"http://127.0.0.1:{runtime['port']}{path}", json.dumps(body).encode(), headers, method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 200


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    home.end()
