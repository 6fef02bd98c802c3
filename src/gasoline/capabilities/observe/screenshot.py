"""observe what=screenshot: the visible tab as a picture."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from gasoline.capabilities.capability import Answer, Capability, Image, Mode, Need
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.live_page import TabId, where

Format = Literal["jpeg", "png"]


class Params(BaseParams, frozen=True, kw_only=True):
    """A picture of the visible tab."""

    tab_id: TabId | None = None
    format: Annotated[Format, Meta(description="Of the picture.")] = "jpeg"


class _Screenshot(Struct, frozen=True):
    """What the extension answers."""

    tab_id: int = field(name="tabId")
    url: str
    width: int
    height: int
    format: Format
    bytes: int
    data: str


async def run(ctx: Context, params: Params) -> Answer:
    reply = await ctx.store.desk.ask_page("screenshot", {"format": params.format}, params.tab_id)
    taken = msgspec.json.decode(reply.data, type=_Screenshot)
    facts = msgspec.to_builtins(taken)
    del facts["data"]
    return Answer(facts, where(reply), image=Image(taken.data, f"image/{taken.format}"))


CAPABILITY = Capability(
    "take_screenshot",
    (Mode("observe", "screenshot"),),
    Params,
    run,
    needs=frozenset({Need.BROWSER}),
    shows_page_text=True,
)
