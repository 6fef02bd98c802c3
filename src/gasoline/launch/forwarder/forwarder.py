"""Forwards JSON-RPC lines between an AI client's stdio and the daemon, across daemon restarts.

It has two threads: the main thread reads from the client, the other keeps a link to a daemon and reads from it.
"""

import threading
import time

from gasoline.launch.daemon_lock import STARTUP_POLL_S
from gasoline.launch.find_daemon import NoDaemon, ensure_daemon, find_daemon
from gasoline.launch.first_answers import FirstAnswers
from gasoline.launch.forwarder.client_pipe import ClientPipe, log_to_stderr
from gasoline.launch.forwarder.client_session import ClientSession
from gasoline.launch.forwarder.daemon_link import DaemonLink
from gasoline.launch.forwarder.json_rpc import (
    INTERNAL_ERROR,
    BadLine,
    Message,
    RequestId,
    answered_id,
    error_line,
    parse_line,
    request_id,
)
from gasoline.launch.forwarder.options import ForwarderOptions
from gasoline.launch.pid_alive import pid_alive
from gasoline.launch.runtime_file import read_runtime

RECONNECT_TRIES = 3  # a forwarder whose daemon went away
SUCCESSOR_WAIT_S = 15.0  # after a polite end a forwarder looks this long for the next daemon
STABLE_LINK_S = 1.0  # a link that lasted this long was no failure
FINISH_WAIT_S = 5.0  # answers still under way when stdin ends

INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
CLOSES_AT_ONCE = "the server closes every connection at once"
RESTARTED = "the gasoline server restarted during this call; call again"


