"""observe what=logs: console output, including errors and failed requests."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gasoline.analysis.causes.find_call_site import with_call_site
from gasoline.analysis.errors.show_error import context_names, show_plain_error, without_context
from gasoline.model.events import LEVEL_ORDER, AnyLogEntry, Level, LogType
from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import entry_document
from gasoline.rendering.log_list import logs_document
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import FILTER_CHARS, Filter, Limit, ListParams, everything, list_newest

LOGS_LIMIT = 100  # CON-08: the default of limit


class Params(ListParams, frozen=True, kw_only=True):
    """Console output, exceptions, failed requests. Newest first."""

    limit: Limit = LOGS_LIMIT
    level: Annotated[Level | None, Meta(description="Lowest level.")] = None
    type: Annotated[LogType | None, Meta(description="Entry type.")] = None
    contains: Annotated[str, Meta(max_length=FILTER_CHARS, description="Text to find.")] | None = None


async def run(ctx: Context, params: Params) -> Answer:
    keep = [
        _from_level(params.level),
        _of_type(params.type),
        _containing(params.contains),
    ]
    show = _shown if ctx.store.extension.has_error_context else show_plain_error
    logs = ctx.store.logs
    evicted = logs.errors.evicted + logs.chatter.evicted
    return list_newest(ctx, logs.newest_first(), params, keep, show, evicted=evicted)


def _shown(entry: AnyLogEntry) -> dict[str, Any]:
    """The context of an error is only mentioned here; `observe what=errors` returns it."""
    names = context_names(entry)
    return {**without_context(entry), **({"_enrichments": names} if names else {})}


def render(view: View) -> Document:
    return entry_document(view, view.params.id) if view.params.id else logs_document(view)


def _from_level(level: Level | None) -> Filter[AnyLogEntry]:
    if level is None:
        return everything
    floor = LEVEL_ORDER[level]
    return lambda slot: LEVEL_ORDER[slot.event.level] >= floor


def _of_type(wanted: LogType | None) -> Filter[AnyLogEntry]:
    if wanted is None:
        return everything
    return lambda slot: slot.event.__struct_config__.tag == wanted


def _containing(text: str | None) -> Filter[AnyLogEntry]:
    if not text:
        return everything
    wanted = text.casefold()
    return lambda slot: any(
        wanted in value.casefold() for value in _texts(with_call_site(msgspec.to_builtins(slot.event)))
    )


def _texts(value: Any) -> list[str]:
    """All strings inside a value, including object keys."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, item in value.items() for text in (key, *_texts(item))]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return []


CAPABILITY = Capability(
    "get_browser_logs",
    (Mode("observe", "logs"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
    shows_errors=True,
)
