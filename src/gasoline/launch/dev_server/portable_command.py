"""A command with pipes and threads only, for systems without pseudo-terminals."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from gasoline.launch.dev_server.capture import Capture
from gasoline.launch.dev_server.command import SIGNALED, CannotStart
from gasoline.launch.find_program import find_program
from gasoline.model.server_bounds import SERVER_DRAIN_S

READ_BYTES = 65_536
STREAMS = (("stdout", 1), ("stderr", 2))
ENDING = ("SIGTERM", "SIGBREAK", "SIGHUP")
"""Signals after which the command is ended, as far as the system has them."""
SIGNAL_CHECK_S = 0.25
"""Windows does not interrupt a wait for a process: signals are handled between two waits."""


def end_tree(pid: int) -> None:
    if sys.platform == "win32":
        words = [find_program("taskkill") or "taskkill", "/T", "/F", "/PID", str(pid)]
        subprocess.run(words, capture_output=True, check=False)  # noqa: S603 - a program of the system
    else:
        os.kill(pid, signal.SIGTERM)


class PortableCommand:
    """Shares our console: Ctrl-C reaches the command by itself."""

    def __init__(self, command: Sequence[str], end_tree: Callable[[int], None] = end_tree) -> None:
        program = find_program(command[0]) or command[0]  # `npm` is `npm.cmd` on Windows
        try:
            self._process = subprocess.Popen(  # noqa: S603 - what the user asked for
                [program, *command[1:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise CannotStart(command[0], error) from error
        self.pid = self._process.pid
        self._end_tree = end_tree

    def pump(self, capture: Capture) -> int:
        previous = self._handle_signals()
        pipes = (self._process.stdout, self._process.stderr)
        copies = [
            _Copy(pipe.fileno(), target, stream, capture)
            for pipe, (stream, target) in zip(pipes, STREAMS, strict=True)
            if pipe
        ]
        try:
            for copy in copies:
                copy.start()
            code = self._wait()
            for copy, pipe in zip(copies, pipes, strict=False):
                if copy.has_ended() and pipe:  # a process that outlives the command may keep it open
                    pipe.close()
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)
        return SIGNALED - code if code < 0 else code

    def _handle_signals(self) -> dict[int, Any]:
        ending = [getattr(signal, name) for name in ENDING if hasattr(signal, name)]
        previous: dict[int, Any] = {
            number: signal.signal(number, lambda *_: self._end_tree(self.pid)) for number in ending
        }
        previous[signal.SIGINT] = signal.signal(signal.SIGINT, lambda *_: None)
        return previous

    def _wait(self) -> int:
        while True:
            try:
                return self._process.wait(SIGNAL_CHECK_S)
            except subprocess.TimeoutExpired:
                continue


class _Copy(threading.Thread):
    """Passes one stream on, until it ends."""

    def __init__(self, source: int, target: int, stream: str, capture: Capture) -> None:
        super().__init__(name=f"copy of {stream}", daemon=True)
        self._source = source
        self._target = target
        self._stream = stream
        self._capture = capture
        self._reads = 0
        self._waits_for_output = False

    def run(self) -> None:
        is_open = True
        while data := self._read():
            self._capture.put(self._stream, data)
            is_open = is_open and _write(self._target, data)

    def _read(self) -> bytes:
        self._waits_for_output = True
        data = os.read(self._source, READ_BYTES)
        self._waits_for_output = False
        self._reads += 1
        return data

    def has_ended(self) -> bool:
        """Waits while output comes or its reader is slow; not for a stream that is open and silent."""
        while self.is_alive():
            before = self._reads
            self.join(SERVER_DRAIN_S)
            if self.is_alive() and self._waits_for_output and self._reads == before:
                return False
        return True


def _write(target: int, data: bytes) -> bool:
    try:
        while data:
            data = data[os.write(target, data) :]
    except OSError:
        return False
    return True
