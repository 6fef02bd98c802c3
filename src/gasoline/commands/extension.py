"""`gasoline extension`: prints the path of the unpacked extension, for chrome://extensions or about:debugging."""

import argparse
from pathlib import Path

from gasoline.commands.extension_folder import ExtensionMissing, extension_folder
from gasoline.commands.flags import add_json, add_port, add_state_dir, wanted_port, wanted_state_dir
from gasoline.commands.output import print_json, print_note
from gasoline.launch.own_extension import own_extension
from gasoline.launch.pairing_keys import EXTENSION_ID, EXTENSION_ORIGIN, FIREFOX_ID

DESCRIPTION = (
    "Prints a folder to load in chrome://extensions: your own copy of the extension, which connects to your server "
    "without any further step. Run it again after an update, then reload the extension there. With --firefox, a folder "
    "for about:debugging, “Load Temporary Add-on…”; then run the command that the extension's popup shows."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("--firefox", action="store_true", help="for Firefox, until you close it")
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    directory, port = wanted_state_dir(args), wanted_port(args)
    defaults = {} if port is None else {"serverUrl": f"http://127.0.0.1:{port}"}
    browser = "firefox" if args.firefox else "chromium"
    own_copy = Path(directory) / ("extension-firefox" if args.firefox else "extension")
    # Firefox gives each installation a random origin, for which there can be no key yet.
    origin = None if args.firefox else EXTENSION_ORIGIN
    try:
        folder = own_extension(extension_folder(browser), own_copy, directory, defaults, origin=origin)
    except (ExtensionMissing, OSError) as error:
        if args.json:
            print_json({"folder": None, "message": str(error)}, compact=True)
        print_note(f"gasoline extension: {error}")
        return 1
    if args.json:
        print_json({"folder": str(folder), "id": FIREFOX_ID if args.firefox else EXTENSION_ID}, compact=True)
    else:
        print(folder)
    return 0
