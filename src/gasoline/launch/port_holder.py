"""The process that listens on a port: its id and name where the system reveals them, and whether it is Gasoline."""

import json
import socket
import subprocess
import sys
from pathlib import Path

from gasoline.launch.find_program import find_program
from gasoline.launch.proc_net import LISTENING, holders_of, tcp_rows

HOLDER_WAIT_S = 1.0  # asking who holds a port

HEALTH_BYTES = 65_536


class Holder:
    def __init__(self, *, pid: int | None, name: str | None, is_gasoline: bool) -> None:
        self.pid = pid
        self.name = name
        self.is_gasoline = is_gasoline

    def describe(self) -> str:
        who = self.name or "another program"
        process = f"{who} (pid {self.pid})" if self.pid else who
        return f"another gasoline server: {process}" if self.is_gasoline else process

    def next_step(self) -> str:
        if self.is_gasoline:
            return "It uses another state directory: use that --state-dir, or choose another --port."
        return "Stop that program, or choose another port with --port or GASOLINE_PORT."


def find_port_holder(port: int) -> Holder:
    pid, name = _holder_on_linux(port) if sys.platform == "linux" else _holder_by_lsof(port)
    return Holder(pid=pid, name=name, is_gasoline=answers_as_gasoline(port))


def answers_as_gasoline(port: int) -> bool:
    request = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=HOLDER_WAIT_S) as connection:
            connection.sendall(request.encode())
            answer = _read_all(connection)
    except OSError:
        return False
    return _is_health(answer)


def _read_all(connection: socket.socket) -> bytes:
    answer = b""
    while len(answer) < HEALTH_BYTES and (more := connection.recv(HEALTH_BYTES)):
        answer += more
    return answer


def _is_health(answer: bytes) -> bool:
    head, _, body = answer.partition(b"\r\n\r\n")
    if b" 200 " not in head.partition(b"\r\n")[0] + b" ":
        return False
    try:
        health = json.loads(body)
    except ValueError:
        return False
    return isinstance(health, dict) and {"version", "extension", "pilot"} <= health.keys()


def _holder_on_linux(port: int) -> tuple[int | None, str | None]:
    inodes = {row.inode for row in tcp_rows() if row.state == LISTENING and row.local.endswith(f":{port:04X}")}
    for pid in holders_of(inodes):
        return pid, _name_of(Path("/proc") / str(pid))
    return None, None


def _name_of(process: Path) -> str | None:
    try:
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip() or None
    except OSError:
        return None


def _holder_by_lsof(port: int) -> tuple[int | None, str | None]:
    lsof = find_program("lsof")
    if lsof is None:
        return None, None
    command = [lsof, "-nP", f"-iTCP:{port}", "-sTCP:LISTEN", "-Fpc"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=HOLDER_WAIT_S, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None, None
    fields = {line[0]: line[1:] for line in answer.stdout.splitlines() if line}
    return (int(fields["p"]) if fields.get("p", "").isdigit() else None), fields.get("c")
