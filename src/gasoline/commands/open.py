"""`gasoline open`: opens the dashboard in the user's browser with a one-time link."""

import argparse
import webbrowser
from pathlib import Path

from gasoline.commands.flags import add_json, add_port, add_state_dir, wanted_port, wanted_state_dir
from gasoline.commands.output import print_json, print_note
from gasoline.launch.connect import NoAnswer
from gasoline.launch.dashboard_link import ask_for_link, ask_for_link_file
from gasoline.launch.find_daemon import NoDaemon, ensure_daemon
from gasoline.launch.runtime_file import Runtime

DESCRIPTION = "Opens the dashboard, starting the server if needed. The link works once and expires after a minute."
OPENED = (
    "Opened the dashboard in your browser. If the browser cannot read its file (some Snap and Flatpak browsers), run "
    "`gasoline open --print`."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("--print", action="store_true", dest="only_print", help="print the link instead of opening it")
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        runtime = ensure_daemon(wanted_state_dir(args), wanted_port(args))
        opened = not args.only_print and open_in_browser(runtime)
        link = {} if opened else ask_for_link(runtime)
    except (NoDaemon, NoAnswer) as error:
        print_note(f"gasoline open: {error}")
        return 1
    if args.json:
        print_json({**link, "opened": opened}, compact=True)
    elif args.only_print:
        print(link["url"])
    elif opened:
        print(OPENED)
    else:
        print_note(f"Could not start a browser. Open this link within {link['seconds']} s:")
        print(link["url"])
    return 0


def open_in_browser(runtime: Runtime) -> bool:
    return webbrowser.open(Path(ask_for_link_file(runtime)).as_uri())
