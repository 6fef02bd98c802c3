"""generate what=har: the captured traffic as an archive that network panels import."""

import json

from gasoline.analysis.export.har import Exchange, Json, har_archive, har_entry, join_exchanges, without_texts
from gasoline.capabilities.observe.network_bodies import HOW_TO_SWITCH_ON, is_off
from gasoline.rendering.script import export_document
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import Limit, UrlFilter, url_contains
from gasoline.toolkit.progress import Progress, run_in_thread

HAR_LIMIT = 100  # as many as there may be bodies
HAR_CHARS = 45_000  # entries of one HAR, so that the whole fits into ANSWER_CHARS


class Params(BaseParams, frozen=True, kw_only=True):
    """Requests as HAR 1.2."""

    limit: Limit = HAR_LIMIT
    url_filter: UrlFilter | None = None


async def run(ctx: Context, params: Params) -> Answer:
    keep = url_contains(params.url_filter)
    found = join_exchanges(
        (slot.event for slot in ctx.store.network.newest_first() if keep(slot)),
        (slot.event for slot in ctx.store.network_bodies.newest_first() if keep(slot)),
    )
    shown = found[: params.limit]
    entries = await run_in_thread(ctx.progress, lambda progress: newest_that_fit(shown, progress))
    ctx.progress(len(shown), len(shown), "done")
    data = har_archive(shown[: len(entries)], entries, ctx.server.version)
    return Answer(data, _note(ctx, len(entries), len(found)))


def newest_that_fit(newest_first: list[Exchange], progress: Progress) -> list[Json]:
    """The newest complete entries, as many as fit into one answer."""
    entries: list[Json] = []
    room = HAR_CHARS
    for number, exchange in enumerate(newest_first, start=1):
        entry = har_entry(exchange)
        if not entries and _chars(entry) > room:
            entry = without_texts(entry)
        room -= _chars(entry)
        if room < 0:
            break
        entries.append(entry)
        progress(number, len(newest_first), "writing the requests")
    return entries


def _chars(entry: Json) -> int:
    """The maximum length, assuming that every non-ASCII character is escaped."""
    return len(json.dumps(entry, ensure_ascii=True))


def _note(ctx: Context, shown: int, found: int) -> str:
    left_out = (
        f"{shown} of {found} requests, the newest; narrow url_filter, or clear the buffers before the next recording.  "
        if shown < found
        else ""
    )
    why = HOW_TO_SWITCH_ON if is_off(ctx) else ""
    return f"{left_out}Save the JSON as a .har file to open it in Chrome DevTools. {why}".strip()


CAPABILITY = Capability(
    "export_har",
    (Mode("generate", "har"),),
    Params,
    run,
    export_document,
    reads_captures=True,
    shows_page_text=True,
    is_kept=True,
)
