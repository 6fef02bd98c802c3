"""Runs a command and captures what it prints, without making it wait."""

import os
import shlex
import time
from collections.abc import Sequence

from gasoline.launch.dev_server.capture import start_capture
from gasoline.launch.dev_server.command import CannotStart, start
from gasoline.launch.dev_server.run_name import run_name
from gasoline.launch.server_output.entry_builder import iso_time
from gasoline.model.server_bounds import SERVER_COMMAND_CHARS, SERVER_RUN_NAME_CHARS

MORE_WORDS = " …"


def run_command(command: Sequence[str], state_dir: str, name: str | None = None) -> int:
    """The command's exit code. Raises CannotStart."""
    directory = _readable(os.getcwd())  # noqa: PTH109
    capture = start_capture(state_dir, directory)
    try:
        running = start(command)
    except CannotStart:
        capture.cancel()
        raise
    capture.begin(
        {
            "name": (name or run_name(command))[:SERVER_RUN_NAME_CHARS],
            "command": shown_command([_readable(word) for word in command]),
            "pid": running.pid,
            "cwd": directory,
            "started": iso_time(time.time()),
        }
    )
    exit_code = running.pump(capture)
    capture.finish(exit_code)
    return exit_code


def _readable(text: str) -> str:
    """As the output shows it: whatever is not UTF-8 is replaced."""
    return os.fsencode(text).decode("utf-8", "replace")


def shown_command(command: Sequence[str]) -> str:
    """Drops complete words that do not fit: half a word may be half a secret, which cannot be recognized."""
    shown = ""
    for word in map(shlex.quote, command):
        longer = f"{shown} {word}" if shown else word
        if len(longer) > SERVER_COMMAND_CHARS - len(MORE_WORDS):
            return f"{shown}{MORE_WORDS}"
        shown = longer
    return shown
