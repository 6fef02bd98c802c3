"""The state directory: the files of one daemon."""
# pathlib would add 3 ms to the start of every AI client.
# ruff: noqa: PTH100, PTH103, PTH111, PTH118

import os
import sys

from gasoline.launch.check_private import check_private


def state_dir(given: str | os.PathLike[str] | None = None) -> str:
    """The absolute path of the state directory, created for its owner only. OSError: others can write there."""
    path = os.path.abspath(given or os.environ.get("GASOLINE_STATE_DIR") or _usual_place())
    os.makedirs(path, mode=0o700, exist_ok=True)
    check_private(path)
    return path


def _usual_place() -> str:
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"), "gasoline")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "gasoline")
    return os.path.join(os.environ.get("XDG_STATE_HOME") or os.path.join(home, ".local", "state"), "gasoline")
