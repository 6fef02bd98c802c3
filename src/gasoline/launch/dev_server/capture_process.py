"""Captures output in a process of its own, so that parsing never takes time from the copying of the output."""

import json
import os
import select
import signal
import time
import traceback
from contextlib import suppress
from typing import Any

from gasoline.launch.dev_server.batch_sender import SERVER_LAST_SEND_S
from gasoline.launch.dev_server.capture import NO_FD
from gasoline.launch.dev_server.frames import BEGIN, END, FrameReader, frame, widen_pipe
from gasoline.launch.dev_server.output_feed import OutputFeed
from gasoline.launch.dev_server.output_sender import OutputSender
from gasoline.launch.dev_server.process_session import end_session
from gasoline.launch.start_daemon import open_daemon_log
from gasoline.model.units import KIB

SERVER_PARSER_BYTES = 256 * KIB  # output in the pipe to the parser
SERVER_LAST_BYTES = 128 * KIB  # of what waits for the pipe, what is still parsed after the command has ended
SERVER_NICENESS = 19  # of the process that parses: the command and its output come first
SERVER_LAST_WAIT_S = 3 * SERVER_LAST_SEND_S  # how long the wrapper waits for this process after the command has ended


class CaptureProcess:
    """Our end of the pipe to it. A full pipe is not waited for: the feed keeps what it can."""

    def __init__(self, state_dir: str, directory: str) -> None:
        read, self._write = os.pipe()
        self._done, done = os.pipe()
        widen_pipe(self._write, SERVER_PARSER_BYTES)
        if not os.fork():
            os.close(self._write)
            os.close(self._done)
            _become_parser(read, done, state_dir, directory)
        os.close(read)
        os.close(done)  # the other copy closes when the process ends
        os.set_blocking(self._write, False)
        self._feed = OutputFeed()
        self._partial = b""
        self._is_gone = False

    def begin(self, hello: dict[str, Any]) -> None:
        self._partial = frame(BEGIN, json.dumps(hello).encode())
        self.send()

    def put(self, stream: str, data: bytes) -> None:
        self._feed.put(stream, data)
        self.send()

    def skip(self, stream: str, size: int) -> None:
        self._feed.skip(stream, size)

    @property
    def waits_for(self) -> int:
        return self._write if self._partial and not self._is_gone else NO_FD

    def send(self) -> None:
        """What the pipe takes now."""
        try:
            while self._partial or self._next_frame():
                self._partial = self._partial[os.write(self._write, self._partial) :]
        except BlockingIOError:
            return
        except OSError:  # it was killed: the command goes on without it
            self._is_gone = True

    def _next_frame(self) -> bool:
        chunk = self._feed.pop()
        if chunk:
            self._partial = frame(
                chunk.stream, chunk.data, chunk.at, follows_gap=chunk.follows_gap, dropped=self._feed.dropped_lines
            )
        return chunk is not None

    def finish(self, exit_code: int) -> None:
        deadline = time.monotonic() + SERVER_LAST_WAIT_S
        self._feed.drop_all_but(SERVER_LAST_BYTES)
        self._send_until(deadline)
        self._partial += frame(END, str(exit_code).encode(), dropped=self._feed.dropped_lines)
        self._send_until(deadline)
        os.close(self._write)
        select.select([self._done], [], [], max(0.0, deadline - time.monotonic()))

    def _send_until(self, deadline: float) -> None:
        self.send()
        while (fd := self.waits_for) != NO_FD and (left := deadline - time.monotonic()) > 0:
            select.select([], [fd], [], left)
            self.send()

    def cancel(self) -> None:
        os.close(self._write)


def _become_parser(read: int, done: int, state_dir: str, directory: str) -> None:
    """In the child: leaves the terminal, holds none of our streams open, and ends with the pipe."""
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        nothing = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(nothing, fd)
        with suppress(OSError):
            os.nice(SERVER_NICENESS)
        _parse(FrameReader(read), done, state_dir, directory)
    except Exception:
        os.dup2(open_daemon_log(state_dir), 2)  # the terminal belongs to the command
        traceback.print_exc()
    finally:
        os._exit(0)


def _parse(reader: FrameReader, done: int, state_dir: str, directory: str) -> None:
    hello = reader.wait_for_begin()
    if hello is None:
        return  # the command could not be started
    sender = OutputSender(reader, state_dir, directory)
    sender.begin(hello)
    sender.parse_all()
    if reader.exit_code is None:  # the wrapper was killed: no other process can end the command
        end_session(hello["pid"], with_leader=True)
    if not sender.has_daemon():
        os.close(done)  # so that no caller waits while it looks for one
    sender.finish(reader.exit_code)
