"""AI Web Pilot: the state of its switch and the log of its commands."""

from typing import TypedDict

from gasoline.dashboard.view import Query, View
from gasoline.store.pilot_audit import MAX_PILOT_COMMANDS, PilotCommand
from gasoline.toolkit.context import Context


class PilotSwitch(TypedDict):
    """The state of the switch, as the extension said last."""

    enabled: bool
    source: str
    extension_connected: bool


class ShownCommand(TypedDict):
    """One command, executed or refused."""

    time: str
    client: str
    tool: str
    command: str
    result: str


class PilotList(TypedDict):
    """The view of the pilot."""

    switch: PilotSwitch
    commands: list[ShownCommand]


async def read(ctx: Context, _: Query) -> PilotList:
    status = ctx.store.extension.pilot_status()
    return {
        "switch": {
            "enabled": status["enabled"],
            "source": status["source"],
            "extension_connected": status["extension_connected"],
        },
        "commands": [_command(command) for command in ctx.store.pilot_audit.newest(MAX_PILOT_COMMANDS)],
    }


def _command(command: PilotCommand) -> ShownCommand:
    return {
        "time": command.time,
        "client": command.client,
        "tool": command.tool,
        "command": command.command,
        "result": command.result,
    }


VIEW = View("pilot", read, count=lambda ctx: len(ctx.store.pilot_audit), types=(PilotList,))
