"""`gasoline status`: whether a server runs, and who is connected. Exit code 0 when it runs, else 1."""

import argparse
from collections.abc import Mapping

from gasoline.commands.flags import add_json, add_state_dir, wanted_state_dir
from gasoline.commands.show import note, show_json
from gasoline.launch.connect import NoAnswer, ask
from gasoline.launch.find_daemon import find_daemon
from gasoline.launch.runtime_file import Runtime

NOT_RUNNING = "gasoline is not running. An AI client starts it, or you do: gasoline serve"


def add(parser: argparse.ArgumentParser) -> None:
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    directory = wanted_state_dir(args)
    status = look_at(find_daemon(directory))
    if args.json:
        show_json({**status, "state_dir": directory}, compact=True)
    else:
        print(_as_text(status))
    return 0 if status["running"] else 1


def running_daemon(args: argparse.Namespace) -> Runtime | None:
    """The daemon that a command needs; where there is none, the person is told what starts it."""
    runtime = find_daemon(wanted_state_dir(args))
    if runtime is None:
        note(NOT_RUNNING)
    return runtime


def look_at(runtime: Runtime | None) -> dict[str, object]:
    """What the daemon says of itself, with `running` and the place where it was found."""
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
        )
    )


def is_connected(extension: object) -> bool:
    return isinstance(extension, Mapping) and bool(extension.get("connected"))


def extension_as_text(extension: object) -> str:
    if not isinstance(extension, Mapping) or not is_connected(extension):
        return "not connected"
    return f"connected, version {extension.get('version') or 'unknown'}"
