"""`gasoline tail`: prints significant events as they happen, one per line, until Ctrl-C or until the server stops.

A line begins with the time at which the event became known, so that lines are in order: a failed request waits for its
body, and a blocked main thread is known when the block ends.
"""

import argparse
import json
from collections.abc import Iterator
from datetime import datetime, timedelta

from gasoline.commands.flags import add_json, add_port, add_state_dir, wanted_port, wanted_state_dir
from gasoline.commands.output import print_note, single_line
from gasoline.launch.connect import open_op
from gasoline.launch.find_daemon import NoDaemon, ensure_daemon
from gasoline.launch.runtime_file import Runtime

LATE = timedelta(seconds=1)
DESCRIPTION = "Prints significant events as they happen, starting the server if needed."


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        runtime = ensure_daemon(wanted_state_dir(args), wanted_port(args))
    except NoDaemon as error:
        print_note(f"gasoline tail: {error}")
        return 1
    try:
        for line in _events(runtime):
            print(line if args.json else _as_text(line), flush=True)
    except KeyboardInterrupt:
        return 0
    print_note("the server stopped.")
    return 0


def _events(runtime: Runtime) -> Iterator[str]:
    try:
        with open_op(runtime, "tail") as connection, connection.makefile("r", encoding="utf-8") as lines:
            if not lines.readline():  # the first line says that the subscription is active
                return
            print_note(f"watching gasoline on port {runtime.port}; press Ctrl-C to stop")
            yield from (line.rstrip("\n") for line in lines)
    except ConnectionError:
        return


def _as_text(line: str) -> str:
    """The time it was received, severity, message and the page's text, always on one line."""
    try:
        event = json.loads(line)
    except ValueError:
        return line
    if not isinstance(event, dict):
        return line
    if "bye" in event:
        return single_line(event["bye"])
    context = event.get("context")
    text = context.get("text") or context.get("response_preview") if isinstance(context, dict) else None
    shown = (event.get("received"), event.get("severity"), event.get("message"), text, _happened(event))
    return "  ".join(single_line(part) for part in shown if part)


def _happened(event: dict[str, object]) -> str:
    """The time it happened, if that was noticeably earlier."""
    received, happened = event.get("received"), event.get("timestamp")
    if not isinstance(received, str) or not isinstance(happened, str):
        return ""
    try:
        late = datetime.fromisoformat(received) - datetime.fromisoformat(happened)
    except (ValueError, TypeError):  # TypeError: a time without a zone
        return ""
    return f"(happened {happened})" if late > LATE else ""
