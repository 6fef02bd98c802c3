"""configure action=clear: clears captured data."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from gasoline.rendering.document import Document, View
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context

What = Literal[
    "all",
    "logs",
    "network",
    "network_bodies",
    "websocket_events",
    "actions",
    "dom_snapshots",
    "performance",
    "server_logs",
]


class Params(BaseParams, frozen=True, kw_only=True):
    """Empties the buffers. All of them or one."""

    what: Annotated[What, Meta(description="Buffer to empty.")] = "all"


async def run(ctx: Context, params: Params) -> Answer:
    if params.what == "all":
        ctx.store.notices.clear()
    names = get_args(What)[1:] if params.what == "all" else (params.what,)
    return Answer({"cleared": {name: ctx.store.clear(name) for name in names}})


def render(view: View) -> Document:
    """How much was removed from which buffer."""
    removed = [f"{name} ({count})" for name, count in view.data["cleared"].items() if count]
    return Document(
        f"Cleared {', '.join(removed)}." if removed else "Nothing to clear: the buffers were empty.", [view.note]
    )


CAPABILITY = Capability("clear_browser_logs", (Mode("configure", "clear"),), Params, run, render, reads_captures=True)
