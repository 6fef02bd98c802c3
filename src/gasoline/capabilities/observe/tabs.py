"""observe what=tabs: the tabs that the extension sees."""

from typing import Any

import msgspec

from gasoline.browser.query_broker import QUERY_TIMEOUT_S
from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.size import count_of
from gasoline.store.store import Store
from gasoline.toolkit.capability import Answer, Capability, Mode, Need
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context

Entry = dict[str, Any]


class Params(BaseParams, frozen=True, kw_only=True):
    """Open tabs. Which one is active and which are captured."""


async def run(ctx: Context, _: Params) -> Answer:
    return Answer(await list_tabs(ctx.store))


async def list_tabs(store: Store, timeout_s: float = QUERY_TIMEOUT_S) -> list[Any]:
    """The tabs of every browser."""
    answers = await store.queries.ask_all("tabs", {}, timeout_s)
    return [tab for answer in answers for tab in msgspec.json.decode(answer)]


def render(view: View) -> Document:
    if not view.data:
        return Document(view.note or "No tabs that Gasoline has permission to see.")
    return Document(count_of(len(view.data), "tab"), [_tab(tab) for tab in view.data])


def _tab(tab: Entry) -> str:
    states = ", ".join(name for name in ("active", "captured") if tab.get(name)) or "not captured"
    return f"{tab['tabId']} {quoted(tab['title'])} {inline(tab['url'])} ({states})"


CAPABILITY = Capability(
    "get_tabs",
    (Mode("observe", "tabs"),),
    Params,
    run,
    render,
    needs=frozenset({Need.BROWSER}),
    shows_page_text=True,
)
