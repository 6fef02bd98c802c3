"""observe what=dom: the elements of the live page that match a selector."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gasoline.rendering.page import dom_document
from gasoline.toolkit.capability import Answer, Capability, Mode, Need
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.live_page import Frame, Selector, TabId, join_notes, tab_note

DOM_DEPTH = 5  # DOM-03
MAX_DOM_PROPERTIES = 100  # style properties asked for

PropertyName = Annotated[str, Meta(max_length=100)]
Properties = Annotated[
    list[PropertyName],
    Meta(max_length=MAX_DOM_PROPERTIES, description="CSS properties. Default: those for layout."),
]

PROBE = "dom"


class Params(BaseParams, frozen=True, kw_only=True):
    """Elements by CSS selector (`host >>> inner` enters shadow roots). Each match has a selector,
    attributes, text, box and visibility."""

    selector: Selector
    include_styles: Annotated[bool, Meta(description="Add computed styles.")] = False
    properties: Properties | None = None
    include_children: Annotated[bool, Meta(description="Add the subtree.")] = False
    max_depth: Annotated[int, Meta(ge=1, description=f"Depth of the subtree, at most {DOM_DEPTH}.")] = 3
    tab_id: TabId | None = None
    frame: Frame | None = None


class _Counts(msgspec.Struct):
    match_count: int = msgspec.field(name="matchCount")
    returned_count: int = msgspec.field(name="returnedCount")


async def run(ctx: Context, params: Params) -> Answer:
    reply = await ctx.store.queries.ask_page(PROBE, _asked(params), params.tab_id)
    counts = msgspec.json.decode(reply.data, type=_Counts)
    return Answer(reply.data, join_notes(_note(counts), tab_note(reply, params.frame)))


def _asked(params: Params) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "selector": params.selector,
        "includeStyles": params.include_styles or bool(params.properties),
        "includeChildren": params.include_children,
        "maxDepth": min(params.max_depth, DOM_DEPTH),
    }
    optional = {"properties": params.properties or None, "frame": params.frame}
    return {**asked, **{name: value for name, value in optional.items() if value is not None}}


def _note(counts: _Counts) -> str:
    if counts.match_count == 0:
        return "Nothing matches. The page may still be loading, or look in a frame: observe what=dom selector=iframe."
    if counts.returned_count < counts.match_count:
        return f"{counts.match_count - counts.returned_count} more match: narrow the selector to see them."
    return ""


CAPABILITY = Capability(
    "query_dom",
    (Mode("observe", "dom"),),
    Params,
    run,
    dom_document,
    needs=frozenset({Need.BROWSER}),
    probe=PROBE,
    shows_page_text=True,
)
