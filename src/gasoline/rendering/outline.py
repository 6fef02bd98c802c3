"""Any JSON value as an indented outline: what an entry shows when it is asked for by its id."""

import json
from typing import Any

from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import compact, inline, quoted

INLINE_CHARS = 100
BLOCK_CHARS = 20_000


def render_outline(view: View) -> Document:
    """An answer that is short enough to be shown as it is."""
    first, *rest = [*([view.note] if view.note else []), *outline(view.data)] or ["Nothing."]
    return Document(first, rest)


def outline(value: Any, indent: str = "") -> list[str]:
    """Lines with one key each; short values stay on the line of their key, a text of several lines is a block."""
    if isinstance(value, dict):
        return [line for key, item in value.items() for line in _member(inline(str(key)), item, indent)]
    if isinstance(value, list):
        return [line for item in value for line in _item(item, indent)]
    return [f"{indent}{_scalar(value)}"]


def _member(key: str, value: Any, indent: str) -> list[str]:
    if isinstance(value, dict | list) and value and len(compact(value)) > INLINE_CHARS:
        return [f"{indent}{key}:", *outline(value, indent + "  ")]
    if isinstance(value, str) and "\n" in value:
        return [f"{indent}{key}:", *_block(value, indent)]
    return [f"{indent}{key}: {_scalar(value)}"]


def _block(text: str, indent: str) -> list[str]:
    lines = [f"{indent}  | {inline(line)}" for line in text[:BLOCK_CHARS].split("\n")]
    return [*lines, f"{indent}  … {len(text) - BLOCK_CHARS} more characters"] if len(text) > BLOCK_CHARS else lines


def _item(value: Any, indent: str) -> list[str]:
    if isinstance(value, dict | list) and value and len(compact(value)) > INLINE_CHARS:
        first, *rest = outline(value, indent + "  ")
        return [f"{indent}- {first[len(indent) + 2 :]}", *rest]
    return [f"{indent}- {_scalar(value)}"]


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value) if _needs_quotes(value) else inline(value)
    return inline(compact(value))


def _needs_quotes(text: str) -> bool:
    """A text that would read as another kind of value, or as a part of the outline."""
    return text == "" or text != text.strip() or text[0] in "-|{[\"'#>" or _is_json(text)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
