"""`runtime.json`: which daemon runs for a state directory, and where. Also the token, which outlives the daemon."""

# pathlib would add 3 ms to the start of every AI client.
# ruff: noqa: PTH108, PTH118, PTH123
import json
import os

StrPath = str | os.PathLike[str]
TOKEN_BYTES = 32


class Runtime:
    """A running daemon. (A plain class: `dataclasses` would add 10 ms to the start of every AI client.)"""

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
    """The content of the file; None if it is missing or damaged."""
    try:
        with open(_runtime_path(state_dir), encoding="utf-8") as file:
            return _runtime_from(json.load(file))
    except (OSError, ValueError, RecursionError):
        return None


def remove_runtime(state_dir: StrPath, pid: int) -> None:
    """Removes the file if it belongs to the daemon `pid`; the file of its successor is kept."""
    runtime = read_runtime(state_dir)
    if runtime is None or runtime.pid != pid:
        return
    try:
        os.unlink(_runtime_path(state_dir))
    except FileNotFoundError:
        return


def load_or_create_token(state_dir: StrPath) -> str:
    """The token of this state directory. It is kept so that a paired extension stays paired across restarts."""
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


# pathlib would add 3 ms to the start of every AI client.
# ruff: noqa: PTH105, PTH108
def write_private(path: str, text: str) -> None:
    """Atomically writes a small file that only its owner can read."""
    beside = f"{path}.{os.getpid()}.tmp"
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(beside, path)
    except OSError:
        os.unlink(beside)
        raise
