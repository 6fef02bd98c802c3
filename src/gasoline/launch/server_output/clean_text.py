"""Terminal output as plain text: without colors and cursor movements, with progress bars folded."""

import re

_ESCAPES = re.compile(
    r"""
    \x1b (?:
        \[ [0-?]* [ -/]* [@-~]?                     # CSI: colors, cursor movements
      | [\]PX^_] [^\x07\x1b]* (?: \x07 | \x1b\\ )?  # OSC and other strings: titles, links
      | [ -/]* [0-~]?                               # two characters: character sets, save and restore
    )
    | [\x80-\x9f]                                   # the same as single C1 characters
    """,
    re.VERBOSE,
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def clean_text(line: str) -> str:
    """One line as a person sees it at the end: what a carriage return overwrote is gone."""
    if line.isprintable():
        return line.rstrip()
    text = _ESCAPES.sub("", line) if "\x1b" in line or not line.isascii() else line
    if "\b" in text:
        text = _without_backspaces(text)
    if "\r" in text:
        text = _overwritten(text)
    return _CONTROL.sub("", text).rstrip()


def _overwritten(text: str) -> str:
    """The last part that shows something: a progress bar redraws itself after each carriage return."""
    return next((part for part in reversed(text.split("\r")) if part.strip()), "")


def _without_backspaces(text: str) -> str:
    kept: list[str] = []
    for char in text:
        if char != "\b":
            kept.append(char)
        elif kept:
            kept.pop()
    return "".join(kept)
