"""`gasoline stop`: stops the server, and those that show capsules, and waits until they have exited."""

import argparse

from gasoline.commands.flags import add_json, add_state_dir, wanted_state_dir
from gasoline.commands.output import print_json, print_note
from gasoline.launch.find_daemon import STOP_WAIT_S, find_daemon, stop_daemon
from gasoline.launch.recording_dir import recording_dirs
from gasoline.launch.runtime_file import Runtime


def add(parser: argparse.ArgumentParser) -> None:
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    directory = wanted_state_dir(args)
    runtime = find_daemon(directory)
    gone = runtime is None or stop_daemon(runtime)
    for recording in recording_dirs(directory):
        if (shown := find_daemon(recording)) is not None:
            stop_daemon(shown)
    if args.json:
        print_json({"was_running": runtime is not None, "stopped": gone}, compact=True)
    else:
        print_note(_outcome(runtime, gone))
    return 0 if gone else 1


def _outcome(runtime: Runtime | None, gone: bool) -> str:
    if runtime is None:
        return "gasoline was not running."
    if gone:
        return f"gasoline stopped (pid {runtime.pid}). AI clients start it again when they need it."
    return f"gasoline (pid {runtime.pid}) is still running after {STOP_WAIT_S:.0f} s; kill that process yourself."
