"""observe what=logs: the console, with errors and failures among it."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gasoline.analysis.errors.show_error import names_of_context, show_plain_error, without_context
from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import Keep, Limit, ListParams, list_newest
from gasoline.model import limits
from gasoline.model.events import LEVEL_ORDER, AnyLogEntry, Level, LogType


class Params(ListParams, frozen=True, kw_only=True):
    """The console. Newest first, with exceptions and failed requests among it."""

    limit: Limit = limits.LOGS_LIMIT
    level: Annotated[Level | None, Meta(description="This level and up.")] = None
    type: LogType | None = None
    contains: Annotated[str, Meta(max_length=limits.FILTER_CHARS, description="Anywhere in it.")] | None = None


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
    """What is around an error is for `observe what=errors`; here it is only named."""
    names = names_of_context(entry)
    return {**without_context(entry), **({"_enrichments": names} if names else {})}


def _from_level(level: Level | None) -> Keep[AnyLogEntry]:
    floor = LEVEL_ORDER[level] if level else 0
    return lambda slot: LEVEL_ORDER[slot.event.level] >= floor


def _of_type(wanted: LogType | None) -> Keep[AnyLogEntry]:
    return lambda slot: wanted is None or slot.event.__struct_config__.tag == wanted


def _containing(text: str | None) -> Keep[AnyLogEntry]:
    if not text:
        return lambda _: True
    wanted = text.casefold()
    return lambda slot: any(wanted in value.casefold() for value in _texts(msgspec.to_builtins(slot.event)))


def _texts(value: Any) -> list[str]:
    """All strings inside a value, the keys of objects included."""
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
    reads_captures=True,
    shows_page_text=True,
    shows_errors=True,
)
