"""Adds a member to a JSON(C) text or removes one; every other byte is unchanged."""

import json
import re
from typing import Any, NamedTuple

from gasoline.commands.install.jsonc_parse import BOM, MalformedConfig, Member, Node, parse, tokens
from gasoline.commands.install.jsonc_style import DEFAULT_INDENT, Style, render

Path = tuple[str, ...]


class Splice(NamedTuple):
    """Replaces `text[start:end]` with `new`."""

    start: int
    end: int
    new: str


def read(text: str) -> dict[str, Any]:
    """The document's value; an empty file counts as an empty object."""
    root = _object(text)
    return {} if root is None else dict(root.value)


def put(text: str, path: Path, value: Any) -> str:
    """The text with `value` at `path`: replaced in place, or added as the last member."""
    root = _object(text)
    if root is None:
        return _fill_empty(text, path, value)
    node, rest = _walk(text, root, path)
    if not rest:
        style = Style(text, root)
        return _apply(text, [Splice(node.start, node.end, style.render(value, style.indent_of(node.start)))])
    return _apply(text, _insertion(text, root, node, rest[0], _wrap(rest[1:], value)))


def update(text: str, path: Path, value: dict[str, Any]) -> str:
    """The text with the members of `value` in the object at `path`; equal members are not rewritten."""
    for key, item in value.items():
        if _at(text, (*path, key)) != item:
            text = put(text, (*path, key), item)
    return text


def drop(text: str, path: Path) -> str:
    """The text without the member at `path`; unchanged where there is none."""
    while (found := _find(text, path)) is not None:
        text = _apply(text, _removal(text, *found))
    return text


def _object(text: str) -> Node | None:
    root = parse(text)
    if root is not None and not isinstance(root.value, dict):
        raise MalformedConfig("the file must contain an object: { … }", text, root.start)
    return root


def _wrap(path: Path, value: Any) -> Any:
    for key in reversed(path):
        value = {key: value}
    return value


def _last(node: Node, key: str) -> int | None:
    """The index of the member; of duplicates, the last one counts."""
    return next((i for i in reversed(range(len(node.members))) if node.members[i].key == key), None)


def _walk(text: str, node: Node, path: Path) -> tuple[Node, Path]:
    """The deepest existing value along the path, and the rest of the path."""
    for depth, key in enumerate(path):
        if not isinstance(node.value, dict):
            raise MalformedConfig(f'"{path[depth - 1]}" must be an object: {{ … }}', text, node.start)
        index = _last(node, key)
        if index is None:
            return node, path[depth:]
        node = node.members[index].node
    return node, ()


def _find(text: str, path: Path) -> tuple[Node, int] | None:
    root = parse(text)
    if root is None:
        return None
    holder, rest = _walk(text, root, path[:-1])
    index = None if rest or not isinstance(holder.value, dict) else _last(holder, path[-1])
    return None if index is None else (holder, index)


def _at(text: str, path: Path) -> Any:
    found = _find(text, path)
    return None if found is None else found[0].members[found[1]].node.value


def _apply(text: str, splices: list[Splice]) -> str:
    """Applies splices, given in text order, from the end so that earlier offsets stay valid."""
    for splice in reversed(splices):
        text = text[: splice.start] + splice.new + text[splice.end :]
    return text


def _fill_empty(text: str, path: Path, value: Any) -> str:
    """Adds the object to a file that has only spaces and comments, after them."""
    newline = "\r\n" if "\r\n" in text else "\n"
    body = render(_wrap(path, value), "", DEFAULT_INDENT, newline)
    blank = text in ("", BOM) or text.endswith("\n")
    return text + ("" if blank else newline) + body + newline


def _insertion(text: str, root: Node, holder: Node, key: str, value: Any) -> list[Splice]:
    style = Style(text, root)
    last = holder.members[-1] if holder.members else None
    if last is not None and "\n" not in text[holder.start : holder.end]:
        return _insert_beside(last, key, value)
    if style.one_line:
        inner = f"{json.dumps(key)}: {style.render(value, '')}"
        return [Splice(holder.start + 1, holder.start + 1, inner)]
    return _insert_below(style, holder, key, value)


def _insert_beside(last: Member, key: str, value: Any) -> list[Splice]:
    member = f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
    if last.comma is None:
        return [Splice(last.node.end, last.node.end, f", {member}")]
    return [Splice(last.comma + 1, last.comma + 1, f" {member},")]


def _insert_below(style: Style, holder: Node, key: str, value: Any) -> list[Splice]:
    text, last = style.text, holder.members[-1] if holder.members else None
    closing = style.indent_of(holder.start)
    indent = closing + style.unit if last is None else style.member_indent(last, closing)
    member = f"{style.newline}{indent}{json.dumps(key)}: {style.render(value, indent)}"
    at, brace = _end_of_content(text, holder), holder.end - 1
    gap = text[at:brace]
    after = gap if "\n" in gap else style.newline + closing
    if last is None or last.comma is not None:
        return [Splice(at, brace, member + ("," if last else "") + after)]
    return [Splice(last.node.end, last.node.end, ","), Splice(at, brace, member + after)]


def _end_of_content(text: str, holder: Node) -> int:
    """The end of the last value, comma or comment before the closing brace."""
    brace = holder.end - 1
    ends = [t.end for t in tokens(text) if t.kind != "space" and holder.start <= t.start < brace]
    return ends[-1]


def _removal(text: str, holder: Node, index: int) -> list[Splice]:
    member = holder.members[index]
    start, end = _extent(text, member)
    rest = text[holder.start + 1 : start] + text[end : holder.end - 1]
    if len(holder.members) == 1 and not rest.strip():
        return [Splice(holder.start, holder.end, "{}")]
    before = holder.members[index - 1].comma if index > 0 and member.comma is None else None
    return ([] if before is None else [Splice(before, before + 1, "")]) + [Splice(start, end, "")]


def _extent(text: str, member: Member) -> tuple[int, int]:
    """The member with its comma and the space before it.

    The line break before it is kept if something follows on the same line: it may end a `//` comment.
    """
    end = member.node.end if member.comma is None else member.comma + 1
    start = len(text[: member.start].rstrip(" \t\r\n"))
    alone = re.compile(r"[ \t]*\r?\n").match(text, end)
    breaks = any(c in text[start : member.start] for c in "\r\n")
    return (member.start if breaks and not alone else start), end
