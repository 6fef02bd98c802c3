"""interact action=highlight: points at an element, for the person to see."""

from typing import Annotated

from msgspec import Meta

from gasoline.capabilities.capability import Answer, Capability
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.interact.pilot import NEEDS, both, command
from gasoline.capabilities.live_page import Frame, Selector, TabId, where
from gasoline.model import limits


class Params(BaseParams, frozen=True, kw_only=True):
    """Frames one element for the person to see."""

    selector: Selector
    index: Annotated[int, Meta(ge=0, description="Of several matches, from 0.")] | None = None
    label: Annotated[str, Meta(max_length=limits.HIGHLIGHT_LABEL_CHARS, description="Text beside it.")] | None = None
    duration_ms: Annotated[int, Meta(ge=1, le=limits.HIGHLIGHT_MAX_MS)] = limits.HIGHLIGHT_MS
    tab_id: TabId | None = None
    frame: Frame | None = None


async def run(ctx: Context, params: Params) -> Answer:
    asked = {
        "selector": params.selector,
        "index": params.index,
        "label": params.label,
        "durationMs": params.duration_ms,
        "frame": params.frame,
    }
    reply = await command(ctx, "highlight", asked, params.tab_id)
    return Answer(reply.data, where(reply, params.frame))


CAPABILITY = Capability("highlight_element", both("highlight"), Params, run, needs=NEEDS)
