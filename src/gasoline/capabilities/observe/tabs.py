"""observe what=tabs: the tabs that the extension sees."""

from typing import Any

import msgspec

from gasoline.capabilities.capability import Answer, Capability, Mode, Need
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.model import limits
from gasoline.store.store import Store


class Params(BaseParams, frozen=True, kw_only=True):
    """Open tabs. Those the extension may see, which one is active and which are captured."""


async def run(ctx: Context, _: Params) -> Answer:
    return Answer(await list_tabs(ctx.store))


async def list_tabs(store: Store, timeout_s: float = limits.QUERY_TIMEOUT_S) -> list[Any]:
    """Of every browser."""
    answers = await store.desk.ask_all("tabs", {}, timeout_s)
    return [tab for answer in answers for tab in msgspec.json.decode(answer)]


CAPABILITY = Capability(
    "get_tabs", (Mode("observe", "tabs"),), Params, run, needs=frozenset({Need.BROWSER}), shows_page_text=True
)
