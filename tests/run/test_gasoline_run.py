"""`gasoline run` changes nothing for the command, and its output reaches the server."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from run_processes import GASOLINE, PYTHON, terminal

from gasoline.launch.dev_server.capture_thread import CaptureThread
from gasoline.launch.dev_server.command import start
from gasoline.launch.pid_alive import pid_alive


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Without a server: nothing of the wrapper may depend on one."""
    return {**os.environ, "GASOLINE_STATE_DIR": str(tmp_path / "state")}


def run(environment: dict[str, str], *command: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*GASOLINE, *command], env=environment, capture_output=True, check=False, **more)


def test_output_input_and_exit_code_pass_through_pipes(environment: dict[str, str]) -> None:
    code = "import sys; sys.stdout.write(sys.stdin.read().upper()); sys.stderr.write('bad\\n'); sys.exit(3)"
    done = run(environment, "--", *PYTHON, code, input=b"words\n")
    assert (done.stdout, done.stderr, done.returncode) == (b"WORDS\n", b"bad\n", 3)


def test_the_two_dashes_are_optional_and_flags_after_the_command_are_its_own(environment: dict[str, str]) -> None:
    done = run(
        environment, "--name", "api", sys.executable, "-c", "import sys; print(sys.argv[1:])", "--name", "x", "--"
    )
    assert done.stdout == b"['--name', 'x', '--']\n"


def test_a_command_that_does_not_exist_is_127(environment: dict[str, str]) -> None:
    done = run(environment, "--", "no-such-command", "x")
    assert (done.returncode, done.stderr) == (127, b"gasoline run: no-such-command: command not found\n")


