"""A person's shell in a terminal: commands go in, and what would be seen comes out."""

import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

READY = "@ready@"
WAIT_S = 90.0
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class TerminalSession:
    """An interactive bash: jobs in the background are as a person has them."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self._ours, theirs = pty.openpty()
        # Opened again by a process that leads a session, the terminal becomes its own: job control needs that.
        command = 'exec bash --norc --noprofile --noediting -i <"$0" >"$0" 2>&1'
        self._process = subprocess.Popen(
            ["bash", "-c", command, os.ttyname(theirs)],
            cwd=folder,
            env={**env, "TERM": "dumb", "NO_COLOR": "1"},
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._seen = ""
        self._poll = select.poll()
        self._poll.register(self._ours, select.POLLIN)
        # The terminal repeats what it is told until it is told not to: in two halves the prompt is not taken for one.
        self.run("PS1='@rea''dy@'; PS2=; unset HISTFILE; stty -echo cols 4000")
        os.close(theirs)

    def run(self, command: str) -> str:
        """What is seen until the shell is ready again."""
        self._seen = ""
        os.write(self._ours, f"{command}\n".encode())
        return self._until_ready()

    def more(self) -> str:
        """All that has been seen since the last command: what runs in the background may have said more."""
        self._read(0.05)
        return self._text()

    def close(self) -> None:
        """Ends the shell and everything it started."""
        for pid in _members_of(self._process.pid):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self._process.wait(WAIT_S)
        os.close(self._ours)

    def _until_ready(self) -> str:
        deadline = time.monotonic() + WAIT_S
        while READY not in self._seen:
            assert time.monotonic() < deadline, f"the command does not end: {self._seen[-2000:]}"
            self._read(1.0)
        return self._text()

    def _read(self, seconds: float) -> None:
        if self._poll.poll(seconds * 1000):
            self._seen += os.read(self._ours, 65_536).decode(errors="replace")

    def _text(self) -> str:
        return ESCAPES.sub("", self._seen).replace("\r", "").replace(READY, "")


def _members_of(session: int) -> list[int]:
    """The processes of a session: job control gives each job a group of its own."""
    return [int(process.name) for process in Path("/proc").glob("[0-9]*") if _session_of(process) == session]


def _session_of(process: Path) -> int | None:
    """The fourth word after the name, which stands in parentheses and may hold anything."""
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[3])
    except (OSError, IndexError):
        return None
