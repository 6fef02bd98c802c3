"""Captures output in threads of this process, for systems that cannot fork."""

import sys
import threading
import time
from typing import Any

from gasoline.launch.dev_server.capture import NO_FD
from gasoline.launch.dev_server.output_feed import Chunk, OutputFeed
from gasoline.launch.dev_server.output_sender import OutputSender
from gasoline.model.server_bounds import SERVER_GATHER_S
from gasoline.model.units import KIB

SERVER_LAST_BYTES = 128 * KIB  # output that is still parsed after the command has ended
SERVER_SWITCH_S = 0.0005  # how long the parser may hold up the output at once


class CaptureThread:
    """The feed between the thread that copies the output and the one that parses it."""

    def __init__(self, state_dir: str, directory: str) -> None:
        self._feed = OutputFeed()
        self._sender = OutputSender(self, state_dir, directory)
        self._has_output = threading.Event()
        self._ends = False
        self._thread = threading.Thread(target=self._sender.parse_all, name="parser", daemon=True)

    def begin(self, hello: dict[str, Any]) -> None:
        sys.setswitchinterval(SERVER_SWITCH_S)
        self._sender.begin(hello)
        self._thread.start()

    def put(self, stream: str, data: bytes) -> None:
        self._feed.put(stream, data)
        self._has_output.set()

    def skip(self, stream: str, size: int) -> None:
        self._feed.skip(stream, size)

    @property
    def waits_for(self) -> int:
        return NO_FD

    def send(self) -> None:
        """There is nothing to do: the other thread takes it."""

    def finish(self, exit_code: int) -> None:
        self._feed.drop_all_but(SERVER_LAST_BYTES)
        self._ends = True
        self._has_output.set()
        self._thread.join()
        self._sender.finish(exit_code)

    def cancel(self) -> None:
        """Does nothing, because nothing has started."""

    @property
    def dropped_lines(self) -> int:
        return self._feed.dropped_lines

    @property
    def is_ended(self) -> bool:
        return self._ends

    def wait(self, seconds: float | None) -> bool:
        if not self._has_output.wait(seconds):
            return False
        self._has_output.clear()
        time.sleep(SERVER_GATHER_S)
        return True

    def pop(self) -> Chunk | None:
        return self._feed.pop()
