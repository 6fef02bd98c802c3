"""observe what=network_bodies: what requests sent and received."""

from gasoline.model import switches
from gasoline.rendering.body import bodies_document, body_document
from gasoline.rendering.document import Document, View
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import Limit, RequestListParams, list_newest, request_filters, shown

NETWORK_BODIES_LIMIT = 20  # NET-10: the default of limit


class Params(RequestListParams, frozen=True, kw_only=True):
    """Bodies of fetch and XHR. Newest first. The user must turn on “Capture Network Bodies”."""

    limit: Limit = NETWORK_BODIES_LIMIT


async def run(ctx: Context, params: Params) -> Answer:
    bodies = ctx.store.network_bodies
    answer = list_newest(ctx, bodies.newest_first(), params, request_filters(params), shown, evicted=bodies.evicted)
    return answer if answer.data or not is_off(ctx) else Answer([], HOW_TO_SWITCH_ON)


HOW_TO_SWITCH_ON = (
    "“Capture Network Bodies” is off (the default): ask the user to turn it on in the popup of the "
    "extension, then repeat the request. observe what=network returns status and timing without it."
)


def is_off(ctx: Context) -> bool:
    """Whether the extension reported the switch as off; unknown if it never connected."""
    return ctx.store.extension.switches.get(switches.NETWORK_BODIES) is False


def render(view: View) -> Document:
    return body_document(view) if view.params.id else bodies_document(view)


CAPABILITY = Capability(
    "get_network_bodies",
    (Mode("observe", "network_bodies"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
)
