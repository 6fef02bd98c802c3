"""Identifies the clicked element by its most stable selector."""

import re

import msgspec
from msgspec import Struct

from gasoline.model.actions import EnhancedAction, SelectorName, Selectors

# An identifier without spaces cannot be prose, so it may appear in our messages.
_NAME = re.compile(r"[A-Za-z_][\w-]{0,60}", re.ASCII)


class ClickedElement(Struct, frozen=True):
    """`key` identifies the element on its page; `name` may appear in a message."""

    key: str
    selector: str
    name: str


def clicked_element(action: EnhancedAction) -> ClickedElement | None:
    """None if the action has no selectors."""
    selectors = action.selectors
    if not isinstance(selectors, Selectors):
        return None
    found = next((way for way in _ways(selectors) if way[1]), None)
    if found is None:
        return None
    kind, selector = found
    nth = selectors.nth.get(kind, 0) if isinstance(selectors.nth, dict) else 0
    page = action.url.partition("#")[0]
    around = (action.tab_id, page, action.frame, action.shadow, kind, selector, nth)
    return ClickedElement(msgspec.json.encode(_plain(around)).decode(), selector, _name(kind, selector))


def _ways(selectors: Selectors) -> list[tuple[SelectorName, str]]:
    """The text of an element comes last, because a counter changes with each click."""
    role = selectors.role
    named = f"{role.role} {role.name}" if role else ""
    return [
        ("testId", selectors.test_id or ""),
        ("id", selectors.id or ""),
        ("cssPath", selectors.css_path or ""),
        ("ariaLabel", selectors.aria_label or ""),
        ("role", named),
        ("text", selectors.text or ""),
    ]


def _name(kind: SelectorName, selector: str) -> str:
    """The CSS selector if it is a plain name; otherwise only the kind of element."""
    if kind == "cssPath":
        tag = re.match(r"[a-z][a-z0-9-]{0,30}", re.split(r"[\s>]+", selector.strip())[-1])
        return f"a {tag.group()}" if tag else "an element"
    plain = _NAME.fullmatch(selector.removeprefix("#"))
    if plain and kind in ("id", "testId"):
        return f"#{plain.group()}" if kind == "id" else f'[data-testid="{plain.group()}"]'
    return "an element"


def _plain(values: tuple[object, ...]) -> list[object]:
    return [None if value is msgspec.UNSET else value for value in values]
