"""Prints the demo so that a person can follow it: steps, questions, answers; colours only on a terminal."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any

COLOURED = sys.stdout.isatty() and "NO_COLOR" not in os.environ
WIDTH = min(shutil.get_terminal_size((100, 24)).columns, 120)
LONGEST_LIST = 3
INDENT = "     "


def bold(text: str) -> str:
    return _coloured("1", text)


def faint(text: str) -> str:
    return _coloured("2", text)


def green(text: str) -> str:
    return _coloured("32", text)


def red(text: str) -> str:
    return _coloured("31", text)


def title(text: str) -> None:
    print(f"\n{bold(text)}\n")


def step(text: str) -> None:
    print(f"  {green('✓')}  {text}", flush=True)


def question(text: str, call: str) -> None:
    space = max(2, WIDTH - 5 - len(text) - len(call))
    print(f"\n  {bold('?')}  {bold(text)}{' ' * space}{faint(call)}", flush=True)


def line(text: str) -> None:
    print(f"{INDENT}{text}")


def answer(value: Any, keys: tuple[str, ...], note: str = "") -> None:
    """The JSON answer, cut to the keys that matter here."""
    shown = [_only(item, keys) for item in value[:LONGEST_LIST]] if isinstance(value, list) else _only(value, keys)
    for text in _pretty(shown):
        line(text)
    if isinstance(value, list) and len(value) > LONGEST_LIST:
        line(faint(f"… and {len(value) - LONGEST_LIST} more"))
    if note:
        line(faint(_cut(note, WIDTH - len(INDENT))))


def proved(text: str) -> None:
    print(f"\n  {green('✓')}  {bold(text)}\n")


def failed(text: str) -> None:
    print(f"\n  {red('✗')}  {bold(text)}\n", file=sys.stderr)


def _coloured(code: str, text: str) -> str:
    return f"\033[{code}m{text}\033[0m" if COLOURED else text


def _only(value: Any, keys: tuple[str, ...]) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: value[key] for key in keys if key in value}


def _pretty(value: Any) -> Iterator[str]:
    """One object a block, one key a line, the names aligned; a stack line by line."""
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, dict):
            yield _cut(json.dumps(item, ensure_ascii=False), WIDTH - len(INDENT))
            continue
        width = max((len(key) for key in item), default=0)
        for number, (key, content) in enumerate(item.items()):
            mark = "• " if number == 0 and isinstance(value, list) else "  "
            yield from _entry(f"{mark}{key:<{width}}  ", content)


def _entry(name: str, content: Any) -> Iterator[str]:
    room = WIDTH - len(INDENT) - len(name)
    if isinstance(content, str) and "\n" in content:
        texts = [text.rstrip() for text in content.strip().splitlines()]
    else:
        texts = [content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)]
    for number, text in enumerate(texts):
        yield (faint(name) if number == 0 else " " * len(name)) + _cut(text, room)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"
