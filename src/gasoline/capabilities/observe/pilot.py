"""observe what=pilot: how the person set the AI Web Pilot switch."""

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context


class Params(BaseParams, frozen=True, kw_only=True):
    """Whether AI Web Pilot is on. Only the person can switch it; the answer says how fresh that knowledge is."""


async def run(ctx: Context, _: Params) -> Answer:
    return Answer(ctx.store.extension.pilot_status())


CAPABILITY = Capability("get_pilot_status", (Mode("observe", "pilot"),), Params, run)
