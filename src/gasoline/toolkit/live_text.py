"""Asks the live page what it shows, for a comparison that works without a browser, too."""

from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from gasoline.analysis.sessions.visible_text import visible_text
from gasoline.browser.query_broker import NOT_MINE, PageReply
from gasoline.kernel.urls import origin_of
from gasoline.model.page_state import VisibleText
from gasoline.model.switches import NETWORK_BODIES
from gasoline.model.tool_error import ToolError
from gasoline.store.ring import Ring, Slot
from gasoline.store.store import Store
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import url_contains
from gasoline.toolkit.site_choice import is_at

PROBE = "visible_text"
LIVE_TEXT_TIMEOUT_S = 4.0  # a page that is busy or shows a dialog must not hold up the answer

NO_LIVE_PAGE = "a capsule has no live page"
NO_BROWSER = "no browser is connected"
OTHER_SITE = "the tab shows another site"
FILTERED = "the tab shows a page that url_filter leaves out"


class _Part(Struct):
    landmark: str = ""
    lines: list[str] = []


class _Answer(Struct):
    """The answer of the probe, as the extension declares it."""

    url: str = ""
    landmarks: list[_Part] = []
    is_complete: bool = msgspec.field(default=True, name="isComplete")
    is_there: bool | None = msgspec.field(default=None, name="isThere")


@dataclass(frozen=True)
class LiveText:
    """What a page shows, or why that is unknown; and whether what was looked for is there, if that is known."""

    text: VisibleText | str
    is_there: bool | None = None


async def live_text(ctx: Context, site: str, url_filter: str, wanted: dict[str, str] | None = None) -> LiveText:
    """Reads the text from the tab in which the site was last active. `wanted`: a `text` or a `selector` to look for."""
    store = ctx.store
    if ctx.server.capsule is not None:
        return LiveText(NO_LIVE_PAGE)
    if not store.extension.connected:
        return LiveText(NO_BROWSER)
    try:
        reply = await _ask(store, wanted or {}, _latest_tab(store, site, url_filter))
    except ToolError as error:
        if error.code == "invalid_selector":
            raise
        return LiveText(f"the page did not answer ({error.code})")
    answer = msgspec.json.decode(reply.data, type=_Answer)
    if site and origin_of(answer.url) != site:
        return LiveText(OTHER_SITE)
    if url_filter not in answer.url:
        return LiveText(FILTERED)
    parts = [(part.landmark, part.lines) for part in answer.landmarks]
    return LiveText(visible_text(answer.url, parts, is_complete=answer.is_complete), answer.is_there)


def has_bodies(store: Store) -> bool:
    """Whether the page's responses are captured, or may be."""
    return store.extension.switches.get(NETWORK_BODIES, True)


async def _ask(store: Store, params: dict[str, Any], tab_id: int | None) -> PageReply:
    """A tab that was closed meanwhile is replaced by the active one."""
    try:
        return await store.queries.ask_page(PROBE, params, tab_id, LIVE_TEXT_TIMEOUT_S)
    except ToolError as error:
        if tab_id is None or error.code not in NOT_MINE:
            raise
        return await store.queries.ask_page(PROBE, params, None, LIVE_TEXT_TIMEOUT_S)


def _latest_tab(store: Store, site: str, url_filter: str) -> int | None:
    """The tab of the latest event; None if no event says its tab."""
    matches = url_contains(url_filter)

    def wanted(slot: Slot[Any]) -> bool:
        return (not site or is_at(slot.event, {site})) and matches(slot)

    rings: tuple[Ring[Any], ...] = (store.actions, store.logs.errors, store.logs.chatter, store.network)
    newest = (
        next(((slot.seq, tab) for slot in ring.newest_first() if (tab := _tab(slot)) and wanted(slot)), (0, None))
        for ring in rings
    )
    return max(newest, key=lambda found: found[0])[1]


def _tab(slot: Slot[Any]) -> int | None:
    return slot.event.tab_id if isinstance(slot.event.tab_id, int) else None
