"""How a client starts this very Gasoline: an absolute path, since clients have paths of their own."""

import shutil
import sys
from pathlib import Path

ARGS = ["mcp"]


def own_command(argv0: str, python: str = sys.executable) -> tuple[str, list[str]]:
    """The running executable, or the running Python with `-m gasoline`."""
    script = Path(argv0)
    if script.stem != "gasoline":
        return python, ["-m", "gasoline", *ARGS]
    for candidate in (script, script.with_suffix(".exe")):
        if candidate.is_file():
            # Not resolved: a link on the PATH outlives the version it points to.
            return str(candidate.absolute()), list(ARGS)
    found = shutil.which(argv0)
    return (found, list(ARGS)) if found else (python, ["-m", "gasoline", *ARGS])
