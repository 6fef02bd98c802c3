"""AI Web Pilot: the state of its switch and the log of its commands."""

from typing import Any

from msgspec.structs import asdict

from gasoline.dashboard.view import Query, View
from gasoline.store.pilot_audit import MAX_PILOT_COMMANDS
from gasoline.toolkit.context import Context


async def read(ctx: Context, _: Query) -> Any:
    return {
        "switch": ctx.store.extension.pilot_status(),
        "commands": [asdict(command) for command in ctx.store.pilot_audit.newest(MAX_PILOT_COMMANDS)],
    }


VIEW = View("pilot", read, count=lambda ctx: len(ctx.store.pilot_audit))
