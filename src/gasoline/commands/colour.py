"""Colours for a person at a terminal; none in pipes, files, dumb terminals or where NO_COLOR says so."""

import os
import sys

GREEN, YELLOW, RED, BOLD = "32", "33", "31", "1"


def paint(text: str, colour: str) -> str:
    return f"\033[{colour}m{text}\033[0m" if wants_colour() else text


def wants_colour() -> bool:
    """As no-color.org has it: any value but the empty one."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
