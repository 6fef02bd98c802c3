"""A terminal for the command line: what a person would see."""

import os
import pty
import subprocess
import sys
from contextlib import suppress

from home import Home


def in_terminal(home: Home, *words: str) -> str:
    """Everything that the command writes, its escapes as well."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "gasoline", *words]
    with subprocess.Popen(command, env=home.env, cwd=home.folder, stdin=theirs, stdout=theirs, stderr=theirs):
        os.close(theirs)
        said = b""
        with suppress(OSError), os.fdopen(ours, "rb", buffering=0) as terminal:  # the end of a terminal is an error
            while more := terminal.read(4096):
                said += more
    return said.decode()
