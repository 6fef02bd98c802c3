"""AI Web Pilot: how its switch stands, and what was asked of it."""

from typing import Any

from msgspec.structs import asdict

from gasoline.capabilities.context import Context
from gasoline.dashboard.view import Query, View
from gasoline.model import limits


async def read(ctx: Context, _: Query) -> Any:
    return {
        "switch": ctx.store.extension.pilot_status(),
        "commands": [asdict(command) for command in ctx.store.pilot_audit.newest(limits.PILOT_COMMANDS)],
    }


VIEW = View("pilot", read, count=lambda ctx: len(ctx.store.pilot_audit))
