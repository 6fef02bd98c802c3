"""Parameters that questions to the live page share."""

from typing import Annotated

from msgspec import Meta

from gasoline.model import limits

TabId = Annotated[int, Meta(description="A tab from observe what=tabs; default the active one.")]
Selector = Annotated[str, Meta(min_length=1, max_length=limits.SELECTOR_CHARS, description="CSS selector.")]
Frame = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=limits.SELECTOR_CHARS,
        description="A same-origin frame: its number from 0, CSS selector or part of its URL; `outer >>> inner`.",
    ),
]
