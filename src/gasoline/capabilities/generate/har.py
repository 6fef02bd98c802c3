"""generate what=har: the captured traffic as an archive that network panels import."""

import json

from gasoline.analysis.har import Exchange, Json, archive, entry_of, join, without_texts
from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import Limit, UrlFilter, url_contains
from gasoline.capabilities.observe.network_bodies import HOW_TO_SWITCH_ON, is_off
from gasoline.capabilities.progress import Progress, off_the_loop
from gasoline.model import limits


class Params(BaseParams, frozen=True, kw_only=True):
    """The requests as HAR 1.2. With timing, headers and bodies, for Chrome DevTools and other tools."""

    limit: Limit = limits.HAR_LIMIT
    url_filter: UrlFilter | None = None


async def run(ctx: Context, params: Params) -> Answer:
    keep = url_contains(params.url_filter)
    found = join(
        (slot.event for slot in ctx.store.network.newest_first() if keep(slot)),
        (slot.event for slot in ctx.store.network_bodies.newest_first() if keep(slot)),
    )
    shown = found[: params.limit]
    entries = await off_the_loop(ctx.progress, lambda progress: newest_that_fit(shown, progress))
    ctx.progress(len(shown), len(shown), "done")
    data = archive(shown[: len(entries)], entries, ctx.server.version)
    return Answer(data, _note(ctx, len(entries), len(found)))


def newest_that_fit(newest_first: list[Exchange], progress: Progress) -> list[Json]:
    """Whole entries, the newest of them, as many as one answer holds."""
    entries: list[Json] = []
    room = limits.HAR_CHARS
    for number, exchange in enumerate(newest_first, start=1):
        entry = entry_of(exchange)
        if not entries and _chars(entry) > room:
            entry = without_texts(entry)
        room -= _chars(entry)
        if room < 0:
            break
        entries.append(entry)
        progress(number, len(newest_first), "writing the requests")
    return entries


def _chars(entry: Json) -> int:
    """As many as it can become at most: every character outside ASCII may be written as an escape."""
    return len(json.dumps(entry, ensure_ascii=True))


def _note(ctx: Context, shown: int, found: int) -> str:
    left_out = (
        f"{shown} of {found} requests, the newest; narrow url_filter or clear before the next try. "
        if shown < found
        else ""
    )
    why = HOW_TO_SWITCH_ON if is_off(ctx) else ""
    return f"{left_out}The answer, saved as a .har file, opens in Chrome DevTools. {why}".strip()


CAPABILITY = Capability(
    "export_har", (Mode("generate", "har"),), Params, run, reads_captures=True, shows_page_text=True
)
