"""`gasoline extension`: prints the path of the unpacked extension, for chrome://extensions."""

import argparse
from pathlib import Path

from gasoline.commands.extension_folder import ExtensionMissing, extension_folder
from gasoline.commands.flags import add_json, add_port, add_state_dir, wanted_port, wanted_state_dir
from gasoline.commands.output import print_json, print_note
from gasoline.launch.own_extension import own_extension
from gasoline.launch.pairing_keys import EXTENSION_ID

DESCRIPTION = (
    "Prints a folder to load in chrome://extensions: your own copy of the extension, which connects to your server "
    "without any further step. Run it again after an update, then reload the extension there."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    directory, port = wanted_state_dir(args), wanted_port(args)
    defaults = {} if port is None else {"serverUrl": f"http://127.0.0.1:{port}"}
    try:
        folder = own_extension(extension_folder(), Path(directory) / "extension", directory, defaults)
    except (ExtensionMissing, OSError) as error:
        if args.json:
            print_json({"folder": None, "message": str(error)}, compact=True)
        print_note(f"gasoline extension: {error}")
        return 1
    if args.json:
        print_json({"folder": str(folder), "id": EXTENSION_ID}, compact=True)
    else:
        print(folder)
    return 0
