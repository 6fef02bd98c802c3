"""Real development servers, each on a copy of its application in `tests/devservers`."""

import os
import re
import shutil
import signal
import socket
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path

from browser import ROOT

FOLDER = ROOT / "tests" / "devservers"
START_S = 60.0
STOP_S = 10.0
COMMENT = "// The coupon has no price."


@dataclass(frozen=True)
class Project:
    """An application whose component fails below `COMMENT`, and the server that it is developed with."""

    app: str
    component: str
    program: str
    ready: str
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)


class DevServer:
    """Runs until `stop`. Edits go to a copy, so that they do not touch the tree."""

    def __init__(self, project: Project, folder: Path) -> None:
        assert (FOLDER / "node_modules").is_dir(), "run `make setup`: the development servers lack their packages"
        shutil.copytree(FOLDER / project.app, folder)
        (folder / "node_modules").symlink_to(FOLDER / "node_modules")
        self.project = project
        self.component = folder / project.component
        self.version = 1
        self._first_version = self.component.read_text()
        self.port = _free_port()
        self.url = f"http://localhost:{self.port}"
        self.output: list[str] = []
        self._is_ready = threading.Event()
        self._start(project, folder)

    @property
    def failing_line(self) -> int:
        lines = self.component.read_text().split("\n")
        return next(number for number, line in enumerate(lines, 1) if ".amount" in line)

    @property
    def step_lines(self) -> list[int]:
        """Where the component calls console.debug."""
        lines = self.component.read_text().split("\n")
        return [number for number, line in enumerate(lines, 1) if "console.debug" in line]

    def publish(self) -> None:
        """Saves the next version of the component, which has one more line above the one that fails."""
        self.version += 1
        steps = 'console.debug("step");\n' * (self.version - 1)
        text = self._first_version.replace("version 1", f"version {self.version}")
        self._save(text.replace(COMMENT, steps + COMMENT))

    def break_syntax(self) -> None:
        self._save(self.component.read_text().replace(".amount", ".amount((("))

    def _save(self, text: str) -> None:
        """In one step: `write_text` empties the file first, and a server may compile that."""
        data = text.encode()
        with self.component.open("r+b", buffering=0) as file:
            is_shorter = len(data) < file.seek(0, os.SEEK_END)
            file.seek(0)
            assert file.write(data) == len(data)
            if is_shorter:
                file.truncate()

    def stop(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(STOP_S)
        self._reader.join(STOP_S)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def _start(self, project: Project, folder: Path) -> None:
        program = FOLDER / "node_modules" / project.program
        self.process = subprocess.Popen(
            ["node", program, *project.arguments, "--port", str(self.port)],
            cwd=folder,
            env={**os.environ, "NEXT_TELEMETRY_DISABLED": "1", **project.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, args=(project.ready,), daemon=True)
        self._reader.start()
        if not self._is_ready.wait(START_S) or self.process.poll() is not None:
            self.stop()
            raise AssertionError(f"{project.app} did not start: {''.join(self.output)[-2000:]}")

    def _read(self, ready: str) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output.append(line)
            if re.search(ready, line):
                self._is_ready.set()
        self._is_ready.set()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