def test_a_file_that_is_not_a_program_is_126(environment: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("x")
    done = run(environment, "--", str(file))
    assert (done.returncode, done.stderr) == (126, f"gasoline run: {file}: permission denied\n".encode())


def test_no_command_says_what_to_write(environment: dict[str, str]) -> None:
    done = run(environment)
    assert done.returncode == 2
    assert b"gasoline run -- npm run dev" in done.stderr


def test_a_command_that_a_signal_ends_has_the_exit_code_of_a_shell(environment: dict[str, str]) -> None:
    assert run(environment, "--", "sh", "-c", "kill -9 $$").returncode == 128 + 9


def children_of(pid: int) -> set[int]:
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


# RUN-01, RUN-09
def test_100_mb_of_binary_output_are_unchanged(environment: dict[str, str]) -> None:
    block = bytes(range(256)) * 4096
    code = "import sys; data = bytes(range(256)) * 4096\nfor _ in range(100): sys.stdout.buffer.write(data)"
    with subprocess.Popen([*GASOLINE, "--", *PYTHON, code], env=environment, stdout=subprocess.PIPE) as wrapper:
        assert wrapper.stdout
        assert all(wrapper.stdout.read(len(block)) == block for _ in range(100))
        assert wrapper.stdout.read() == b""
    assert wrapper.returncode == 0


# RUN-01, RUN-09
def test_10_mb_on_a_terminal_are_unchanged(environment: dict[str, str]) -> None:
    block = bytes(range(256)) * 4096
    code = (
        "import os,tty\ntty.setraw(1)\ndata = bytes(range(256)) * 4096\n"
        "for _ in range(10):\n    left = data\n    while left: left = left[os.write(1, left):]"
    )
    with terminal([*GASOLINE, "--", *PYTHON, code], environment) as shown:
        printed, exit_code = shown.finish()
    assert (len(printed), printed == 10 * block, exit_code) == (10 * len(block), True, 0)


# RUN-09
def test_a_command_keeps_running_when_its_capture_is_killed(environment: dict[str, str]) -> None:
    code = "import os,sys; print(os.getpid(), flush=True); sys.stdin.read(1); sys.stdout.write(9_000 * 'after\\n')"
    with subprocess.Popen(
        [*GASOLINE, "--", *PYTHON, code], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as wrapper:
        assert wrapper.stdout
        command = int(wrapper.stdout.readline())
        (capture,) = children_of(wrapper.pid) - {command}
        os.kill(capture, signal.SIGKILL)
        rest, _ = wrapper.communicate(b"x", timeout=60)
    assert (rest, wrapper.returncode) == (9_000 * b"after\n", 0)


def test_a_reader_that_leaves_ends_the_command_as_without_us(environment: dict[str, str]) -> None:
    line = " ".join([*GASOLINE, "--", "yes"]) + " | head -n 2; exit ${PIPESTATUS[0]}"
    done = subprocess.run(["bash", "-c", line], env=environment, capture_output=True, check=False, timeout=60)
    assert (done.stdout, done.returncode) == (b"y\ny\n", 128 + signal.SIGPIPE)


FULL_SCREEN = (
    "import sys,os,termios,tty\n"
    "old = termios.tcgetattr(0); tty.setraw(0)\n"
    "write = lambda data: os.write(1, data)\n"
    "write(b'\\x1b[?1049h\\x1b[2J')\n"
    "for row in range(1, 25): write(b'\\x1b[%d;1H\\x1b[3%dm' % (row, row % 8) + bytes(range(32, 112)) + b'\\n')\n"
    "write(b'\\xff\\xfe\\x00\\x1b]0;title\\x07\\x1b[?1049l')\n"
    "termios.tcsetattr(0, termios.TCSANOW, old)\n"
    "print(os.get_terminal_size(), sys.stderr.isatty())\n"
)


# RUN-01
def test_a_full_screen_program_prints_the_same_bytes_with_and_without_us(environment: dict[str, str]) -> None:
    command = [*PYTHON, FULL_SCREEN]
    with terminal(command, environment, size=(31, 101)) as plain:
        expected = plain.finish()
    with terminal([*GASOLINE, "--", *command], environment, size=(31, 101)) as wrapped:
        assert wrapped.finish() == expected
    assert b"columns=101, lines=31" in expected[0]


# RUN-01
def test_keys_and_a_new_size_reach_the_command(environment: dict[str, str]) -> None:
    # Looks at the size again and again: a signal handler of Python may run only after the next key.
    code = (
        "import os,select,sys\n"
        "print('ready'); size = None\n"
        "while True:\n"
        "    if os.get_terminal_size() != size: size = os.get_terminal_size(); print('size', size)\n"
        "    if select.select([0], [], [], 0.05)[0]:\n"
        "        line = os.read(0, 99).decode().strip()\n"
        "        if not line: sys.exit(1)\n"
        "        print('got', line)"
    )
    with terminal([*GASOLINE, "--", *PYTHON, code], environment) as shown:
        shown.read_until(b"ready")
        shown.type(b"hello\r")
        shown.read_until(b"got hello")
        shown.resize(50, 123)
        shown.read_until(b"columns=123, lines=50")
        shown.type(b"\x04")  # the end of input
        assert shown.finish()[1] == 1


def test_ctrl_c_reaches_the_command_and_its_exit_code_comes_back(environment: dict[str, str]) -> None:
    code = (
        "import sys,signal,time\n"
        "def stop(*_): print('stopping'); sys.exit(7)\n"
        "signal.signal(signal.SIGINT, stop); print('ready')\nwhile True: time.sleep(1)"
    )
    with terminal([*GASOLINE, "--", *PYTHON, code], environment) as shown:
        shown.read_until(b"ready")
        shown.type(b"\x03")
        printed, exit_code = shown.finish()
    assert b"stopping" in printed
    assert exit_code == 7


ECHO_WITH_PID = (
    "import os,sys\nprint('ready', os.getpid())\nfor line in sys.stdin: print('got', line.strip(), flush=True)\n"
)


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


# RUN-01
def test_ctrl_z_stops_the_command_and_fg_continues_it(environment: dict[str, str], tmp_path: Path) -> None:
    program = tmp_path / "echo.py"
    program.write_text(ECHO_WITH_PID)
    with terminal(["bash", "--norc", "--noprofile", "-i"], {**environment, "PS1": "prompt> "}) as shown:
        shown.type(f"{shlex.join([*GASOLINE, '--', sys.executable, str(program)])}\r".encode())
        command = int(re.findall(rb"ready (\d+)", shown.read_until(b"ready ", then=b"\n"))[0])
        shown.type(b"\x1a")
        shown.read_until(b"Stopped")
        wait_until(lambda: state_of(command) == "T", "the command to stop")
        shown.type(b"fg\r")
        wait_until(lambda: state_of(command) != "T", "the command to go on")
        shown.type(b"hello\r")
        shown.read_until(b"got hello")
        shown.type(b"\x04")
        shown.read_until(b"got hello", then=b"prompt> ")
        shown.type(b"exit 3\r")
        assert shown.finish()[1] == 3


def test_ctrl_z_does_nothing_where_no_shell_could_continue_the_command(environment: dict[str, str]) -> None:
    with terminal([*GASOLINE, "--", *PYTHON, ECHO_WITH_PID], environment) as shown:
        shown.read_until(b"ready")
        shown.type(b"\x1a")
        shown.type(b"hello\r")
        shown.read_until(b"got hello")


def test_ctrl_z_stops_the_job_of_a_shell_inside(environment: dict[str, str]) -> None:
    with terminal([*GASOLINE, "--", "bash", "--norc", "--noprofile", "-i"], environment) as shown:
        shown.type(b"echo job-$((6*7)); cat\r")
        shown.read_until(b"job-42")
        shown.type(b"from-cat\r")
        shown.read_until(b"from-cat\r\nfrom-cat")
        shown.type(b"\x1a")
        shown.read_until(b"Stopped")
        shown.type(b"echo inside-$((6*7)); kill %1\r")
        shown.read_until(b"inside-42")


def test_a_program_that_reads_ctrl_z_itself_gets_it(environment: dict[str, str]) -> None:
    code = "import sys,tty\ntty.setraw(0)\nprint('ready', end='', flush=True)\nprint(ord(sys.stdin.read(1)))"
    with terminal([*GASOLINE, "--", *PYTHON, code], environment) as shown:
        shown.read_until(b"ready")
        shown.type(b"\x1a")
        assert b"ready26" in shown.finish()[0]


def test_a_shell_inside_works_as_usual(environment: dict[str, str]) -> None:
    with terminal([*GASOLINE, "--", "sh", "-i"], {**environment, "PS1": "$ "}) as shown:
        shown.read_until(b"$ ")
        shown.type(b"echo $((6*7)); tty >/dev/null && echo terminal\r")
        shown.read_until(b"\nterminal")
        shown.type(b"exit 5\r")
        assert shown.finish()[1] == 5


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_reaches_the_command_and_everything_ends(
    environment: dict[str, str], tmp_path: Path, number: signal.Signals
) -> None:
    pids = tmp_path / "pids"
    script = f"sleep 300 & echo $! >> {pids}; echo $$ >> {pids}; echo ready; wait"
    # Under nohup, children inherit an ignored SIGHUP.
    former = signal.signal(number, signal.SIG_DFL)
    wrapper = subprocess.Popen([*GASOLINE, "--", "sh", "-c", script], env=environment, stdout=subprocess.PIPE)
    signal.signal(number, former)
    with wrapper:
        assert wrapper.stdout
        assert wrapper.stdout.readline() == b"ready\n"
        wrapper.send_signal(number)
        assert wrapper.wait(30) == 128 + number
    wait_until(lambda: not any(pid_alive(int(pid)) for pid in pids.read_text().split()), "all processes to end")


# RUN-02
def test_what_a_command_leaves_behind_is_ended_with_it(environment: dict[str, str], tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    done = run(environment, "--", "sh", "-c", f"sleep 300 & echo $! > {pids}; echo bye")
    assert done.stdout == b"bye\n"
    wait_until(lambda: not pid_alive(int(pids.read_text())), "the process in the background to end")


# RUN-02
def test_a_command_ends_when_the_wrapper_is_killed(environment: dict[str, str], tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    script = f"sleep 300 & echo $! >> {pids}; echo $$ >> {pids}; echo ready; wait"
    with subprocess.Popen(
        [*GASOLINE, "--", "sh", "-c", script], env=environment, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as wrapper:
        assert wrapper.stdout
        assert wrapper.stdout.readline() == b"ready\n"
        wrapper.kill()
    wait_until(lambda: not any(pid_alive(int(pid)) for pid in pids.read_text().split()), "all processes to end")


# RUN-02
def test_a_process_that_forks_away_does_not_hold_us(environment: dict[str, str], tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code = (
        "import os,time\n"
        "away, told = os.pipe()\n"
        "if os.fork(): os.read(away, 1); os._exit(4)\n"
        f"os.setsid(); open({str(pids)!r}, 'w').write(str(os.getpid())); os.write(told, b'x'); time.sleep(60)"
    )
    done = run(environment, "--", *PYTHON, code, timeout=50)
    assert done.returncode == 4
    wait_until(pids.exists, "the daemon")
    os.kill(int(pids.read_text()), signal.SIGKILL)


class CopiedOutput(CaptureThread):
    """Keeps the copies instead of sending them."""

    def __init__(self) -> None:
        self.printed: dict[str, bytes] = {}

    def put(self, stream: str, data: bytes) -> None:
        self.printed[stream] = self.printed.get(stream, b"") + data


def test_without_a_pseudo_terminal_pipes_are_used(capfd: pytest.CaptureFixture[str]) -> None:
    capture = CopiedOutput()
    code = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(9)"
    command = start([*PYTHON, code], can_use_pty=False)
    assert command.pump(capture) == 9
    assert capture.printed == {"stdout": b"out\n", "stderr": b"err\n"}
    assert capfd.readouterr() == ("out\n", "err\n")


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    """One that waits for the newest lines as long as a slow machine needs."""
    daemon = Daemon(tmp_path / "state", SERVER_FLUSH_S=30.0)
    yield daemon
    daemon.stop()
