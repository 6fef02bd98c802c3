"""Where this process works: a project's `.gasoline.json` is looked for there."""

import os


def working_directory() -> str:
    """Empty if it was deleted."""
    try:
        return os.getcwd()  # noqa: PTH109 - pathlib costs each AI client 3 ms at its start
    except OSError:
        return ""
