"""Tells the person who looks at the client's log; stdout belongs to the protocol."""

import sys


def say(text: str) -> None:
    try:
        sys.stderr.write(f"gasoline mcp: {text}\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return  # nobody reads it; the client gets it as an error answer
