"""`gasoline serve`: runs the server in the foreground. Takes the lock and the port before any slow import."""

import argparse
import gc
import os
import socket
from pathlib import Path

from gasoline.commands.flags import add_port, add_state_dir, wanted_port, wanted_state_dir
from gasoline.commands.output import print_note
from gasoline.launch.bind_port import PortTaken, bind_port
from gasoline.launch.daemon_lock import AlreadyRunning, hold_daemon_lock
from gasoline.launch.lazy_package import make_lazy
from gasoline.launch.port import DEFAULT_PORT
from gasoline.launch.runtime_file import load_or_create_token
from gasoline.launch.serve_options import ServeOptions
from gasoline.model.tool_error import ToolError


def add(parser: argparse.ArgumentParser) -> None:
    add_port(parser)
    add_state_dir(parser)
    parser.add_argument(
        "--tools", choices=["composite", "named"], default="composite", help="which set of tools clients see"
    )
    parser.add_argument(
        "--auth", choices=["auto", "strict"], default="auto", help="strict: require the token on every request"
    )
    parser.add_argument("--log-file", type=Path, metavar="FILE", help="default: logs.jsonl in the state directory")
    parser.add_argument(
        "--allow-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="origin allowed to call /mcp (repeatable)",
    )

    parser.add_argument("--by-program", action="store_true", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    directory = wanted_state_dir(args)
    asked_port = wanted_port(args)
    port = DEFAULT_PORT if asked_port is None else asked_port
    try:
        hold_daemon_lock(directory)
        listener = bind_port(port)
    except (AlreadyRunning, PortTaken) as error:
        print_note(f"gasoline serve: {error}")
        return 1
    except OSError as error:
        print_note(
            f"gasoline serve: cannot listen on 127.0.0.1:{port}: {error.strerror}. Choose another port with --port."
        )
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
        by_person=not args.by_program,
    )


def _serve(options: ServeOptions, listener: socket.socket) -> int:
    gc.disable()  # until the daemon is built: nothing that it imports becomes garbage
    make_lazy("uvicorn")
    from gasoline.app import serve

    try:
        return serve(options, listener, load_or_create_token(os.fspath(options.state_dir)))
    except ToolError as error:  # a capsule that cannot be opened
        print_note(f"gasoline serve: {error.message} {error.hint}")
        return 1
    except OSError as error:
        where = error.filename or options.state_dir
        print_note(f"gasoline serve: {where}: {error.strerror}. Fix this, or choose another --state-dir.")
        return 1
