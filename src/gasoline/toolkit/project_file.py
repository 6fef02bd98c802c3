"""Finds a project's `.gasoline.json`: in the directory given, or the nearest one above it."""

import os

from gasoline.model.units import KIB

PROJECT_FILE_BYTES = 64 * KIB  # `.gasoline.json`
PROJECT_FILE_LEVELS = 40  # directories that are searched for it, upward

NAME = ".gasoline.json"


def find_project_file(directory: str) -> str:
    """Its path, or an empty string."""
    place = directory
    for _ in range(PROJECT_FILE_LEVELS):
        path = os.path.join(place, NAME)  # noqa: PTH118 - this layer goes without pathlib
        if os.path.isfile(path):  # noqa: PTH113
            return path
        above = os.path.dirname(place)  # noqa: PTH120
        if above == place:
            return ""
        place = above
    return ""


def read_project_file(path: str) -> bytes:
    """Raises OSError if the file cannot be read or is too large for a settings file."""
    with open(path, "rb") as file:  # noqa: PTH123
        content = file.read(PROJECT_FILE_BYTES + 1)
    if len(content) > PROJECT_FILE_BYTES:
        raise OSError(f"it is longer than {PROJECT_FILE_BYTES} bytes")
    return content
