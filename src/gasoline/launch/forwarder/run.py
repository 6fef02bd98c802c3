"""`gasoline mcp`: parses its flags and serves one AI client until stdin closes or a signal arrives."""

import os
import signal
import sys

from gasoline.launch.forwarder.client_pipe import log_to_stderr
from gasoline.launch.forwarder.forwarder import Forwarder
from gasoline.launch.forwarder.options import USAGE, parse_forwarder_options
from gasoline.launch.state_dir import state_dir
from gasoline.launch.stop_signals import stop_signals


def run_forwarder(arguments: list[str]) -> int:
    if "-h" in arguments or "--help" in arguments:
        sys.stdout.write(USAGE)
        return 0
    try:
        options = parse_forwarder_options(arguments)
        directory = state_dir(options.state_dir)
        if options.capsule:
            from gasoline.launch.recording_dir import recording_dir  # noqa: PLC0415 - other clients do not need it

            directory = recording_dir(directory, options.capsule)
    except (ValueError, OSError) as error:
        log_to_stderr(str(error))
        return 2
    for number in stop_signals():
        signal.signal(number, lambda *_: os._exit(0))
    return Forwarder(options, directory).run()
