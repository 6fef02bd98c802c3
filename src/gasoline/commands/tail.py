"""`gasoline tail`: significant events as they happen, a line each, until Ctrl-C or the server's end."""

import argparse
import json
from collections.abc import Iterator

from gasoline.commands.flags import add_json, add_port, add_state_dir, wanted_port, wanted_state_dir
from gasoline.commands.show import note, on_one_line
from gasoline.launch.connect import open_op
from gasoline.launch.find_daemon import NoDaemon, have_daemon
from gasoline.launch.runtime_file import Runtime

DESCRIPTION = "Prints significant events as they happen, and starts the server if none is running."


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        runtime = have_daemon(wanted_state_dir(args), wanted_port(args))
    except NoDaemon as error:
        note(f"gasoline tail: {error}")
        return 1
    try:
        for line in _events(runtime):
            print(line if args.json else _as_text(line), flush=True)
    except KeyboardInterrupt:
        return 0
    note("the server ended.")
    return 0


def _events(runtime: Runtime) -> Iterator[str]:
    try:
        with open_op(runtime, "tail") as connection, connection.makefile("r", encoding="utf-8") as lines:
            if not lines.readline():  # the server says when it watches
                return
            note(f"watching gasoline on port {runtime.port}; Ctrl-C ends")
            yield from (line.rstrip("\n") for line in lines)
    except ConnectionError:
        return


def _as_text(line: str) -> str:
    """Time, severity, message, and the page's own words; each on this line, whatever they hold."""
    try:
        event = json.loads(line)
    except ValueError:
        return line
    if not isinstance(event, dict):
        return line
    if "bye" in event:
        return on_one_line(event["bye"])
    context = event.get("context")
    words = context.get("text") or context.get("response_preview") if isinstance(context, dict) else None
    shown = (event.get("timestamp"), event.get("severity"), event.get("message"), words)
    return "  ".join(on_one_line(part) for part in shown if part)
