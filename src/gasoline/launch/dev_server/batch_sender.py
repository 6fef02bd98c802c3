"""The connection to the daemon: sends batches until they are confirmed, and finds the next daemon when one goes."""

import json
import os
import select
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from gasoline.launch.connect import open_op
from gasoline.launch.dev_server.outbox import Outbox
from gasoline.launch.runtime_file import read_runtime
from gasoline.model.server_bounds import SERVER_GATHER_S

SERVER_RETRY_S = 0.5  # how soon the wrapper looks for a daemon again; it doubles up to SERVER_RETRY_MAX_S
SERVER_RETRY_MAX_S = 4.0
SERVER_ACK_WAIT_S = 10.0  # how long the daemon may take to confirm a batch
SERVER_LAST_SEND_S = 1.0  # how long the wrapper waits for the daemon after the command has ended

READ_BYTES = 65_536
ID_BYTES = 8


class DaemonLink:
    """Runs in a thread of its own. Whatever fails here costs entries at most, never the command."""

    def __init__(self, state_dir: str, hello: dict[str, Any], outbox: Outbox, flush: Callable[[], None]) -> None:
        self._state_dir = state_dir
        self.client = f"run-{os.urandom(ID_BYTES).hex()}"
        self._hello = {**hello, "client": self.client}
        self.outbox = outbox
        self.flush = flush
        self.dropped_lines: Callable[[], int] = lambda: 0
        self.wakeup, self.waker = socket.socketpair()
        self.waker.setblocking(False)
        self._is_woken = False
        self.exit_code: int | None = None
        self.is_over = False
        self.is_connected = False
        self._has_tried = threading.Event()
        self.deadline = float("inf")
        self._thread = threading.Thread(target=self._run, name="daemon link", daemon=True)

    def start(self, dropped_lines: Callable[[], int]) -> None:
        self.dropped_lines = dropped_lines
        self._thread.start()

    @property
    def lost(self) -> int:
        """Lines that were dropped unread, and entries that found no daemon in time."""
        return self.dropped_lines() + self.outbox.dropped

    def has_daemon(self) -> bool:
        """Waits for the first attempt to find one."""
        self._has_tried.wait(SERVER_LAST_SEND_S)
        return self.is_connected

    def wake(self) -> None:
        if self._is_woken:
            return
        self._is_woken = True
        try:
            self.waker.send(b"\0")
        except BlockingIOError:
            return  # it is awake already

    def has_woken(self) -> None:
        """Called before it reads the queue, so that later entries wake it again."""
        self._is_woken = False
        self.wakeup.recv(READ_BYTES)

    def finish(self, exit_code: int | None) -> None:
        """Sends what is left and how the command ended if that is known, provided that a daemon takes it soon."""
        self.deadline = time.monotonic() + SERVER_LAST_SEND_S
        self.exit_code = exit_code
        self.is_over = True
        self.wake()
        self._thread.join(SERVER_LAST_SEND_S * 2)
        if not self._thread.is_alive():
            self.wakeup.close()
            self.waker.close()

    def _run(self) -> None:
        pause = SERVER_RETRY_S
        while not self._is_over():
            connection = self._connect()
            self.is_connected = connection is not None
            self._has_tried.set()
            if connection is None:
                self._sleep(pause)
                pause = min(pause * 2, SERVER_RETRY_MAX_S)
                continue
            pause = SERVER_RETRY_S
            try:
                with connection:
                    _Dialogue(self, connection).run()
                    return
            except (OSError, ValueError):
                self.is_connected = False
                self._sleep(pause)

    def _is_over(self) -> bool:
        """After the end, one attempt is enough: without a daemon there is no receiver."""
        return self.is_over and (not self.outbox or time.monotonic() > self.deadline)

    def _connect(self) -> socket.socket | None:
        runtime = read_runtime(self._state_dir)
        try:
            return open_op(runtime, "run", **self._hello) if runtime else None
        except OSError:
            return None

    def _sleep(self, seconds: float) -> None:
        """Sleeps until the time is over or the command has ended."""
        end = min(time.monotonic() + seconds, self.deadline)
        while (left := end - time.monotonic()) > 0 and not self.is_over:
            if select.select([self.wakeup], [], [], left)[0]:
                self.has_woken()
        if self.is_over:
            time.sleep(min(SERVER_GATHER_S, max(0.0, self.deadline - time.monotonic())))


class _Dialogue:
    """One connection, from its first batch to its end. Raises OSError or ValueError when it breaks."""

    def __init__(self, link: DaemonLink, connection: socket.socket) -> None:
        self._link = link
        self._connection = connection
        connection.settimeout(SERVER_ACK_WAIT_S)
        self._received = b""
        self._unconfirmed_since = 0.0
        self._flushes: list[object] = []
        self._is_welcome = False

    def run(self) -> None:
        link = self._link
        while True:
            self._wait()
            if not self._is_welcome:
                continue
            if not self._unconfirmed_since and (batch := link.outbox.batch()):
                self._send_batch(*batch)
            if self._unconfirmed_since or len(link.outbox):
                continue
            while self._flushes:
                self._send({"flushed": self._flushes.pop()})
            if link.is_over:
                if link.exit_code is not None:
                    self._send({"exit": link.exit_code, "lost": self._link.lost})
                return

    def _wait(self) -> None:
        now = time.monotonic()
        patience = self._unconfirmed_since + SERVER_ACK_WAIT_S if self._unconfirmed_since else float("inf")
        until = min(patience, self._link.deadline)
        wait_s = None if until == float("inf") else max(0.0, until - now)
        ready, _, _ = select.select([self._connection, self._link.wakeup], [], [], wait_s)
        if not ready:
            raise TimeoutError("the daemon does not answer")
        if self._link.wakeup in ready:
            self._link.has_woken()
        if self._connection in ready:
            self._read()

    def _read(self) -> None:
        data = self._connection.recv(READ_BYTES)
        if not data:
            raise ConnectionError("the daemon closed the connection")
        *lines, self._received = (self._received + data).split(b"\n")
        for line in lines:
            self._take(json.loads(line))

    def _take(self, message: dict[str, Any]) -> None:
        if "ok" in message:
            self._is_welcome = True
        elif "received" in message:
            self._link.outbox.confirm(message["seq"])
            self._unconfirmed_since = 0.0
        elif "flush" in message:
            self._link.flush()
            self._flushes.append(message["flush"])
        elif "error" in message:
            raise ConnectionError(str(message["error"]))

    def _send_batch(self, seq: int, entries: list[str]) -> None:
        head = json.dumps({"client": self._link.client, "seq": seq, "lost": self._link.lost})
        self._connection.sendall(f'{head[:-1]},"entries":[{",".join(entries)}]}}\n'.encode())
        self._unconfirmed_since = time.monotonic()

    def _send(self, message: dict[str, Any]) -> None:
        self._connection.sendall(json.dumps(message).encode() + b"\n")
