"""Clients and tabs: the connected AI clients and the browser's tabs."""

from typing import Any, TypedDict

from gasoline.capabilities.observe.tabs import list_tabs
from gasoline.dashboard.view import Query, View
from gasoline.model.tool_error import ToolError
from gasoline.toolkit.context import Client, Context, NotifiedBy

DASHBOARD_TABS_WAIT_S = 2.0  # for the browser's tabs, before the clients are shown without them


class ConnectedClient(TypedDict):
    """An AI client."""

    name: str
    version: str
    directory: str
    notified_by: NotifiedBy
    streaming: bool


class ConnectedExtension(TypedDict):
    """The browser extension, next to the tabs that it sees."""

    connected: bool
    ever_connected: bool
    version: str
    switched_off: list[str]


class Tab(TypedDict):
    """A tab of a browser."""

    tabId: int
    url: str
    title: str
    active: bool
    captured: bool


class ConnectedList(TypedDict):
    """The view of clients and tabs."""

    clients: list[ConnectedClient]
    server_version: str
    extension: ConnectedExtension
    tabs: list[Tab]
    trouble: str
    """Why the tabs are not known."""


async def read(ctx: Context, _: Query) -> ConnectedList:
    extension = ctx.store.extension
    tabs, trouble = await _tabs(ctx)
    return {
        "clients": [_client(client) for client in ctx.server.present()],
        "server_version": ctx.server.version,
        "extension": {
            "connected": extension.connected,
            "ever_connected": extension.ever_connected,
            "version": extension.version,
            "switched_off": list(extension.switched_off),
        },
        "tabs": tabs,
        "trouble": trouble,
    }


def _client(client: Client) -> ConnectedClient:
    return {
        "name": client.name,
        "version": client.version,
        "directory": client.directory,
        "notified_by": client.notified_by,
        "streaming": client.streaming.enabled,
    }


async def _tabs(ctx: Context) -> tuple[list[Any], str]:
    if ctx.server.capsule is not None:
        return [], "A recording has no tabs."
    """The tabs, or why they are not known."""
    if not ctx.store.extension.connected:
        return [], ""
    try:
        return await list_tabs(ctx.store, DASHBOARD_TABS_WAIT_S), ""
    except ToolError as error:
        return [], f"{error.message} {error.hint}".strip()


VIEW = View("clients", read, count=lambda ctx: len(ctx.server.present()), types=(ConnectedList,))
