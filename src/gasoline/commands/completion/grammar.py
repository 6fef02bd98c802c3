"""The completion table: which words may follow which. Derived from the argument parsers."""

import argparse

from gasoline.commands.command_line import COMMANDS, build_parsers
from gasoline.commands.completion.choices import offered, offered_after

Table = dict[str, list[str]]
FILES = "@files"
"""A placeholder for file and folder names, which the shell completes."""
NAMES_A_FILE = frozenset({"FILE", "DIR"})


def read_table() -> Table:
    parser, commands = build_parsers(COMMANDS)
    table: Table = {"": [*COMMANDS, *_flags(parser)]}
    for name, command in commands.items():
        table |= _table_of(name, command)
    return table


def _table_of(name: str, parser: argparse.ArgumentParser) -> Table:
    table: Table = {name: _flags(parser)}
    for action in parser._actions:
        if not action.option_strings:
            table[name] += offered(action)
            table |= {f"{name} {before}": words for before, words in offered_after(action).items()}
        elif action.nargs != 0:
            table |= {f"{name} {option}": _values(action) for option in action.option_strings}
    return table


def _flags(parser: argparse.ArgumentParser) -> list[str]:
    return [option for action in parser._actions for option in action.option_strings if option.startswith("--")]


def _values(action: argparse.Action) -> list[str]:
    return [FILES] if action.metavar in NAMES_A_FILE else offered(action)
