"""The state directory: where one daemon and everything that belongs to it lives."""
# pathlib would cost each AI client 3 ms at its start.
# ruff: noqa: PTH100, PTH103, PTH111, PTH118

import os
import sys


def state_dir(given: str | os.PathLike[str] | None = None) -> str:
    """The absolute path of the state directory, created for its owner only."""
    path = os.path.abspath(given or os.environ.get("GASOLINE_STATE_DIR") or _usual_place())
    os.makedirs(path, mode=0o700, exist_ok=True)
    return path


def _usual_place() -> str:
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"), "gasoline")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "gasoline")
    return os.path.join(os.environ.get("XDG_STATE_HOME") or os.path.join(home, ".local", "state"), "gasoline")
