"""observe what=network_bodies: what requests sent and received."""

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import (
    Limit,
    ListParams,
    Method,
    StatusMax,
    StatusMin,
    by_method,
    list_newest,
    shown,
    status_between,
)
from gasoline.model import limits

SWITCH = "networkBodyCaptureEnabled"
"""The extension's key of “Capture Network Bodies”."""


class Params(ListParams, frozen=True, kw_only=True):
    """Request and response bodies of fetch and XHR, newest first, if the person has switched on their capture."""

    limit: Limit = limits.NETWORK_BODIES_LIMIT
    method: Method | None = None
    status_min: StatusMin = None
    status_max: StatusMax = None


async def run(ctx: Context, params: Params) -> Answer:
    keep = [by_method(params.method), status_between(params.status_min, params.status_max)]
    answer = list_newest(ctx, ctx.store.network_bodies.newest_first(), params, keep, shown)
    return answer if answer.data or not is_off(ctx) else Answer([], HOW_TO_SWITCH_ON)


HOW_TO_SWITCH_ON = (
    "“Capture Network Bodies” is off, as it is by default: ask the person to switch it on in the popup of the "
    "extension, then repeat the request. observe what=network has status and timing without it."
)


def is_off(ctx: Context) -> bool:
    """Whether the extension said so; one that never connected has said nothing."""
    return ctx.store.extension.switches.get(SWITCH) is False


CAPABILITY = Capability(
    "get_network_bodies", (Mode("observe", "network_bodies"),), Params, run, reads_captures=True, shows_page_text=True
)
