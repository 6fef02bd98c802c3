"""`gasoline mcp`: reads its flags and serves one AI client until stdin ends or a signal comes."""

import os
import signal
import sys

from gasoline.launch.forwarder import Forwarder
from gasoline.launch.forwarder_options import USAGE, parse_forwarder_options
from gasoline.launch.say import say
from gasoline.launch.state_dir import state_dir


def run_forwarder(arguments: list[str]) -> int:
    if "-h" in arguments or "--help" in arguments:
        sys.stdout.write(USAGE)
        return 0
    try:
        options = parse_forwarder_options(arguments)
        directory = state_dir(options.state_dir)
    except (ValueError, OSError) as error:
        say(str(error))
        return 2
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: os._exit(0))
    return Forwarder(options, directory).run()
