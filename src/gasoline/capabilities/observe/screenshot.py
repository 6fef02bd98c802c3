"""observe what=screenshot: an image of the visible tab."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import inline
from gasoline.rendering.size import size
from gasoline.toolkit.capability import Answer, Capability, Image, Mode, Need
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.live_page import TabId, tab_note

Entry = dict[str, Any]
Format = Literal["jpeg", "png"]


class Params(BaseParams, frozen=True, kw_only=True):
    """Image of the visible tab."""

    tab_id: TabId | None = None
    format: Annotated[Format, Meta(description="Image format.")] = "jpeg"


class _Screenshot(Struct, frozen=True):
    """The extension's answer."""

    tab_id: int = field(name="tabId")
    url: str
    width: int
    height: int
    format: Format
    bytes: int
    data: str


async def run(ctx: Context, params: Params) -> Answer:
    reply = await ctx.store.queries.ask_page("screenshot", {"format": params.format}, params.tab_id)
    taken = msgspec.json.decode(reply.data, type=_Screenshot)
    facts = msgspec.to_builtins(taken)
    del facts["data"]
    return Answer(facts, tab_note(reply), image=Image(taken.data, f"image/{taken.format}"))


def render(view: View) -> Document:
    screenshot: Entry = view.data
    shape = f"{screenshot['width']}×{screenshot['height']} {screenshot['format']}, {size(screenshot['bytes'])}"
    return Document(f"tab {screenshot['tabId']} {inline(screenshot['url'])}: {shape}", [view.note])


CAPABILITY = Capability(
    "take_screenshot",
    (Mode("observe", "screenshot"),),
    Params,
    run,
    render,
    needs=frozenset({Need.BROWSER}),
    shows_page_text=True,
)
