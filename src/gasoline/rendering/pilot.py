"""What AI Web Pilot did, as text."""

from typing import Any

from gasoline.rendering.document import Document, View
from gasoline.rendering.outline import outline
from gasoline.rendering.quote import compact, inline

ONE_LINE_CHARS = 2_000


def executed_document(view: View) -> Document:
    """The value that a script returned, or how it failed."""
    data: dict[str, Any] = view.data
    if data.get("success"):
        value = compact(data.get("result"))
        return Document(
            f"returned {inline(value)}" if len(value) <= ONE_LINE_CHARS else "returned", _long(data, value, view)
        )
    return Document(
        f"failed: {inline(data.get('error') or '')}", [*_stack(data), inline(data.get("hint") or ""), view.note]
    )


def _long(data: dict[str, Any], value: str, view: View) -> list[str]:
    return [*(outline(data.get("result")) if len(value) > ONE_LINE_CHARS else []), view.note]


def _stack(data: dict[str, Any]) -> list[str]:
    return [f"  | {inline(line)}" for line in (data.get("stack") or "").split("\n") if line]
