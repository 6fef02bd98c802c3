"""Parses and runs every command except `mcp`: help, flags, and errors that list what is accepted."""

import argparse
import sys
from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import NoReturn

from gasoline import __version__

COMMANDS = {
    "mcp": "serve MCP over stdio; AI clients start this",
    "serve": "run the server in the foreground",
    "status": "show whether the server is running and who is connected",
    "stop": "stop the server",
    "doctor": "diagnose problems and suggest fixes",
    "install": "add Gasoline to the AI clients on this machine",
    "extension": "print the path of your copy of the extension",
    "browser": "start Chromium with the extension loaded",
    "open": "open the dashboard in your browser",
    "pair": "connect the extension with the code in its popup",
    "call": "call a tool and print its answer",
    "tools": "list the tools, their modes and parameters",
    "capsule": "save, open or describe a captured session as one file",
    "report": "write a bug report about the captured session",
    "record": "run tests with a server of their own; failed ones can leave a capsule",
    "export": "send the captured session to an OpenTelemetry collector",
    "tail": "stream significant events",
    "run": "run a command and capture what it prints",
    "completion": "print a shell completion script",
}
SELECTORS = {"observe": "what", "analyze": "what", "generate": "what", "configure": "action", "interact": "action"}
USAGE_ERROR = 2
INTERRUPTED = 130  # what shells expect after Ctrl-C


class Parser(argparse.ArgumentParser):
    """Errors list the accepted flags instead of a usage line; help may end with text that is built only on demand."""

    explain: Callable[[list[str]], str] | None = None
    words: Sequence[str] = ()
    """The words typed after the command; the help text may depend on them."""

    def format_help(self) -> str:
        return super().format_help() + (f"\n{self.explain(list(self.words))}\n" if self.explain else "")

    def error(self, message: str) -> NoReturn:
        flags = [option for action in self._actions for option in action.option_strings if option.startswith("--")]
        self.exit(USAGE_ERROR, f"{self.prog}: {message}\nAccepted: {', '.join(flags)}. See `{self.prog} --help`.\n")


def _with_selector(words: list[str], selector: str) -> list[str]:
    """`observe errors` as a call: the word behind the tool is its mode."""
    tool, *rest = words
    return [tool, f"{selector}={rest[0]}", *rest[1:]] if rest and rest[0].isidentifier() else words


def run_command(arguments: list[str]) -> int:
    first = next((word for word in arguments if not word.startswith("-")), "")
    if first in SELECTORS:
        call = " ".join(_with_selector(arguments, SELECTORS[first]))
        sys.stderr.write(f"gasoline: '{first}' is a tool, not a command. Run: gasoline call {call}\n")
        return USAGE_ERROR
    if first and first not in COMMANDS and arguments[0] == first:
        sys.stderr.write(f"gasoline: there is no command '{first}'. {_command_meant(first)}\n")
        return USAGE_ERROR
    parser, parsers = build_parsers({first})
    chosen = parsers.get(first)
    if chosen:
        chosen.words = [word for word in arguments[arguments.index(first) + 1 :] if not word.startswith("-")]
    args, unknown = parser.parse_known_args(arguments)
    if unknown:
        (chosen or parser).error(f"unknown argument '{unknown[0]}'{_pair_meant(first, unknown[0], arguments)}")
    if args.command is None:
        parser.print_help()
        return 0
    try:
        return int(args.run(args))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # for example `gasoline tail | head`
        sys.stderr.close()
        return 0


def _pair_meant(command: str, flag: str, words: list[str]) -> str:
    """`--what errors`, as other programs take it, is `what=errors` for a tool."""
    name, equals, value = flag.removeprefix("--").partition("=")
    if command != "call" or not name.isidentifier():
        return ""
    following = "" if equals else next(iter(words[words.index(flag) + 1 :]), "")
    return f": did you mean {name}={value or following or 'VALUE'}?"


def _command_meant(word: str) -> str:
    """The command, tool or mode that a word stands for, as it would be typed."""
    from gasoline.commands.tool_pages import tool_pages  # slow to import, and only a mistake needs it
    from gasoline.tools.nearest import by_meaning, nearest

    pages = tool_pages()
    tools = [*SELECTORS, *(page.name for page in pages)]
    if word in tools:
        return f"Did you mean: gasoline call {word}"
    for tool, selector in SELECTORS.items():
        if mode := by_meaning(word, [page.mode for page in pages if page.tool == tool and page.mode]):
            return f"Did you mean: gasoline call {tool} {selector}={mode}"
    near = nearest(word, [*COMMANDS, *tools])
    if near:
        return f"Did you mean: gasoline {near if near in COMMANDS else f'call {near}'}"
    return f"The commands are {', '.join(COMMANDS)}."


def build_parsers(wanted: Collection[str]) -> tuple[Parser, dict[str, Parser]]:
    """The top-level parser, and the parsers of the wanted commands. Only those commands are imported."""
    parser = Parser(
        prog="gasoline",
        usage="gasoline [--version] COMMAND …",
        description=_overview(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"gasoline {__version__}")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", prog="gasoline", parser_class=Parser, help=argparse.SUPPRESS
    )
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
    return "Gives AI coding assistants eyes on your browser.\n\n" + "\n".join(lines)
