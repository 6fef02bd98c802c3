"""`gasoline status`: shows whether the server is running and who is connected. Exits 0 if it is running, else 1."""

import argparse
from collections.abc import Mapping
from typing import cast

from gasoline.commands.flags import add_json, add_state_dir, wanted_state_dir
from gasoline.commands.output import print_json, print_note, single_line
from gasoline.launch.connect import NoAnswer, ask
from gasoline.launch.find_daemon import find_daemon
from gasoline.launch.pairings import Pairings
from gasoline.launch.runtime_file import Runtime

NOT_RUNNING = (
    "gasoline is not running. AI clients start it when they need it; to start it yourself, run `gasoline serve`."
)


def add(parser: argparse.ArgumentParser) -> None:
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    directory = wanted_state_dir(args)
    paired = [record._asdict() for record in Pairings(directory).all() if record.paired_at]
    status = {**read_status(find_daemon(directory)), "paired": paired}
    if args.json:
        print_json({**status, "state_dir": directory}, compact=True)
    else:
        print(_as_text(status))
    return 0 if status["running"] else 1


def running_daemon(args: argparse.Namespace) -> Runtime | None:
    """The running daemon; if there is none, prints how to start it."""
    runtime = find_daemon(wanted_state_dir(args))
    if runtime is None:
        print_note(NOT_RUNNING)
    return runtime


def read_status(runtime: Runtime | None) -> dict[str, object]:
    """The daemon's own status, with `running`, pid, port and version."""
    if runtime is None:
        return {"running": False}
    found: dict[str, object] = {"pid": runtime.pid, "port": runtime.port, "version": runtime.version}
    try:
        return {"running": True, **found, **ask(runtime, "status")}
    except NoAnswer as error:
        return {"running": False, **found, "problem": str(error)}


def _as_text(status: Mapping[str, object]) -> str:
    if not status["running"]:
        return str(status.get("problem", NOT_RUNNING))
    clients = status.get("clients")
    names = ", ".join(map(str, clients)) if isinstance(clients, list) else ""
    return "\n".join(
        (
            f"gasoline {status['version']} is running: pid {status['pid']}, port {status['port']}",
            f"AI clients: {names or 'none'}",
            f"extension:  {extension_as_text(status.get('extension'))}",
            *map(_paired_as_text, cast(list[Mapping[str, str]], status["paired"])),
            *servers_as_text(status.get("server_runs")),
        )
    )


def _paired_as_text(record: Mapping[str, str]) -> str:
    return f"paired:     {record['origin']} as {record['id']}, {record['paired_at']}; see `gasoline pair --list`"


def servers_as_text(runs: object) -> list[str]:
    """The commands that run under `gasoline run`."""
    running = [run for run in runs if run["running"]] if isinstance(runs, list) else []
    if not running:
        return []
    return [f"servers:    {', '.join(map(_server_as_text, running))}"]


def _server_as_text(run: Mapping[str, object]) -> str:
    dropped = f", {run['lines_dropped']} lines dropped" if run["lines_dropped"] else ""
    return f"{run['name']} ({single_line(str(run['command']))}, since {run['since']}{dropped})"


def is_connected(extension: object) -> bool:
    return isinstance(extension, Mapping) and bool(extension.get("connected"))


def extension_as_text(extension: object) -> str:
    if not isinstance(extension, Mapping) or not is_connected(extension):
        return "not connected"
    return f"connected, version {extension.get('version') or 'unknown'}"
