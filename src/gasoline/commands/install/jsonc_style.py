"""Detects the layout of a JSON(C) text and formats new values to match."""

import json
import re
from typing import Any

from gasoline.commands.install.jsonc_parse import Member, Node

DEFAULT_INDENT = "  "


def render(value: Any, base: str, unit: str, newline: str) -> str:
    """Objects over several lines, everything else on one; `base` is the indentation of the first line."""
    if not isinstance(value, dict) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner = base + unit
    lines = [f"{inner}{json.dumps(key)}: {render(item, inner, unit, newline)}" for key, item in value.items()]
    return "{" + newline + f",{newline}".join(lines) + newline + base + "}"


class Style:
    """The layout of this file: line endings, indentation, or everything on one line."""

    def __init__(self, text: str, root: Node) -> None:
        self.text = text
        body = text[root.start : root.end]
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.one_line = "\n" not in body and bool(root.members)
        indented = re.search(r"\n([ \t]+)\S", body)
        self.unit = indented[1] if indented else DEFAULT_INDENT

    def indent_of(self, offset: int) -> str:
        """The white space at the start of the line that `offset` is on."""
        start = self.text.rfind("\n", 0, offset) + 1
        match = re.compile(r"[ \t]*").match(self.text, start)
        return match[0] if match else ""

    def render(self, value: Any, base: str) -> str:
        if self.one_line:
            return json.dumps(value, ensure_ascii=False)
        return render(value, base, self.unit, self.newline)

    def member_indent(self, last: Member, closing: str) -> str:
        """The indentation of a further member after `last`."""
        indent = self.indent_of(last.start)
        starts_its_line = self.text[: last.start].endswith(("\n" + indent, "\r" + indent))
        return indent if starts_its_line else closing + self.unit
