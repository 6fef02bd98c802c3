"""Colors for terminals; none in pipes, files, dumb terminals or when NO_COLOR is set."""

import os
import sys

GREEN, YELLOW, RED, BOLD = "32", "33", "31", "1"


def paint(text: str, color: str) -> str:
    return f"\033[{color}m{text}\033[0m" if wants_color() else text


def wants_color() -> bool:
    """Follows no-color.org: any non-empty value turns colors off."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
