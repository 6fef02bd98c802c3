"""A command on a pseudo-terminal where we have a terminal, and on pipes where our output is a file or a pipe."""

import fcntl
import os
import pty
import select
import selectors
import signal
import sys
import termios
from collections.abc import Sequence
from contextlib import suppress

from gasoline.launch.dev_server.capture import NO_FD, Capture
from gasoline.launch.dev_server.command import SIGNALED, CannotStart, NoTerminal
from gasoline.launch.dev_server.frames import widen_pipe
from gasoline.launch.dev_server.outer_terminal import OuterTerminal
from gasoline.launch.dev_server.output_stream import SERVER_OUTPUT_BYTES, Output
from gasoline.launch.dev_server.process_session import end_session
from gasoline.model.server_bounds import SERVER_DRAIN_S

READ_BYTES = 65_536
DRAIN_ROUNDS = 32
"""Enough for the largest pipe."""
LOCAL_FLAGS, CONTROL_KEYS = 3, 6
"""Their places in what `tcgetattr` returns."""
NO_KEY = b"\0"
STREAMS = ("stdin", "stdout", "stderr")
FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)
OTHERS = (signal.SIGCHLD, signal.SIGWINCH, signal.SIGCONT, signal.SIGTSTP)
RESTORED = ("SIGPIPE", "SIGXFSZ", "SIGTTOU")
"""Python ignores them, and the command must not inherit that."""


