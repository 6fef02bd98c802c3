"""observe what=pilot: the state of the AI Web Pilot switch."""

from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context


class Params(BaseParams, frozen=True, kw_only=True):
    """Whether AI Web Pilot is on. Only the person can switch it; the answer says how fresh that knowledge is."""


async def run(ctx: Context, _: Params) -> Answer:
    return Answer(ctx.store.extension.pilot_status())


CAPABILITY = Capability("get_pilot_status", (Mode("observe", "pilot"),), Params, run)
