"""How what a page shows and receives differs from before, and what of it could not be compared."""

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from gasoline.analysis.sessions.field_changes import FieldChange, field_changes
from gasoline.analysis.sessions.text_changes import TextChanges, text_changes
from gasoline.model.page_state import NamedShape, PageState

MAX_CHANGED_LINES = 20  # FIX-11: of each kind, in an answer
MAX_CHANGED_FIELDS = 30  # FIX-12: of responses, and of messages

BODIES_OFF = "Fields of responses were not compared: “Capture Network Bodies” is off, and the user can turn it on."

T = TypeVar("T")


class PageChanges(Struct, frozen=True):
    """The comparison of two states of a page."""

    pages: tuple[str, str] | None
    """The path before and after; None if the text was not compared."""
    text: TextChanges
    responses: list[FieldChange]
    messages: list[FieldChange]
    not_compared: list[str]
    is_compared: bool
    """Anything could be compared at all."""

    @property
    def count(self) -> int:
        text = self.text
        lines = len(text.appeared) + len(text.disappeared) + len(text.changed) + len(text.reordered)
        return lines + len(self.responses) + len(self.messages) + self.is_another_page

    @property
    def is_another_page(self) -> bool:
        return self.pages is not None and self.pages[0] != self.pages[1]

    def shown(self) -> dict[str, Any]:
        """The changes as answers show them: bounded, with the number of omitted ones."""
        return {**self.differences(), "not_compared": self.not_compared}

    def differences(self) -> dict[str, Any]:
        text = self.text
        lists: dict[str, list[Any]] = {
            "appeared": text.appeared[:MAX_CHANGED_LINES],
            "disappeared": text.disappeared[:MAX_CHANGED_LINES],
            "changed": text.changed[:MAX_CHANGED_LINES],
            "reordered": text.reordered[:MAX_CHANGED_LINES],
            "responses": self.responses[:MAX_CHANGED_FIELDS],
            "messages": self.messages[:MAX_CHANGED_FIELDS],
        }
        left_out = self.count - self.is_another_page - sum(map(len, lists.values()))
        return {
            **({"page": dict(zip(("before", "after"), self.pages, strict=True))} if self.pages else {}),
            **msgspec.to_builtins(lists),
            **({"left_out": left_out} if left_out else {}),
            "count": self.count,
            "is_compared": self.is_compared,
        }


def page_changes(before: PageState, after: PageState) -> PageChanges:
    text = text_changes(before.text, after.text) if before.text and after.text else None
    pages = (before.text.path, after.text.path) if before.text and after.text else None
    has_shapes = bool(_shared(before.responses, after.responses) or _shared(before.messages, after.messages))
    return PageChanges(
        pages=pages,
        text=text or TextChanges([], [], [], []),
        responses=field_changes(before.responses, after.responses),
        messages=field_changes(before.messages, after.messages),
        not_compared=list(_not_compared(before, after)),
        is_compared=text is not None or has_shapes,
    )


def _shared(before: tuple[NamedShape, ...], after: tuple[NamedShape, ...]) -> set[str]:
    return {each.name for each in before} & {each.name for each in after}


def _not_compared(before: PageState, after: PageState) -> Iterator[str]:
    why = before.why_no_text if before.text is None else after.why_no_text if after.text is None else ""
    if why:
        yield f"What the page shows was not compared: {why}."
    if before.text and after.text and not (before.text.is_complete and after.text.is_complete):
        yield "The page has more text than was compared; a line that moved past this limit looks new or gone."
    if not (before.has_bodies and after.has_bodies) and not _shared(before.responses, after.responses):
        yield BODIES_OFF
    elif before.responses and not _shared(before.responses, after.responses):
        yield "Fields of responses were not compared: no response of the same endpoint was captured on both sides."
    if before.messages and not _shared(before.messages, after.messages):
        yield "Fields of socket messages were not compared: no message of the same kind was captured on both sides."
    if before.left_out:
        yield f"There was no room to keep the fields of {before.left_out} more endpoints and messages."