class Forwarder:
    def __init__(self, options: ForwarderOptions, directory: str) -> None:
        self._options = options
        self._directory = directory
        self._client = ClientPipe()
        # Everything below is guarded by `_changed`.
        self._changed = threading.Condition()
        self._session = ClientSession()
        self._link: DaemonLink | None = None
        self._failure: str | None = None
        self._wanted = False
        self._closing = False
        self._first: FirstAnswers | None = None
        self._is_repeating = False
        """What the client sent before is replayed to a daemon; until it has that, nothing else is answered for it."""

    def run(self) -> int:
        if find_daemon(self._directory) is None:
            self._first = FirstAnswers(self._options.tools)
        threading.Thread(target=self._keep_linked, daemon=True).start()
        for line in self._client.lines():
            self._take_from_client(line)
        return self._finish()

    # --- the main thread: client → daemon ---

    def _take_from_client(self, line: bytes) -> None:
        try:
            messages = parse_line(line)
        except BadLine as bad:
            self._client.write(error_line(None, bad.code, str(bad)))
            return
        with self._changed:
            if self._answer_first(messages, line):
                return
            link = self._wait_for_link()
            if link is not None:
                self._session.note_sent(messages, line)
        if link is not None:
            link.send(line)
        else:
            self._refuse(messages)

    def _answer_first(self, messages: list[Message], line: bytes) -> bool:
        """Whether the message needs no daemon: it is answered here while one starts, and repeated to it later."""
        if self._first is None or len(messages) != 1:
            return False
        if self._first.swallows(messages[0]):
            return True
        if self._link is not None or self._is_repeating:
            return False
        answer = self._first.answer(messages[0])
        if answer is None:
            return False
        self._session.note_sent(messages, line)
        self._wanted, self._failure = True, None
        self._changed.notify_all()
        self._client.write(answer)
        self._session.note_answered(parse_line(answer))
        return True

    def _wait_for_link(self) -> DaemonLink | None:
        if self._link is None:
            self._wanted, self._failure = True, None
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._link is not None or self._failure is not None)
        return self._link

    def _refuse(self, messages: list[Message]) -> None:
        for message in messages:
            about = request_id(message)
            if about is not None:
                self._client.write(error_line(about, INTERNAL_ERROR, self._failure or RESTARTED))

    def _finish(self) -> int:
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._session.is_awaiting(), FINISH_WAIT_S)
            return 1 if self._link is None and self._failure is not None else 0

    # --- the other thread: daemon → client ---

    def _keep_linked(self) -> None:
        last: DaemonLink | None = None
        failed_attempts = 0  # consecutive links that closed at once without a message from the daemon
        while True:
            last = self._obtain_link(last)
            began = time.monotonic()
            spoke = self._repeat_session(last) and self._serve_link(last)
            failed_attempts = 0 if spoke or time.monotonic() - began > STABLE_LINK_S else failed_attempts + 1
            self._drop_link(last)
            if failed_attempts > RECONNECT_TRIES:
                self._report_failure(f"{last.refusal or CLOSES_AT_ONCE}. Run `gasoline doctor`.")
            self._await_successor(last)

    def _obtain_link(self, last: DaemonLink | None) -> DaemonLink:
        while True:
            reason = ""
            for _ in range(RECONNECT_TRIES):
                try:
                    return self._try_for_link(last)
                except OSError as error:  # it exited just now; there may be a new one
                    reason = f"cannot reach the server: {error}. Run `gasoline doctor`."
                except NoDaemon as error:
                    reason = str(error)
                    break
            self._report_failure(reason)

    def _try_for_link(self, last: DaemonLink | None) -> DaemonLink:
        if last is None:
            runtime = ensure_daemon(self._directory, self._options.port, replace_other_version=True)
        else:  # accept any version and port from now on, so that two versions do not keep replacing each other
            runtime = ensure_daemon(self._directory, last.port, any_port=True)
        return DaemonLink(runtime, self._options.tools)

    def _report_failure(self, reason: str) -> None:
        """Fails the pending requests, and continues when the client sends another one."""
        log_to_stderr(reason)
        with self._changed:
            self._fail_unanswered(reason, with_initialize=True)
            self._failure, self._wanted = reason, False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._wanted)

    def _repeat_session(self, link: DaemonLink) -> bool:
        """Replays the client's session to a new daemon, then hands the link over to the client."""
        with self._changed:
            self._is_repeating = True
            initialize = self._session.initialize_under_way()
            repeated = [] if initialize else self._session.to_repeat()
        link.limit_wait(True)
        for about, line in repeated:
            link.send(line)
            if not self._swallow_answer(link, about):
                return False
            if line is repeated[0][1]:
                link.send(INITIALIZED)
        link.limit_wait(False)
        if initialize:
            link.send(initialize)
        with self._changed:
            self._link, self._failure, self._wanted = link, None, False
            self._is_repeating = False
            self._changed.notify_all()
        return True

    def _swallow_answer(self, link: DaemonLink, about: RequestId) -> bool:
        for line, messages in link.messages():
            if any(answered_id(message) == about for message in messages):
                return True
            self._client.write(line)
        return False

    def _serve_link(self, link: DaemonLink) -> bool:
        """Whether the daemon sent anything before the link closed."""
        spoke = False
        for line, messages in link.messages():
            self._client.write(line)
            with self._changed:
                self._session.note_answered(messages)
                self._changed.notify_all()
            spoke = True
        return spoke

    def _drop_link(self, link: DaemonLink) -> None:
        link.close()
        with self._changed:
            self._link, self._is_repeating = None, False
            self._fail_unanswered(link.refusal or RESTARTED, with_initialize=self._closing)

    def _fail_unanswered(self, reason: str, *, with_initialize: bool) -> None:
        for about in self._session.unanswered(with_initialize=with_initialize):
            self._client.write(error_line(about, INTERNAL_ERROR, reason))
            self._session.forget(about)
        self._changed.notify_all()

    def _await_successor(self, last: DaemonLink) -> None:
        """After a crash, the next daemon starts at once; after a clean stop, only when the client needs one."""
        deadline = time.monotonic() + SUCCESSOR_WAIT_S
        while time.monotonic() < deadline:
            if find_daemon(self._directory) is not None or self._has_crashed(last.pid):
                return
            if self._is_wanted(STARTUP_POLL_S):
                return
        self._is_wanted(None)

    def _has_crashed(self, pid: int) -> bool:
        runtime = read_runtime(self._directory)
        return runtime is not None and runtime.pid == pid and not pid_alive(pid)

    def _is_wanted(self, wait_s: float | None) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._wanted and not self._closing, wait_s)
