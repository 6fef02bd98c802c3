"""interact action=highlight: outlines an element for the user."""

from typing import Annotated

from msgspec import Meta

from gasoline.rendering.document import Document, View
from gasoline.rendering.moment import duration
from gasoline.rendering.quote import inline
from gasoline.rendering.size import three_digits
from gasoline.toolkit.capability import Answer, Capability
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.live_page import Frame, Selector, TabId, tab_note
from gasoline.toolkit.pilot_command import NEEDS, both_tools, run_command

HIGHLIGHT_MS = 5_000  # PILOT-03: the default of duration_ms
HIGHLIGHT_MAX_MS = 60_000  # a longer highlight has no use
HIGHLIGHT_LABEL_CHARS = 80  # one line beside the element


class Params(BaseParams, frozen=True, kw_only=True):
    """Outlines an element."""

    selector: Selector
    index: Annotated[int, Meta(ge=0, description="Which match, from 0. Default: the only one.")] | None = None
    label: Annotated[str, Meta(max_length=HIGHLIGHT_LABEL_CHARS, description="Text beside the element.")] | None = None
    duration_ms: Annotated[int, Meta(ge=1, le=HIGHLIGHT_MAX_MS, description="Time to show it.")] = HIGHLIGHT_MS
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
    reply = await run_command(ctx, "highlight", asked, params.tab_id)
    return Answer(reply.data, tab_note(reply, params.frame))


def render(view: View) -> Document:
    box = view.data["bounds"]
    x, y, width, height = (three_digits(box[name]) for name in ("x", "y", "width", "height"))
    shown = duration(view.params.duration_ms)
    place = f"at {x},{y}, {width}×{height} px"
    return Document(f"outlined {inline(view.data['selector'])} {place}, for {shown}", [view.note])


CAPABILITY = Capability("highlight_element", both_tools("highlight"), Params, run, render, needs=NEEDS)
