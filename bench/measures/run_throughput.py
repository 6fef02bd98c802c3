"""How fast 100 MB of output pass through `gasoline run`, on a pipe and on a terminal, against the bare command.

On a terminal output goes through two pseudo-terminals instead of one, which costs about half of the speed whatever
copies it: a copy loop in C and `script`, which records a terminal, are as fast as `gasoline run`. So there it is also
compared with `script`, where that is installed.
"""

import os
import pty
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable

from row import Must, Row
from spread import median
from workbench import SERVER, Workbench

ROUNDS = 5
LINES = 1_150_000
LINE = '127.0.0.1 - - [18/Nov/2026 08:09:27] "GET /api/orders/7 HTTP/1.1" 200 OK in 12 ms\n'
MUST = Must(0.8, "×", at_least=True, tolerance=0.10)
ON_TERMINAL = Must(0.8, "×", at_least=True, counts=False)  # output goes through two terminals instead of one

WITHOUT = "without it"

Speed = Callable[[list[str], dict[str, str]], float]


def run(bench: Workbench) -> list[Row]:
    file = bench.folder / "output.log"
    file.write_text(LINE * LINES)
    command = ["cat", str(file)]
    env = bench.shared_daemon.environment
    return [
        _row("gasoline run throughput (pipe)", _on_pipe, command, (WITHOUT, command), env=env, must=MUST),
        _row(
            "gasoline run throughput (terminal)", _on_terminal, command, (WITHOUT, command), env=env, must=ON_TERMINAL
        ),
        *_against_script(command, env),
    ]


def _against_script(command: list[str], env: dict[str, str]) -> list[Row]:
    recorder = shutil.which("script")
    if recorder is None or sys.platform != "linux":  # elsewhere its arguments differ
        return []
    other = "script", [recorder, "-qec", shlex.join(command), os.devnull]
    return [_row("gasoline run throughput (terminal), as a recorder", _on_terminal, command, other, env=env, must=MUST)]


def _row(
    what: str, speed: Speed, command: list[str], other: tuple[str, list[str]], *, env: dict[str, str], must: Must
) -> Row:
    name, against = other
    theirs: list[float] = []
    ours: list[float] = []
    for _ in range(ROUNDS):
        theirs.append(speed(against, env))
        ours.append(speed([*SERVER[:-1], "run", "--", *command], env))
    return Row(
        what,
        f"{median(ours):,.0f} MB/s (n={ROUNDS})",
        f"{name}: {median(theirs):,.0f} MB/s",
        ratio=median(ours) / median(theirs),
        must=must,
    )


def _on_pipe(command: list[str], env: dict[str, str]) -> float:
    read, write = os.pipe()
    with subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=write):
        os.close(write)
        return _speed(read)


def _on_terminal(command: list[str], env: dict[str, str]) -> float:
    master, slave = pty.openpty()
    login = [sys.executable, "-c", "import os,sys; os.login_tty(0); os.execvp(sys.argv[1], sys.argv[1:])", *command]
    with subprocess.Popen(login, env=env, stdin=slave, stdout=slave, stderr=slave):
        os.close(slave)
        return _speed(master)


def _speed(source: int) -> float:
    """Megabytes per second from the first byte to the last; closes the source."""
    size = 0
    start = end = 0.0
    try:
        while data := os.read(source, 65_536):
            end = time.perf_counter()
            start = start or end
            size += len(data)
    except OSError:  # how Linux reports the end of a terminal
        pass
    finally:
        os.close(source)
    return size / 1e6 / (end - start)
