"""observe what=page: the page in the active tab."""

from typing import Any

import msgspec

from gasoline.rendering.page import page_document
from gasoline.toolkit.capability import Answer, Capability, Mode, Need
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.live_page import Frame, TabId, tab_note

VISIBLE_TEXT_CHARS = 2_001  # with the mark that it goes on

PROBE = "page_info"


class Params(BaseParams, frozen=True, kw_only=True):
    """The live page: URL, title, headings, forms, text. Also viewport and counts of links and images."""

    tab_id: TabId | None = None
    frame: Frame | None = None


async def run(ctx: Context, params: Params) -> Answer:
    asked = {"frame": params.frame} if params.frame else {}
    reply = await ctx.store.queries.ask_page(PROBE, asked, params.tab_id)
    page = msgspec.json.decode(reply.data, type=dict[str, Any])
    text = page.pop("visibleText", "")  # not part of the specified JSON
    return Answer(page, tab_note(reply, params.frame), facts={"visibleText": str(text)[:VISIBLE_TEXT_CHARS]})


CAPABILITY = Capability(
    "get_page_info",
    (Mode("observe", "page"),),
    Params,
    run,
    page_document,
    needs=frozenset({Need.BROWSER}),
    probe=PROBE,
    shows_page_text=True,
)
