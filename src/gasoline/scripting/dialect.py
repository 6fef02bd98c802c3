"""What every framework's dialect offers, and the one way from a plan to a script of bounded size."""

import re
from dataclasses import dataclass
from typing import Protocol

import msgspec

from gasoline.model.actions import SelectorName
from gasoline.scripting.plan import Plan, Scene

_ASSERTION = re.compile(r"^\s*(?:await |if \(body\d+ !== undefined\) )?expect\(|\.should\(")
PLACEHOLDER = "[user-provided]"


class Dialect(Protocol):
    """Writes statements, a list of lines for each part; `used` gathers the selectors it chose."""

    used: list[SelectorName]

    def imports(self, plans: list[Plan]) -> list[str]: ...
    def opening(self, plan: Plan) -> list[str]: ...
    def scene(self, scene: Scene) -> list[str]: ...
    def closing(self, plan: Plan) -> list[str]: ...


@dataclass(frozen=True)
class Rendered:
    """A whole script; `left_out` counts the steps that had no room."""

    text: str
    assertions: int
    left_out: int


def render(dialect: Dialect, plans: list[Plan], max_bytes: int, max_json_chars: int) -> Rendered:
    """The script of these tests. What does not fit is left out step by step, from the end of each test."""
    scenes = [[dialect.scene(scene) for scene in plan.scenes] for plan in plans]
    frames = [(dialect.opening(plan), dialect.closing(plan)) for plan in plans]
    imports = dialect.imports(plans)
    keep = max((len(blocks) for blocks in scenes), default=0)
    while True:
        lines = list(imports)
        for (opening, closing), blocks in zip(frames, scenes, strict=True):
            lines += ["", *opening, *(line for block in blocks[:keep] for line in block), *closing]
        text = "\n".join(lines) + "\n"
        if keep <= 1 or _fits(text, max_bytes, max_json_chars):
            left_out = sum(max(0, len(blocks) - keep) for blocks in scenes)
            return Rendered(text, sum(bool(_ASSERTION.search(line)) for line in lines), left_out)
        keep -= 1


def _fits(text: str, max_bytes: int, max_json_chars: int) -> bool:
    return len(text.encode()) <= max_bytes and json_chars(text) <= max_json_chars


def json_chars(text: str) -> int:
    """As many as it may take in an answer, where what is not ASCII may become an escape."""
    return len(msgspec.json.encode(text)) + 4 * sum(not char.isascii() for char in text)
