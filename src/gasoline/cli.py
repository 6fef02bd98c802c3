"""The command line: finds the command, reads its flags, runs it."""

import sys


def main() -> int:
    arguments = sys.argv[1:]
    if arguments[:1] == ["mcp"] or (not arguments and not _is_terminal()):
        # Runs before anything else is imported: an AI client is waiting.
        from gasoline.launch.forwarder.run import run_forwarder

        return run_forwarder(arguments[1:])
    from gasoline.commands.command_line import run_command

    return run_command(arguments)


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()
