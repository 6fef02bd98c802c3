"""Finds a project's `.gasoline.json`: in the directory given, or the nearest one above it."""

import os

from gasoline.model.limits import PROJECT_FILE_BYTES, PROJECT_FILE_LEVELS

NAME = ".gasoline.json"


def find_project_file(directory: str) -> str:
    """Its path; empty if there is none."""
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
    """Raises OSError where it cannot be read or is no settings file by its size."""
    with open(path, "rb") as file:  # noqa: PTH123
        content = file.read(PROJECT_FILE_BYTES + 1)
    if len(content) > PROJECT_FILE_BYTES:
        raise OSError(f"it is longer than {PROJECT_FILE_BYTES} bytes")
    return content
