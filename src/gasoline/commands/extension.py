"""`gasoline extension`: prints the folder to load unpacked in chrome://extensions."""

import argparse

from gasoline.commands.flags import add_json
from gasoline.commands.show import note, show_json
from gasoline.launch.extension_folder import ExtensionMissing, extension_folder
from gasoline.model.limits import EXTENSION_ID


def add(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        folder = extension_folder()
    except ExtensionMissing as error:
        if args.json:
            show_json({"folder": None, "message": str(error)}, compact=True)
        note(str(error))
        return 1
    if args.json:
        show_json({"folder": str(folder), "id": EXTENSION_ID}, compact=True)
    else:
        print(folder)
    return 0
