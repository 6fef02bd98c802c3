"""observe what=network_bodies: what requests sent and received."""

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import Limit, RequestListParams, list_newest, request_filters, shown
from gasoline.model import limits, switches


class Params(RequestListParams, frozen=True, kw_only=True):
    """What fetch and XHR sent and received. Newest first, if the person has switched on their capture."""

    limit: Limit = limits.NETWORK_BODIES_LIMIT


async def run(ctx: Context, params: Params) -> Answer:
    bodies = ctx.store.network_bodies
    answer = list_newest(ctx, bodies.newest_first(), params, request_filters(params), shown, evicted=bodies.evicted)
    return answer if answer.data or not is_off(ctx) else Answer([], HOW_TO_SWITCH_ON)


HOW_TO_SWITCH_ON = (
    "“Capture Network Bodies” is off, as it is by default: ask the person to switch it on in the popup of the "
    "extension, then repeat the request. observe what=network has status and timing without it."
)


def is_off(ctx: Context) -> bool:
    """Whether the extension said so; one that never connected has said nothing."""
    return ctx.store.extension.switches.get(switches.NETWORK_BODIES) is False


CAPABILITY = Capability(
    "get_network_bodies", (Mode("observe", "network_bodies"),), Params, run, reads_captures=True, shows_page_text=True
)
