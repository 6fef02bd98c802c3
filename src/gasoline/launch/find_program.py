"""Finds a program on the PATH, never in the current directory: a project's folder may hold a `chrome.exe` of its own.

`shutil.which` looks there first on Windows, and follows relative entries of the PATH everywhere.
"""

import os
import sys
from pathlib import Path

WINDOWS_ENDINGS = ".COM;.EXE;.BAT;.CMD"


def find_program(name: str) -> str | None:
    """Its absolute path. A name with a folder in it is meant as it is."""
    if os.path.dirname(name):  # noqa: PTH120 - "./gasoline" has a folder, which pathlib drops
        places = [Path(name).absolute()]
    else:
        folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
        places = [Path(folder) / name for folder in folders if Path(folder).is_absolute()]
    return next((str(file) for place in places for file in _with_endings(place) if _is_program(file)), None)


def _with_endings(place: Path) -> list[Path]:
    if not _on_windows():
        return [place]
    endings = os.environ.get("PATHEXT", WINDOWS_ENDINGS).split(";")
    return [place, *(place.with_name(place.name + ending) for ending in endings if ending)]


def _on_windows() -> bool:
    return sys.platform == "win32"


def _is_program(file: Path) -> bool:
    return file.is_file() and os.access(file, os.X_OK)
