"""`gasoline stop`: ends the server and waits until it is gone."""

import argparse

from gasoline.commands.flags import add_json, add_state_dir, wanted_state_dir
from gasoline.commands.show import note, show_json
from gasoline.launch.find_daemon import find_daemon, stop_daemon
from gasoline.launch.runtime_file import Runtime
from gasoline.model.limits import STOP_WAIT_S


def add(parser: argparse.ArgumentParser) -> None:
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    runtime = find_daemon(wanted_state_dir(args))
    gone = runtime is None or stop_daemon(runtime)
    if args.json:
        show_json({"was_running": runtime is not None, "stopped": gone}, compact=True)
    else:
        note(_outcome(runtime, gone))
    return 0 if gone else 1


def _outcome(runtime: Runtime | None, gone: bool) -> str:
    if runtime is None:
        return "gasoline was not running."
    if gone:
        return f"gasoline stopped (pid {runtime.pid}). AI clients start it again when they need it."
    return f"gasoline (pid {runtime.pid}) still runs after {STOP_WAIT_S:.0f} s; end that process by hand."
