"""Parses JSON with comments and trailing commas into values that know their position in the text."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class MalformedConfig(Exception):
    """The text violates its format at `line`, `column` (both start at 1)."""

    def __init__(self, message: str, text: str, offset: int) -> None:
        before = text[:offset]
        self.message = message
        self.line = before.count("\n") + 1
        self.column = offset - (before.rfind("\n") + 1) + 1
        super().__init__(f"{message} at line {self.line}, column {self.column}")


MAX_DEPTH = 200  # far beyond any settings file, well below Python's own limit


class Token(NamedTuple):
    kind: str
    start: int
    end: int


@dataclass
class Node:
    """A value and its position in the text."""

    start: int
    end: int
    value: Any
    members: "list[Member]" = field(default_factory=list)
    """The members of an object in order, including duplicates."""


@dataclass
class Member:
    key: str
    start: int
    """The position of the key's opening quote."""
    node: Node
    comma: int | None
    """The position of the comma after the value."""


_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<line>//[^\r\n]*)
      | (?P<block>/\*.*?\*/)
      | (?P<mark>[{}\[\]:,])
      | (?P<string>"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")
      | (?P<literal>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b)""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)
BOM = "\ufeff"


def tokens(text: str) -> Iterator[Token]:
    """Every token of the text, spaces and comments included; a byte order mark counts as space."""
    offset = 0
    if text.startswith(BOM):
        offset = 1
        yield Token("space", 0, 1)
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            raise MalformedConfig(_what_is_wrong(text, offset), text, offset)
        kind = match.lastgroup or ""
        yield Token(text[offset] if kind == "mark" else kind, offset, match.end())
        offset = match.end()


def _what_is_wrong(text: str, offset: int) -> str:
    if text.startswith("/*", offset):
        return "unterminated comment"
    if text[offset] == '"':
        return "unterminated string or invalid escape"
    if text[offset] == "'":
        return "single quotes are not valid JSON; use double quotes"
    return f"unexpected {text[offset]!r}"


def parse(text: str) -> Node | None:
    """The document's value; None if there are only spaces and comments."""
    return _Parser(text).document()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [token for token in tokens(text) if token.kind not in ("space", "line", "block")]
        self.tokens.append(Token("end", len(text), len(text)))
        self.at = 0

    def document(self) -> Node | None:
        if self.peek().kind == "end":
            return None
        node = self.value(0)
        self.expect("end", "the end of the file")
        return node

    def peek(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, kind: str, called: str) -> Token:
        if self.peek().kind != kind:
            raise self.unexpected(called)
        return self.take()

    def unexpected(self, wanted: str) -> MalformedConfig:
        token = self.peek()
        found = "the end of the file" if token.kind == "end" else repr(self.text[token.start : token.end][:40])
        return MalformedConfig(f"expected {wanted}, found {found}", self.text, token.start)

    def value(self, depth: int) -> Node:
        token = self.peek()
        if depth > MAX_DEPTH:
            raise MalformedConfig(f"nested more than {MAX_DEPTH} levels deep", self.text, token.start)
        if token.kind == "{":
            return self.object(depth)
        if token.kind == "[":
            return self.array(depth)
        if token.kind in ("string", "literal"):
            self.take()
            return Node(token.start, token.end, json.loads(self.text[token.start : token.end]))
        raise self.unexpected("a value")

    def object(self, depth: int) -> Node:
        start = self.take().start
        members: list[Member] = []
        while self.peek().kind != "}":
            members.append(self.member(depth))
            if members[-1].comma is None:
                break
        end = self.expect("}", "',' or '}'").end
        return Node(start, end, {member.key: member.node.value for member in members}, members)

    def member(self, depth: int) -> Member:
        key = self.expect("string", "a key in double quotes")
        self.expect(":", "':'")
        node = self.value(depth + 1)
        comma = self.take().start if self.peek().kind == "," else None
        return Member(json.loads(self.text[key.start : key.end]), key.start, node, comma)

    def array(self, depth: int) -> Node:
        start = self.take().start
        items: list[Any] = []
        while self.peek().kind != "]":
            items.append(self.value(depth + 1).value)
            if self.peek().kind != ",":
                break
            self.take()
        return Node(start, self.expect("]", "',' or ']'").end, items)
