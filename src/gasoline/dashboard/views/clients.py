"""Clients and tabs: the connected AI clients and the browser's tabs."""

from typing import Any

from gasoline.capabilities.observe.tabs import list_tabs
from gasoline.dashboard.view import Query, View
from gasoline.model.tool_error import ToolError
from gasoline.toolkit.context import Client, Context

DASHBOARD_TABS_WAIT_S = 2.0  # for the browser's tabs, before the clients are shown without them


async def read(ctx: Context, _: Query) -> Any:
    extension = ctx.store.extension
    tabs, trouble = await _tabs(ctx)
    return {
        "clients": [_client(client) for client in ctx.server.present()],
        "server_version": ctx.server.version,
        "extension": {
            "connected": extension.connected,
            "ever_connected": extension.ever_connected,
            "version": extension.version,
            "switched_off": extension.switched_off,
        },
        "tabs": tabs,
        "trouble": trouble,
    }


def _client(client: Client) -> dict[str, Any]:
    return {
        "name": client.name,
        "version": client.version,
        "directory": client.directory,
        "told_by": client.told_by,
        "streaming": client.streaming.enabled,
    }


async def _tabs(ctx: Context) -> tuple[list[Any], str]:
    """The tabs, or why they are not known."""
    if not ctx.store.extension.connected:
        return [], ""
    try:
        return await list_tabs(ctx.store, DASHBOARD_TABS_WAIT_S), ""
    except ToolError as error:
        return [], f"{error.message} {error.hint}".strip()


VIEW = View("clients", read, count=lambda ctx: len(ctx.server.present()))
