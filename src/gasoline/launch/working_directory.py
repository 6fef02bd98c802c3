"""The working directory of this process, where a project's `.gasoline.json` is looked up."""

import os


def working_directory() -> str:
    """An empty string if the directory was deleted."""
    try:
        return os.getcwd()  # noqa: PTH109 - pathlib costs each AI client 3 ms at its start
    except OSError:
        return ""
