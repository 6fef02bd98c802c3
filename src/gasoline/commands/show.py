"""How answers are printed: readable on a terminal, compact for a machine."""

import json
import sys


def show_json(data: object, *, compact: bool) -> None:
    if compact or not sys.stdout.isatty():
        print(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    else:
        print(json.dumps(data, ensure_ascii=False, indent=2))


def on_one_line(text: object) -> str:
    """Text of others, which must not move the cursor or start a line of its own."""
    return "".join(char if char.isprintable() else " " for char in str(text))


def note(text: str) -> None:
    """For a person, beside the answer."""
    print(text, file=sys.stderr)
