"""Shared by the questions to the live page: parameters, and the note that says which tab and frame answered."""

from typing import Annotated

import msgspec
from msgspec import Meta

from gasoline.browser.query_broker import PageReply
from gasoline.model.bounds import SELECTOR_CHARS

TabId = Annotated[int, Meta(description="Id from observe what=tabs. Default: active.")]
Selector = Annotated[str, Meta(min_length=1, max_length=SELECTOR_CHARS, description="CSS selector.")]
Frame = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=SELECTOR_CHARS,
        description="Same-origin frame: index, selector, URL part; `outer >>> inner`.",
    ),
]


def tab_note(reply: PageReply, frame: str | None = None) -> str:
    """Says which tab and frame answered; empty for the page of the active tab."""
    tab = "" if reply.background_tab is None else f"tab {reply.background_tab}, which is not the active one"
    place = " in ".join(part for part in (frame and f"frame {msgspec.json.encode(frame).decode()}", tab) if part)
    return f"Answered by {place}." if place else ""


def join_notes(*notes: str) -> str:
    return " ".join(note for note in notes if note)
