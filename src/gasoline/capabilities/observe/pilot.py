"""observe what=pilot: the state of the AI Web Pilot switch."""

from gasoline.rendering.document import Document, View
from gasoline.rendering.outline import outline
from gasoline.toolkit.capability import OPEN_BROWSER, Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context

TURN_ON = "Only the user can turn it on, in the extension's popup."


class Params(BaseParams, frozen=True, kw_only=True):
    """Whether AI Web Pilot is on. Only the person can switch it; the answer says how fresh that knowledge is."""


async def run(ctx: Context, _: Params) -> Answer:
    return Answer(ctx.store.extension.pilot_status())


def render(view: View) -> Document:
    """Says whether the pilot can be used, and what to do if not; omits unknown facts."""
    facts = {name: value for name, value in view.data.items() if name != "enabled" and value is not None}
    lines = [*outline(facts), view.note]
    if not view.data["extension_connected"]:
        return Document("AI Web Pilot cannot be used: no browser is connected", [OPEN_BROWSER, *lines])
    if not view.data["enabled"]:
        return Document("AI Web Pilot is off", [TURN_ON, *lines])
    return Document("AI Web Pilot is on", lines)


CAPABILITY = Capability("get_pilot_status", (Mode("observe", "pilot"),), Params, run, render)
