"""`runtime.json`: which daemon runs for a state directory, and where. Also the token that outlives it."""
# pathlib would cost each AI client 3 ms at its start.
# ruff: noqa: PTH108, PTH118, PTH123

import json
import os

from gasoline.launch.write_private import write_private

StrPath = str | os.PathLike[str]
TOKEN_BYTES = 32


class Runtime:
    """A running daemon. (A plain class: `dataclasses` would cost each AI client 10 ms at its start.)"""

    __slots__ = ("pid", "port", "socket", "token", "version")

    def __init__(self, *, pid: int, port: int, version: str, socket: str, token: str) -> None:
        self.pid = pid
        self.port = port
        self.version = version
        self.socket = socket
        self.token = token

    def as_dict(self) -> dict[str, object]:
        return {
            "pid": self.pid,
            "port": self.port,
            "version": self.version,
            "socket": self.socket,
            "token": self.token,
        }


def write_runtime(state_dir: StrPath, runtime: Runtime) -> None:
    write_private(_runtime_path(state_dir), json.dumps(runtime.as_dict()))


def read_runtime(state_dir: StrPath) -> Runtime | None:
    """What the file says, or None where there is none or it is damaged."""
    try:
        with open(_runtime_path(state_dir), encoding="utf-8") as file:
            return _runtime_from(json.load(file))
    except (OSError, ValueError, RecursionError):
        return None


def remove_runtime(state_dir: StrPath, pid: int) -> None:
    """Removes the file of the daemon `pid`; the file of its successor stays."""
    runtime = read_runtime(state_dir)
    if runtime is None or runtime.pid != pid:
        return
    try:
        os.unlink(_runtime_path(state_dir))
    except FileNotFoundError:
        return


def load_or_create_token(state_dir: StrPath) -> str:
    """The token of this state directory, so that a paired extension stays paired over restarts."""
    path = os.path.join(state_dir, "token")
    try:
        with open(path, encoding="ascii") as file:
            token = file.read().strip()
    except (OSError, ValueError):
        token = ""
    if _is_token(token):
        return token
    token = os.urandom(TOKEN_BYTES).hex()
    write_private(path, token)
    return token


def _is_token(text: str) -> bool:
    return len(text) == 2 * TOKEN_BYTES and not text.strip("0123456789abcdef")


def _runtime_path(state_dir: StrPath) -> str:
    return os.path.join(state_dir, "runtime.json")


def _runtime_from(data: object) -> Runtime | None:
    if not isinstance(data, dict):
        return None
    pid, port = data.get("pid"), data.get("port")
    version, socket, token = data.get("version"), data.get("socket"), data.get("token")
    if not (type(pid) is int and pid > 0 and type(port) is int):
        return None
    if not (isinstance(version, str) and isinstance(socket, str) and isinstance(token, str)):
        return None
    return Runtime(pid=pid, port=port, version=version, socket=socket, token=token)
