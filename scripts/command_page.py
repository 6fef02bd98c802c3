"""docs/commands.md: every command and flag, from the parsers that read them."""

import argparse

from gasoline.commands.command_line import COMMANDS, build_parsers
from gasoline.launch.forwarder import options

HEAD = """# Commands

`gasoline COMMAND --help` prints the same. `--json` prints JSON where a program may read the answer. `GASOLINE_PORT`
and `GASOLINE_STATE_DIR` are the defaults of `--port` and `--state-dir`; all variables are in
[configuration.md](configuration.md#environment-variables).
"""


def command_page(generated: str) -> str:
    _, parsers = build_parsers(set(COMMANDS))
    parts = [f"<!-- {generated} -->", HEAD]
    for name, purpose in COMMANDS.items():
        parts += [f"## gasoline {name}", ""]
        parts += _forwarder() if name not in parsers else _command(parsers[name], purpose)
    return "\n".join(parts).rstrip() + "\n"


def _command(parser: argparse.ArgumentParser, purpose: str) -> list[str]:
    described = parser.description or purpose
    rows = [_row(action) for action in parser._actions if action.dest != "help" and action.help != argparse.SUPPRESS]
    text = described[0].upper() + described[1:].rstrip(".") + "."
    return [text, "", *(["| argument | meaning |", "|---|---|", *rows, ""] if rows else [])]


def _row(action: argparse.Action) -> str:
    value = str(action.metavar or action.dest.upper())
    if action.option_strings:
        name = action.option_strings[-1]
        shown = name if action.nargs == 0 else f"{name} {'|'.join(action.choices) if action.choices else value}"
    else:
        shown = f"[{value}]" if action.nargs in ("?", "*") else value
    return f"| `{_cell(shown)}` | {_cell(action.help or '')} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _forwarder() -> list[str]:
    """`gasoline mcp` has its own parser, for its start-up time."""
    return ["```text", options.USAGE.strip(), "```", ""]
