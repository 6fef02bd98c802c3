"""Runs a command and captures what it prints, without making it wait."""

import os
import shlex
import sys
import time
from collections.abc import Sequence

from gasoline.launch.dev_server.command import start
from gasoline.launch.dev_server.daemon_link import DaemonLink
from gasoline.launch.dev_server.outbox import Outbox
from gasoline.launch.dev_server.output_feed import Chunk, OutputFeed
from gasoline.launch.dev_server.output_parser import OutputParser
from gasoline.launch.dev_server.run_name import run_name
from gasoline.launch.server_output.entry_builder import iso_time
from gasoline.model.server_bounds import SERVER_COMMAND_CHARS, SERVER_RUN_NAME_CHARS

SERVER_SWITCH_S = 0.0005  # how long the parser may hold up the output


def run_command(command: Sequence[str], state_dir: str, name: str | None = None) -> int:
    """The command's exit code. Raises CannotStart."""
    running = start(command)  # forks, so before any thread begins
    directory = os.getcwd()  # noqa: PTH109
    hello = {
        "name": (name or run_name(command))[:SERVER_RUN_NAME_CHARS],
        "command": shlex.join(command)[:SERVER_COMMAND_CHARS],
        "pid": running.pid,
        "cwd": directory,
        "started": iso_time(time.time()),
    }
    feed, outbox = OutputFeed(), Outbox()
    parser = OutputParser(feed, outbox, directory)
    link = DaemonLink(state_dir, hello, outbox, parser.flush)
    outbox.on_entries = link.wake
    sys.setswitchinterval(SERVER_SWITCH_S)
    parser.start()
    link.start(lambda: feed.dropped_lines)
    exit_code = running.pump(lambda stream, data: feed.put(Chunk(stream, time.time(), data)))
    parser.stop()
    link.finish(exit_code)
    return exit_code
