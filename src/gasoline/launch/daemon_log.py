"""`daemon.log`: what a daemon that nobody watches wrote to stderr."""

import os
from pathlib import Path

from gasoline.launch.runtime_file import StrPath
from gasoline.model.limits import DAEMON_LOG_BYTES, DAEMON_LOG_QUOTE_LINES


def open_daemon_log(state_dir: StrPath) -> int:
    """A handle for appending; a file that has grown too long starts anew."""
    path = daemon_log_path(state_dir)
    if path.exists() and path.stat().st_size > DAEMON_LOG_BYTES:
        os.truncate(path, 0)
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)


def quote_daemon_log(state_dir: StrPath, since: int) -> str:
    """The last lines written after the first `since` bytes."""
    try:
        written = daemon_log_path(state_dir).read_bytes()[since:]
    except OSError:
        return ""
    lines = written.decode("utf-8", errors="replace").strip().splitlines()
    return "\n".join(lines[-DAEMON_LOG_QUOTE_LINES:])


def daemon_log_path(state_dir: StrPath) -> Path:
    return Path(state_dir) / "daemon.log"
