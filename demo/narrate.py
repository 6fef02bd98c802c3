"""Prints the demo's steps, questions and answers; in color only on a terminal."""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

COLORED = sys.stdout.isatty() and "NO_COLOR" not in os.environ
WIDTH = min(shutil.get_terminal_size((100, 24)).columns, 120)
LONGEST_LIST = 3
LONGEST_TABLE = 8
INDENT = "     "
NAME_WIDTH = 14


def bold(text: str) -> str:
    return _colored("1", text)


def faint(text: str) -> str:
    return _colored("2", text)


def green(text: str) -> str:
    return _colored("32", text)


def red(text: str) -> str:
    return _colored("31", text)


def title(text: str) -> None:
    print(f"\n{bold(text)}\n")


def step(text: str) -> None:
    first, *others = textwrap.wrap(text, WIDTH - len(INDENT), break_long_words=False, break_on_hyphens=False)
    print(f"  {green('✓')}  {first}", flush=True)
    for other in others:
        line(other)


def question(text: str, call: str) -> None:
    space = max(2, WIDTH - 5 - len(text) - len(call))
    print(f"\n  {bold('?')}  {bold(text)}{' ' * space}{faint(call)}", flush=True)


def line(text: str) -> None:
    print(f"{INDENT}{text}")


def code(text: str) -> None:
    """A script with truncated long lines."""
    for written in text.rstrip().splitlines():
        line(_truncate(written, WIDTH - len(INDENT)))


def answer(value: Any, keys: tuple[str, ...], note: str = "") -> None:
    """The JSON answer, reduced to the keys that matter here: one block per item."""
    items = value if isinstance(value, list) else [value]
    for item in items[:LONGEST_LIST]:
        for text in block({key: item[key] for key in keys if key in item}):
            line(text)
        if item is not items[:LONGEST_LIST][-1]:
            print()
    rest(len(items) - LONGEST_LIST, note)


def table(items: list[dict[str, Any]], keys: tuple[str, ...], note: str = "") -> None:
    """A list as a table: one line per item, one column per key."""
    rows = [[_text(item.get(key, "")) for key in keys] for item in items[:LONGEST_TABLE]]
    widths = [max(len(row[i]) for row in [list(keys), *rows]) for i in range(len(keys))]
    for number, row in enumerate([list(keys), *rows]):
        text = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        line(faint(text) if number == 0 else _truncate(text, WIDTH - len(INDENT)))
    rest(len(items) - LONGEST_TABLE, note)


def rest(left_out: int, note: str) -> None:
    """What is not printed, and the server's note."""
    if left_out > 0:
        line(faint(f"… and {left_out} more"))
    for text in textwrap.wrap(note, WIDTH - len(INDENT)):
        line(faint(text))


def wrapped(text: str) -> str:
    """The text wrapped next to a name."""
    return "\n".join(textwrap.wrap(text, WIDTH - len(INDENT) - NAME_WIDTH))


def proved(text: str) -> None:
    print(f"\n  {green('✓')}  {bold(text)}\n")


def failed(text: str) -> None:
    print(f"\n  {red('✗')}  {bold(text)}\n", file=sys.stderr)


def _colored(code: str, text: str) -> str:
    return f"\033[{code}m{text}\033[0m" if COLORED else text


def block(item: dict[str, Any]) -> Iterator[str]:
    """One key per line with aligned names; nested values go below their key."""
    width = max((len(key) for key in item), default=0)
    for key, content in item.items():
        for number, text in enumerate(_lines(content)):
            name = faint(f"{key:<{width}}") if number == 0 else " " * width
            yield f"{name}  {_truncate(text, WIDTH - len(INDENT) - width - 2)}"


def _lines(content: Any) -> list[str]:
    if isinstance(content, dict) and content:
        width = max(len(key) for key in content)
        return [f"{key:<{width}}  {_text(value)}" for key, value in content.items()]
    return _text(content).rstrip().splitlines() or [""]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _truncate(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"
