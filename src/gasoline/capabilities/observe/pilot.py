"""observe what=pilot: the state of the AI Web Pilot switch."""

from gasoline.rendering.document import Document, View
from gasoline.rendering.outline import outline
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context


class Params(BaseParams, frozen=True, kw_only=True):
    """Whether AI Web Pilot is on. Only the person can switch it; the answer says how fresh that knowledge is."""


async def run(ctx: Context, _: Params) -> Answer:
    return Answer(ctx.store.extension.pilot_status())


def render(view: View) -> Document:
    """The switch first; what is unknown is left out."""
    facts = {name: value for name, value in view.data.items() if name != "enabled" and value is not None}
    return Document(f"AI Web Pilot is {'on' if view.data['enabled'] else 'off'}", [*outline(facts), view.note])


CAPABILITY = Capability("get_pilot_status", (Mode("observe", "pilot"),), Params, run, render)
