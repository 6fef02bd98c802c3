"""How answers are printed: readable on a terminal, compact for a machine."""

import json
import sys


def print_json(data: object, *, compact: bool) -> None:
    if compact or not sys.stdout.isatty():
        print(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    else:
        print(json.dumps(data, ensure_ascii=False, indent=2))


def single_line(text: object) -> str:
    """Foreign text on one line: it must not move the cursor or start a new line."""
    return "".join(char if char.isprintable() else " " for char in str(text))


def print_note(text: str) -> None:
    """Prints a message for the user on stderr."""
    print(text, file=sys.stderr)
