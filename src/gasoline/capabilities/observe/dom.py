"""observe what=dom: the elements of the live page that match a selector."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gasoline.capabilities.capability import Answer, Capability, Mode, Need
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.live_page import Frame, Selector, TabId, joined, where
from gasoline.model import limits

PropertyName = Annotated[str, Meta(max_length=100)]
Properties = Annotated[
    list[PropertyName],
    Meta(max_length=limits.DOM_PROPERTIES, description="Which styles; default those for layout."),
]


class Params(BaseParams, frozen=True, kw_only=True):
    """Elements by CSS selector, also in shadow roots (`host >>> inner`). Each match has a selector of its own,
    attributes, text, box and visibility."""

    selector: Selector
    include_styles: Annotated[bool, Meta(description="With computed styles.")] = False
    properties: Properties | None = None
    include_children: Annotated[bool, Meta(description="With the subtree.")] = False
    max_depth: Annotated[int, Meta(ge=1, description=f"Depth of the subtree, at most {limits.DOM_DEPTH}.")] = 3
    tab_id: TabId | None = None
    frame: Frame | None = None


class _Counts(msgspec.Struct):
    match_count: int = msgspec.field(name="matchCount")
    returned_count: int = msgspec.field(name="returnedCount")


async def run(ctx: Context, params: Params) -> Answer:
    reply = await ctx.store.desk.ask_page("dom", _asked(params), params.tab_id)
    counts = msgspec.json.decode(reply.data, type=_Counts)
    return Answer(reply.data, joined(_note(counts), where(reply, params.frame)))


def _asked(params: Params) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "selector": params.selector,
        "includeStyles": params.include_styles or bool(params.properties),
        "includeChildren": params.include_children,
        "maxDepth": min(params.max_depth, limits.DOM_DEPTH),
    }
    optional = {"properties": params.properties or None, "frame": params.frame}
    return {**asked, **{name: value for name, value in optional.items() if value is not None}}


def _note(counts: _Counts) -> str:
    if counts.match_count == 0:
        return (
            "Nothing matches now. The page may still be loading, or it is in a frame: observe what=dom selector=iframe."
        )
    if counts.returned_count < counts.match_count:
        return f"{counts.match_count - counts.returned_count} more match: narrow the selector to see them."
    return ""


CAPABILITY = Capability(
    "query_dom", (Mode("observe", "dom"),), Params, run, needs=frozenset({Need.BROWSER}), shows_page_text=True
)
