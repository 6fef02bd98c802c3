"""Flags that several commands share, and the environment variables that mirror them."""

import argparse
import sys

from gasoline.launch.port import parse_port, port_from_environment
from gasoline.launch.state_dir import state_dir


def add_state_dir(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--state-dir", metavar="DIR", help="where the server keeps its files (GASOLINE_STATE_DIR)")


def add_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=_port, metavar="N", help="the server's port (GASOLINE_PORT; default 7890)")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def wanted_port(args: argparse.Namespace) -> int | None:
    """The port from the flag or the environment; None if neither is set."""
    if args.port is not None:
        return int(args.port)
    try:
        return port_from_environment()
    except ValueError as error:
        raise refuse(str(error)) from None


def wanted_state_dir(args: argparse.Namespace) -> str:
    try:
        return state_dir(args.state_dir)
    except OSError as error:
        raise refuse(f"cannot use the state directory: {error}. Choose another with --state-dir.") from None


def refuse(message: str) -> SystemExit:
    print(f"gasoline: {message}", file=sys.stderr)
    return SystemExit(2)


def _port(text: str) -> int:
    try:
        return parse_port(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
