"""`gasoline completion SHELL`: prints a script that completes commands, flags, tools, modes and parameters."""

import argparse

SHELLS = ("bash", "zsh", "fish")
DESCRIPTION = (
    "Prints a shell completion script for the commands and tools of this version. "
    'bash: put eval "$(gasoline completion bash)" in ~/.bashrc. zsh: the same with zsh in ~/.zshrc, after compinit. '
    "fish: run gasoline completion fish > ~/.config/fish/completions/gasoline.fish"
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    from gasoline.commands.completion.grammar import read_table
    from gasoline.commands.completion.scripts import SCRIPTS

    print(SCRIPTS[args.shell](read_table()), end="")
    return 0
