"""The interface of the dialects, and the conversion of a plan into a script of bounded size."""

import re
from itertools import zip_longest
from typing import Protocol

import msgspec
from msgspec import Struct

from gasoline.model.actions import SelectorName
from gasoline.scripting.plan import Plan, PlannedStep

_ASSERTION = re.compile(r"^\s*(?:await |if \(body\d+ !== undefined\) )?expect\(|\.should\(")


class Dialect(Protocol):
    """Writes statements as lists of lines; `used` collects the chosen selectors."""

    used: list[SelectorName]

    def imports(self, plans: list[Plan]) -> list[str]: ...
    def opening(self, plan: Plan) -> list[str]: ...
    def scene(self, scene: PlannedStep) -> list[str]: ...
    def closing(self, plan: Plan) -> list[str]: ...


class Rendered(Struct, frozen=True):
    """A complete script; `left_out` counts the steps that did not fit."""

    text: str
    assertions: int
    left_out: int


def render(dialect: Dialect, plans: list[Plan], max_bytes: int, max_json_chars: int) -> Rendered:
    """The script of these tests. If it is too long, steps are removed from the end of each test."""
    scenes = [[dialect.scene(scene) for scene in plan.scenes] for plan in plans]
    frames = [(dialect.opening(plan), dialect.closing(plan)) for plan in plans]
    imports = dialect.imports(plans)
    fixed = [*imports, *(line for frame in frames for part in frame for line in ["", *part])]
    keep = _how_many_fit(scenes, max_bytes - _bytes(fixed), max_json_chars - json_chars("\n".join(fixed)))
    lines = list(imports)
    for (opening, closing), blocks in zip(frames, scenes, strict=True):
        lines += ["", *opening, *(line for block in blocks[:keep] for line in block), *closing]
    left_out = sum(max(0, len(blocks) - keep) for blocks in scenes)
    assertions = sum(bool(_ASSERTION.search(line)) for line in lines)
    return Rendered("\n".join(lines) + "\n", assertions, left_out)


def _how_many_fit(scenes: list[list[list[str]]], bytes_left: int, json_chars_left: int) -> int:
    """The first `count` steps of each test; always at least the first one, which opens the page."""
    for place, blocks in enumerate(zip_longest(*scenes, fillvalue=[])):
        text = [line for block in blocks for line in block]
        bytes_left -= _bytes(text)
        json_chars_left -= json_chars("\n".join(text)) + len("\\n")
        if place and (bytes_left < 0 or json_chars_left < 0):
            return place
    return max(map(len, scenes), default=0)


def _bytes(lines: list[str]) -> int:
    return sum(len(line.encode()) + 1 for line in lines)


def json_chars(text: str) -> int:
    """The length in an answer, where non-ASCII characters may become escapes."""
    encoded = len(msgspec.json.encode(text))
    return encoded if text.isascii() else encoded + 4 * sum(not char.isascii() for char in text)
