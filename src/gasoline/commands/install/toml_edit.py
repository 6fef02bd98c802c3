"""Adds a table to a TOML text or removes one; comments, order and everything else are unchanged."""

import re
import tomllib
from typing import Any

import tomlkit
from tomlkit.container import Container
from tomlkit.exceptions import ParseError
from tomlkit.items import InlineTable, Table

from gasoline.commands.install.jsonc_parse import MalformedConfig

Path = tuple[str, ...]
BOM = "\ufeff"


def read(text: str) -> dict[str, Any]:
    """The document's value. Both parsers must accept it: one validates, the other edits."""
    body = text.removeprefix(BOM)
    try:
        tomlkit.parse(body)
        return tomllib.loads(body.replace("\r\n", "\n"))
    except ParseError as error:
        raise MalformedConfig(str(error).split(" at line")[0], text, _offset(text, error.line, error.col)) from error
    except tomllib.TOMLDecodeError as error:
        raise MalformedConfig(str(error).split(" (at")[0], text, _where(text, str(error))) from error


def put(text: str, path: Path, value: dict[str, Any]) -> str:
    """The text with the table `value` at `path`: changed in place, or appended at the end."""
    holder = _holder(text, path)
    if path[-1] in holder or isinstance(holder, InlineTable):
        return _update(text, path, value)
    body = tomlkit.dumps({key: _inline(item) for key, item in value.items()})
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if text in ("", BOM) else newline if text.endswith("\n") else newline * 2
    addition = f"[{'.'.join(path)}]\n{body}".replace("\n", newline)
    return text + gap + addition


def drop(text: str, path: Path) -> str:
    """The text without the table at `path`; unchanged where there is none."""
    if path[-1] not in _holder(text, path):
        return text
    expected = read(text)
    _descend(expected, path).pop(path[-1])
    truncated = _remove_block(text, path)
    if _same(truncated, expected, path):
        return truncated
    bom, document = _open(text)
    del _descend(document, path)[path[-1]]
    return bom + tomlkit.dumps(document)


def update(text: str, path: Path, value: dict[str, Any]) -> str:
    """Like `put`; equal values are not rewritten."""
    return put(text, path, value)


def _open(text: str) -> tuple[str, tomlkit.TOMLDocument]:
    return text[: text.startswith(BOM)], tomlkit.parse(text.removeprefix(BOM))


def _descend(document: Any, path: Path) -> Any:
    for key in path[:-1]:
        document = document.get(key, {})
    return document


def _holder(text: str, path: Path) -> Any:
    """The parent of the entry: a table, or an empty mapping if there is none."""
    document: Any = _open(text)[1]
    for key in path[:-1]:
        document = document.get(key, {})
        if not isinstance(document, Table | InlineTable | Container | dict):
            raise MalformedConfig(f"{key} must be a table: [{key}.…]", text, max(0, text.find(key)))
    return document


def _update(text: str, path: Path, value: dict[str, Any]) -> str:
    bom, document = _open(text)
    holder = _descend(document, path)
    if path[-1] not in holder:
        holder[path[-1]] = tomlkit.inline_table()
    entry = holder[path[-1]]
    for key in [key for key in entry if key not in value]:
        del entry[key]
    for key, item in value.items():
        if isinstance(item, dict) and isinstance(entry.get(key), Table | InlineTable):
            entry[key].update(item)
        elif entry.get(key) != item:
            entry[key] = _inline(item)
    return _with_line_ends_of(text, bom + tomlkit.dumps(document))


def _inline(item: Any) -> Any:
    """A table within the entry is written on one line: its own header would begin another block."""
    if not isinstance(item, dict):
        return item
    table = tomlkit.inline_table()
    table.update(item)
    return table


def _with_line_ends_of(text: str, edited: str) -> str:
    if "\r\n" not in text or re.search(r"(?<!\r)\n", text):
        return edited
    return re.sub(r"(?<!\r)\n", "\r\n", edited)


def _header(path: Path) -> str:
    keys = r"\s*\.\s*".join(rf"[\"']?{re.escape(key)}[\"']?" for key in path)
    return rf"^[ \t]*\[[ \t]*{keys}[ \t]*(?:\.[^\]]*)?\]"


def _remove_block(text: str, path: Path) -> str:
    """Removes the lines from our header to the last one with a value before the next header.

    Also removes the empty line before it. Comments and empty lines after it belong to what follows.
    """
    line = r"(?!^[ \t]*\[)(?:[^\n]*\n|[^\n]+\Z)"
    block = re.compile(rf"(?:^[ \t]*\r?\n)?{_header(path)}[^\n]*\n?(?:{line})*", re.MULTILINE)
    while match := block.search(text):
        rest = _trailing(match[0]) + text[match.end() :]
        text = text[: match.start()] + (rest if match.start() else rest.lstrip("\r\n"))
    return text


def _trailing(block: str) -> str:
    lines = block.splitlines(keepends=True)
    while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return block[sum(len(line) for line in lines) :]


def _same(text: str, expected: dict[str, Any], path: Path) -> bool:
    """Whether the text parses to the expected value; a parent table that only held our entry may be gone."""
    try:
        found = read(text)
    except MalformedConfig:
        return False
    if not _descend(expected, path):
        _descend(expected, path[:-1]).pop(path[-2], None)
        _descend(found, path[:-1]).pop(path[-2], None)
    return found == expected


def _offset(text: str, line: int, column: int) -> int:
    lines = text.splitlines(keepends=True)
    return min(len(text), sum(len(one) for one in lines[: line - 1]) + column)


def _where(text: str, message: str) -> int:
    match = re.search(r"line (\d+), column (\d+)", message)
    return _offset(text, int(match[1]), int(match[2]) - 1) if match else len(text)
