"""What questions to the live page share: parameters, and the note that says which tab and frame answered."""

from typing import Annotated

import msgspec
from msgspec import Meta

from gasoline.model import limits
from gasoline.store.desk import PageReply

TabId = Annotated[int, Meta(description="From observe what=tabs; the active one when left out.")]
Selector = Annotated[str, Meta(min_length=1, max_length=limits.SELECTOR_CHARS, description="CSS selector.")]
Frame = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=limits.SELECTOR_CHARS,
        description="Same-origin frame: number, CSS selector or part of its URL; from 0, `outer >>> inner`.",
    ),
]


def where(reply: PageReply, frame: str | None = None) -> str:
    """Which tab and frame answered; nothing for the page of the active tab."""
    tab = "" if reply.background_tab is None else f"tab {reply.background_tab}, which is not the active one"
    place = " in ".join(part for part in (frame and f"frame {msgspec.json.encode(frame).decode()}", tab) if part)
    return f"Answered by {place}." if place else ""


def joined(*notes: str) -> str:
    return " ".join(note for note in notes if note)
