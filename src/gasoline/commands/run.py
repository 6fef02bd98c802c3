"""`gasoline run`: runs a command, such as a development server, and captures what it prints."""

import argparse

from gasoline.commands.flags import add_state_dir, refuse, wanted_state_dir
from gasoline.commands.output import print_note
from gasoline.launch.dev_server.command import CannotStart
from gasoline.launch.dev_server.run_command import run_command

DESCRIPTION = (
    "Runs a command unchanged, and lets the assistant read what it prints: `gasoline run -- npm run dev`. "
    "Errors in the browser then show what the server printed. Exits as the command does."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.usage = "gasoline run [--name NAME] [--state-dir DIR] [--] COMMAND …"
    parser.add_argument("--name", help="what to call it in answers (default: from the command)")
    add_state_dir(parser)
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="COMMAND", help="the command and its arguments")


def run(args: argparse.Namespace) -> int:
    words = args.words[1:] if args.words[:1] == ["--"] else args.words
    if not words:
        raise refuse("run needs a command, such as `gasoline run -- npm run dev`.")
    try:
        return run_command(words, wanted_state_dir(args), args.name)
    except CannotStart as error:
        print_note(f"gasoline run: {error}")
        return error.exit_code
