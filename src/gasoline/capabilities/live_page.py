"""Parameters that questions to the live page share."""

from typing import Annotated

from msgspec import Meta

from gasoline.model import limits

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
