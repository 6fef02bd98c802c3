"""`gasoline serve`: the server in the foreground. Takes lock and port before anything heavy is imported."""

import argparse
import os
import socket
from pathlib import Path

from gasoline.commands.flags import add_port, add_state_dir, wanted_port, wanted_state_dir
from gasoline.commands.show import note
from gasoline.launch.daemon_lock import AlreadyRunning, hold_daemon_lock
from gasoline.launch.early_bind import PortTaken, early_bind
from gasoline.launch.options import ServeOptions
from gasoline.launch.runtime_file import load_or_create_token
from gasoline.model.limits import DEFAULT_PORT


def add(parser: argparse.ArgumentParser) -> None:
    add_port(parser)
    add_state_dir(parser)
    parser.add_argument("--tools", choices=["composite", "named"], default="composite", help="what clients see")
    parser.add_argument("--auth", choices=["auto", "strict"], default="auto", help="strict: the token for everything")
    parser.add_argument("--log-file", type=Path, metavar="FILE", help="default: logs.jsonl in the state directory")
    parser.add_argument(
        "--allow-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="a web page that may use /mcp; can be given again",
    )


def run(args: argparse.Namespace) -> int:
    directory = wanted_state_dir(args)
    asked_port = wanted_port(args)
    port = DEFAULT_PORT if asked_port is None else asked_port
    try:
        hold_daemon_lock(directory)
        listener = early_bind(port)
    except (AlreadyRunning, PortTaken) as error:
        note(f"gasoline serve: {error}")
        return 1
    except OSError as error:
        note(f"gasoline serve: cannot listen on 127.0.0.1:{port}: {error.strerror}. Choose another --port.")
        return 1
    return _serve(_options(args, directory, listener), listener)


def _options(args: argparse.Namespace, directory: str, listener: socket.socket) -> ServeOptions:
    return ServeOptions(
        port=listener.getsockname()[1],
        state_dir=Path(directory),
        tools=args.tools,
        auth=args.auth,
        log_file=args.log_file and args.log_file.absolute(),
        allow_origins=tuple(args.allow_origin),
    )


def _serve(options: ServeOptions, listener: socket.socket) -> int:
    from gasoline.app import serve

    try:
        return serve(options, listener, load_or_create_token(os.fspath(options.state_dir)))
    except OSError as error:
        where = error.filename or options.state_dir
        note(f"gasoline serve: {where}: {error.strerror}. Free it, or choose another --state-dir.")
        return 1
