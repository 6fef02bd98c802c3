"""configure action=streaming: which significant events this client is notified of."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gasoline.model.notices import CATEGORIES, Category
from gasoline.model.tool_error import ToolError
from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import inline
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Client, Context, NotifiedBy
from gasoline.toolkit.listing import FILTER_CHARS

THROTTLE_MIN_S = 1.0  # NOTE-03
THROTTLE_MAX_S = 60.0  # NOTE-03

NOTES: dict[NotifiedBy, str] = {
    "notifications": "",
    "subscription": "Clients of this protocol version are notified through subscriptions/listen to gasoline://events;  "
    "these settings apply there.",
    "nothing": "This caller cannot receive notifications: use `gasoline tail` or GET /events/stream.",
}

NO_STREAM = "Your session's GET stream is not open: notifications are held and summarized when it opens."


class Params(BaseParams, frozen=True, kw_only=True):
    """Notifies you of events. They are new errors, failing requests, slow pages, rage
    clicks and exposed credentials. Off by default; omitted settings stay unchanged."""

    enabled: Annotated[bool | None, Meta(description="Turn notifications on or off. Default: unchanged.")] = None
    events: (
        Annotated[list[Category], Meta(max_length=len(CATEGORIES), description="Event kinds. Default: all.")] | None
    ) = None
    throttle_seconds: (
        Annotated[
            float,
            Meta(
                ge=THROTTLE_MIN_S,
                le=THROTTLE_MAX_S,
                description="Seconds between notifications. Default: 5.",
            ),
        ]
        | None
    ) = None
    url_filter: Annotated[str, Meta(max_length=FILTER_CHARS, description="Part of the URL.")] | None = None


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
    return NOTES[client.notified_by] if client.can_receive else NO_STREAM


def settings_of(client: Client) -> dict[str, Any]:
    settings: dict[str, Any] = msgspec.to_builtins(client.streaming)
    seconds = settings["throttle_seconds"]
    return {**settings, "throttle_seconds": int(seconds) if seconds == int(seconds) else seconds}


def render(view: View) -> Document:
    """Whether notifications come, of which kinds, and how often."""
    settings = view.data
    if not settings["enabled"]:
        return Document("Notifications are off.", [view.note])
    of = f" of URLs with {inline(settings['url_filter'])}" if settings["url_filter"] else ""
    kinds = ", ".join(settings["events"])
    return Document(
        f"Notifications are on: {kinds}{of}, at most one every {settings['throttle_seconds']} s.", [view.note]
    )


CAPABILITY = Capability("configure_streaming", (Mode("configure", "streaming"),), Params, run, render)
