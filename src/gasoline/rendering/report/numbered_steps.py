"""The user's actions as numbered steps in words."""

from typing import Any

from gasoline.rendering.action import action_text
from gasoline.rendering.address import most_common_origin
from gasoline.rendering.entry_list import Frame

VERBS = {
    "click": "Click",
    "dblclick": "Double-click",
    "input": "Type into",
    "change": "Change",
    "select": "Choose in",
    "keypress": "Press",
    "submit": "Submit",
    "navigate": "Open",
    "scroll": "Scroll",
    "drag": "Drag",
    "dialog": "Answer the dialog:",
}
WIDTH = 160


def steps_in_words(actions: list[dict[str, Any]]) -> list[str]:
    """Oldest first."""
    frame = Frame(most_common_origin(action.get("url") or "" for action in actions), WIDTH)
    return [_step(action, frame) for action in actions]


def _step(action: dict[str, Any], frame: Frame) -> str:
    kind = str(action["type"])
    rest = action_text(action, frame).removeprefix(kind).strip()
    return f"{VERBS.get(kind) or kind.capitalize()} {rest}".strip()
