"""configure action=streaming: which significant events this client is told of without asking."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Client, Context, ToldBy
from gasoline.model import limits
from gasoline.model.errors import ToolError
from gasoline.model.notices import CATEGORIES, Category

NOTES: dict[ToldBy, str] = {
    "notifications": "",
    "subscription": "Clients of this protocol version are told by subscriptions/listen to gasoline://events; "
    "these settings hold there.",
    "nothing": "This caller cannot be told of events: follow them by `gasoline tail` or GET /events/stream.",
}

NO_STREAM = "Your session's GET stream is not open: what there is to tell is held until it is, and then summed up."


class Params(BaseParams, frozen=True, kw_only=True):
    """Notifies you of significant events as they happen. They are new errors, failing requests, slow pages, frustrated
    clicks and exposed credentials. Off by default; what you leave out stays as it is."""

    enabled: bool | None = None
    events: Annotated[list[Category], Meta(max_length=len(CATEGORIES), description="Default: all.")] | None = None
    throttle_seconds: (
        Annotated[
            float,
            Meta(ge=limits.THROTTLE_MIN_S, le=limits.THROTTLE_MAX_S, description="Default: 5."),
        ]
        | None
    ) = None
    url_filter: Annotated[str, Meta(max_length=limits.FILTER_CHARS, description="Part of the URL.")] | None = None


async def run(ctx: Context, params: Params) -> Answer:
    given = {name: value for name, value in msgspec.structs.asdict(params).items() if value is not None}
    if params.events == []:
        raise ToolError(
            "invalid_argument", "configure/streaming: events is empty.", f"It takes some of {', '.join(CATEGORIES)}."
        )
    if "events" in given:
        given["events"] = tuple(name for name in CATEGORIES if name in given["events"])
    ctx.client.streaming = msgspec.structs.replace(ctx.client.streaming, **given)
    return Answer(settings_of(ctx.client), note=_note(ctx.client) if ctx.client.streaming.enabled else "")


def _note(client: Client) -> str:
    return NOTES[client.told_by] if client.hears else NO_STREAM


def settings_of(client: Client) -> dict[str, Any]:
    settings: dict[str, Any] = msgspec.to_builtins(client.streaming)
    seconds = settings["throttle_seconds"]
    return {**settings, "throttle_seconds": int(seconds) if seconds == int(seconds) else seconds}


CAPABILITY = Capability("configure_streaming", (Mode("configure", "streaming"),), Params, run)
