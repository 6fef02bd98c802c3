"""A command with pipes and threads only, for systems without pseudo-terminals."""

import os
import signal
import subprocess
import threading
from collections.abc import Sequence

from gasoline.launch.dev_server.capture import Capture
from gasoline.launch.dev_server.command import SIGNALED, CannotStart
from gasoline.model.server_bounds import SERVER_DRAIN_S

READ_BYTES = 65_536
STREAMS = (("stdout", 1), ("stderr", 2))


class PortableCommand:
    """Shares our console: Ctrl-C reaches the command by itself."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # noqa: S603
        except OSError as error:
            raise CannotStart(command[0], error) from error
        self.pid = self._process.pid

    def pump(self, capture: Capture) -> int:
        previous = signal.signal(signal.SIGINT, lambda *_: None)
        pipes = (self._process.stdout, self._process.stderr)
        threads = [
            threading.Thread(target=_copy, args=(pipe.fileno(), target, stream, capture), daemon=True)
            for pipe, (stream, target) in zip(pipes, STREAMS, strict=True)
            if pipe
        ]
        try:
            for thread in threads:
                thread.start()
            code = self._process.wait()
            for thread, pipe in zip(threads, pipes, strict=False):
                thread.join(SERVER_DRAIN_S)
                if pipe and not thread.is_alive():  # a process that outlives the command may keep it open
                    pipe.close()
        finally:
            signal.signal(signal.SIGINT, previous)
        return SIGNALED - code if code < 0 else code


def _copy(source: int, target: int, stream: str, capture: Capture) -> None:
    is_open = True
    while data := os.read(source, READ_BYTES):
        capture.put(stream, data)
        is_open = is_open and _write(target, data)


def _write(target: int, data: bytes) -> bool:
    try:
        while data:
            data = data[os.write(target, data) :]
    except OSError:
        return False
    return True
