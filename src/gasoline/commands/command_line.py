"""All commands but `mcp`: help, flags, and errors that say what is accepted."""

import argparse
import sys
from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import NoReturn

from gasoline import __version__

COMMANDS = {
    "mcp": "what an AI client starts: MCP over stdio",
    "serve": "the server, in the foreground",
    "status": "is it up, who is connected",
    "stop": "end the server",
    "doctor": "find what is wrong and say how to mend it",
    "install": "write the MCP entry into the AI clients found",
    "extension": "print the folder to load unpacked",
    "browser": "start a Chromium with the extension",
    "open": "open the dashboard in the browser",
    "pair": "let the extension pair within the next minute (--auth strict)",
    "call": "call a tool from the shell, JSON out",
    "tools": "list what an assistant can ask, with the parameters",
    "tail": "significant events as they happen",
    "completion": "print the completion script of a shell",
}
USAGE_ERROR = 2
INTERRUPTED = 130  # what shells expect after Ctrl-C


class Parser(argparse.ArgumentParser):
    """Its errors list what is accepted instead of a usage line; its help may end with what takes time to find out."""

    explain: Callable[[list[str]], str] | None = None
    words: Sequence[str] = ()
    """What was typed after the command: its help may be about that."""

    def format_help(self) -> str:
        return super().format_help() + (f"\n{self.explain(list(self.words))}\n" if self.explain else "")

    def error(self, message: str) -> NoReturn:
        flags = [option for action in self._actions for option in action.option_strings if option.startswith("--")]
        self.exit(USAGE_ERROR, f"{self.prog}: {message}\nIt takes {', '.join(flags)}; see `{self.prog} --help`.\n")


def run_command(arguments: list[str]) -> int:
    first = next((word for word in arguments if not word.startswith("-")), "")
    parser, parsers = build_parsers({first})
    chosen = parsers.get(first)
    if chosen:
        chosen.words = [word for word in arguments[arguments.index(first) + 1 :] if not word.startswith("-")]
    args, unknown = parser.parse_known_args(arguments)
    if unknown:
        (chosen or parser).error(f"unknown argument '{unknown[0]}'")
    if args.command is None:
        parser.print_help()
        return 0
    try:
        return int(args.run(args))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # `gasoline tail | head`: nobody reads on
        sys.stderr.close()
        return 0


def build_parsers(wanted: Collection[str]) -> tuple[Parser, dict[str, Parser]]:
    """The parser of everything, and those of the wanted commands, which alone are imported."""
    parser = Parser(
        prog="gasoline",
        usage="gasoline [--version] COMMAND …",
        description=_overview(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"gasoline {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", prog="gasoline", parser_class=Parser)
    built = {}
    for name, purpose in COMMANDS.items():
        one = commands.add_parser(name, description=purpose, allow_abbrev=False)
        if name in wanted and name != "mcp":
            module = import_module(f"gasoline.commands.{name}")
            module.add(one)
            one.explain = getattr(module, "explain", None)
            one.set_defaults(run=module.run)
            built[name] = one
    return parser, built


def _overview() -> str:
    lines = (f"  {name:<11}{purpose}" for name, purpose in COMMANDS.items())
    return "Eyes on the browser for AI coding assistants.\n\n" + "\n".join(lines)