class PosixCommand:
    """Runs in a session of its own, so that all of its processes can be ended together."""

    def __init__(self, command: Sequence[str]) -> None:
        self._outer = OuterTerminal()
        self._master, slave = self._open_pty() if self._outer.exists else (-1, -1)
        ours, theirs = _pipes()
        failed_read, failed_write = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if not self.pid:
            _become(command, slave, theirs, failed_write)
        for fd in (slave, failed_write, *theirs.values()):
            if fd >= 0:
                os.close(fd)
        self._check_started(command[0], failed_read)
        self._outputs = [Output(STREAMS[fd], source, fd) for fd, source in ours.items()]
        if self._master >= 0:
            self._outputs.append(Output("terminal", self._master, 1 if os.isatty(1) else 2))
        self._keys = b""
        self._exit_code: int | None = None

    def _open_pty(self) -> tuple[int, int]:
        try:
            master, slave = pty.openpty()
        except OSError as error:
            raise NoTerminal from error
        with suppress(termios.error):
            if settings := self._outer.settings():
                termios.tcsetattr(slave, termios.TCSANOW, settings)
        self._outer.copy_size(slave)
        return master, slave

    def _check_started(self, name: str, failed: int) -> None:
        """The pipe closes by itself when the command has replaced our copy."""
        with os.fdopen(failed, "rb") as report:
            number = report.read()
        if number:
            os.waitpid(self.pid, 0)
            error = OSError(int(number), os.strerror(int(number)))
            raise CannotStart(name, error)

    def pump(self, capture: Capture) -> int:
        wakeup_read, wakeup_write = os.pipe()
        for fd in (wakeup_read, wakeup_write):
            os.set_blocking(fd, False)
        previous = {number: signal.signal(number, _ignore) for number in (*FORWARDED, *OTHERS)}
        before = signal.set_wakeup_fd(wakeup_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        try:
            self._outer.take()
            if self._master >= 0:
                self._outer.copy_size(self._master)  # it may have changed before we began to watch
            self._collect()  # the command may have ended, too
            self._loop(wakeup_read, capture)
            end_session(self.pid)
            self._drain(capture)
        finally:
            self._outer.release()
            signal.set_wakeup_fd(before)
            for number, handler in previous.items():
                signal.signal(number, handler)
        assert self._exit_code is not None
        return self._exit_code

    def _loop(self, wakeup: int, capture: Capture) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(wakeup, selectors.EVENT_READ)
            for output in self._outputs:
                selector.register(output.source, selectors.EVENT_READ, output)
            watches_keys = False
            capture_fd = NO_FD
            while self._exit_code is None:
                watches_keys = self._watch_keys(selector, watches_keys)
                capture_fd = _watch_capture(selector, capture_fd, capture.waits_for)
                for key, events in selector.select():
                    if key.fd == wakeup:
                        self._on_signals(os.read(wakeup, READ_BYTES))
                    elif key.fd == capture_fd:
                        capture.send()
                    elif key.fd == 0:
                        self._read_keys()
                    elif not self._exchange(key.data, events, capture):
                        selector.unregister(key.fd)
                        self._outputs.remove(key.data)

    def _exchange(self, output: Output, events: int, capture: Capture) -> bool:
        """Keys to the command, output from it; False at the end of its output."""
        if events & selectors.EVENT_WRITE:
            self._write_keys()
        return not events & selectors.EVENT_READ or self._copy(output, capture)

    def _watch_keys(self, selector: selectors.BaseSelector, watched: bool) -> bool:
        """Keys are read while the terminal is ours and the command has taken the earlier ones."""
        wanted = self._master >= 0 and self._outer.reads_keys and not self._keys
        if wanted and not watched:
            selector.register(0, selectors.EVENT_READ)
        elif watched and not wanted:
            selector.unregister(0)
        if self._master >= 0 and self._master in selector.get_map():
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._keys else 0)
            if selector.get_key(self._master).events != events:
                selector.modify(self._master, events, selector.get_key(self._master).data)
        return wanted

    def _read_keys(self) -> None:
        try:
            self._keys = os.read(0, READ_BYTES)
        except OSError:
            self._keys = b""
        if not self._keys:  # the terminal was closed
            self._outer.release()
            self._send(signal.SIGHUP)
            return
        key = self._suspend_key()
        is_suspended = key in self._keys if key else False
        self._keys = self._keys.replace(key, b"", 1) if is_suspended else self._keys
        self._write_keys()
        if is_suspended:
            self._suspend()

    def _suspend_key(self) -> bytes:
        """What Ctrl-Z sends, where the command leaves it to its terminal; empty otherwise.

        The system does not stop the leader of a session. The jobs of a shell in it are stopped as usual.
        """
        settings = termios.tcgetattr(self._master)
        is_ours = bool(settings[LOCAL_FLAGS] & termios.ISIG) and self._foreground_group() == self.pid
        key = bytes(settings[CONTROL_KEYS][termios.VSUSP])
        return key if is_ours and key != NO_KEY else b""

    def _suspend(self) -> None:
        """Stops the command and us until the shell continues us. Where no shell could, the system does not stop us."""
        self._send(signal.SIGSTOP)
        self._outer.release()
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.killpg(os.getpgrp(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        self._outer.take()
        self._send(signal.SIGCONT)

    def _write_keys(self) -> None:
        with suppress(BlockingIOError):
            self._keys = self._keys[os.write(self._master, self._keys) :]

    def _copy(self, output: Output, capture: Capture) -> bool:
        """Everything that is there now; False at the end of the stream."""
        if skipped := output.pass_flood():
            capture.skip(output.stream, skipped)
            return True
        data, is_end = output.read()
        if data:
            capture.put(output.stream, data)  # first: whoever sees the output may ask for it
            if not output.pass_on(data):
                self._target_closed(output)
        return not is_end

    def _target_closed(self, output: Output) -> None:
        """Closes the source too, so that the command notices at its next write, as it would without us."""
        if output.source != self._master:
            os.dup2(_closed_pipe(), output.source)

    def _on_signals(self, numbers: bytes) -> None:
        for number in numbers:
            self._on_signal(number)

    def _on_signal(self, number: int) -> None:
        if number == signal.SIGCHLD:
            self._collect()
        elif number == signal.SIGWINCH:
            if self._master >= 0:
                self._outer.copy_size(self._master)
        elif number == signal.SIGTSTP:
            self._suspend()
        elif number == signal.SIGCONT:
            self._outer.take()
            self._send(signal.SIGCONT)
        else:
            self._send(number)

    def _send(self, number: int) -> None:
        """Sends a signal to the command and everything that it started in its group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._foreground_group(), number)

    def _foreground_group(self) -> int:
        with suppress(OSError):
            if self._master >= 0 and (group := os.tcgetpgrp(self._master)) > 0:
                return group
        return self.pid

    def _collect(self) -> None:
        with suppress(ChildProcessError):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                code = os.waitstatus_to_exitcode(status)
                self._exit_code = SIGNALED - code if code < 0 else code

    def _drain(self, capture: Capture) -> None:
        """What the command printed before its end. A process that outlives it may keep the stream open and print on."""
        outputs = list(self._outputs)
        left = DRAIN_ROUNDS
        while outputs and left:
            left -= 1
            ready, _, _ = select.select([output.source for output in outputs], [], [], SERVER_DRAIN_S)
            if not ready:
                return
            outputs = [each for each in outputs if each.source not in ready or self._copy(each, capture)]


def _watch_capture(selector: selectors.BaseSelector, watched: int, wanted: int) -> int:
    """Waits for room in the capture's pipe only while something has to go there."""
    if watched != wanted:
        if watched != NO_FD:
            selector.unregister(watched)
        if wanted != NO_FD:
            selector.register(wanted, selectors.EVENT_WRITE)
    return wanted


def _ignore(*_: object) -> None:
    """Wakes the loop through the wakeup descriptor."""


def _pipes() -> tuple[dict[int, int], dict[int, int]]:
    """A pipe for each of our outputs that is not a terminal: our ends, and the command's ends, by descriptor."""
    pipes = {fd: os.pipe() for fd in (1, 2) if not os.isatty(fd)}
    for _, write in pipes.values():
        widen_pipe(write, SERVER_OUTPUT_BYTES)
    return {fd: pair[0] for fd, pair in pipes.items()}, {fd: pair[1] for fd, pair in pipes.items()}


def _closed_pipe() -> int:
    read, write = os.pipe()
    os.close(write)
    return read


def _become(command: Sequence[str], slave: int, pipes: dict[int, int], report: int) -> None:
    """In the child: becomes the command, or reports why it cannot."""
    number = 0
    try:
        for name in RESTORED:
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        os.setsid()
        if slave >= 0:
            _make_controlling(slave)
            for fd in (0, 1, 2):
                if os.isatty(fd):
                    os.dup2(slave, fd)
        for fd, pipe in pipes.items():
            os.dup2(pipe, fd)
        os.execvp(command[0], list(command))  # noqa: S606 - what the user asked for
    except OSError as error:
        number = error.errno or 1
    finally:
        os.write(report, str(number or 1).encode())
        os._exit(1)


def _make_controlling(slave: int) -> None:
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
