"""`gasoline tail`: significant events as they happen, a line each, until Ctrl-C or the server's end."""

import argparse
import json
from collections.abc import Iterator

from gasoline.commands.flags import add_json, add_state_dir
from gasoline.commands.show import note
from gasoline.commands.status import running_daemon
from gasoline.launch.connect import open_op
from gasoline.launch.runtime_file import Runtime


def add(parser: argparse.ArgumentParser) -> None:
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    runtime = running_daemon(args)
    if runtime is None:
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
    """Time, kind, words; page text stays on its line, since control characters are escaped by the server."""
    try:
        event = json.loads(line)
    except ValueError:
        return line
    if not isinstance(event, dict):
        return line
    shown = (event.get("ts"), event.get("kind"), event.get("text"), event.get("url"))
    return "  ".join(_on_one_line(part) for part in shown if part)


def _on_one_line(part: object) -> str:
    return "".join(char if char.isprintable() else " " for char in str(part))
