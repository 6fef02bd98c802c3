"""observe what=tabs: the tabs that the extension sees."""

from typing import Any

import msgspec

from gasoline.browser.query_broker import QUERY_TIMEOUT_S
from gasoline.rendering.page import tabs_document
from gasoline.store.store import Store
from gasoline.toolkit.capability import Answer, Capability, Mode, Need
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context


class Params(BaseParams, frozen=True, kw_only=True):
    """Open tabs. Which one is active and which are captured."""


async def run(ctx: Context, _: Params) -> Answer:
    return Answer(await list_tabs(ctx.store))


async def list_tabs(store: Store, timeout_s: float = QUERY_TIMEOUT_S) -> list[Any]:
    """The tabs of every browser."""
    answers = await store.queries.ask_all("tabs", {}, timeout_s)
    return [tab for answer in answers for tab in msgspec.json.decode(answer)]


CAPABILITY = Capability(
    "get_tabs",
    (Mode("observe", "tabs"),),
    Params,
    run,
    tabs_document,
    needs=frozenset({Need.BROWSER}),
    shows_page_text=True,
)
