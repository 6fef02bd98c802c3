"""The state in the dashboard's app shell: extension, connected clients, and the counts of the views."""

from typing import NotRequired, TypedDict

from gasoline.dashboard.views import ALL
from gasoline.toolkit.context import Context


class ExtensionFacts(TypedDict):
    """The browser extension, as the dashboard shows it."""

    connected: bool
    everConnected: bool
    version: str
    watched: int


class State(TypedDict):
    """What the frame around the views shows."""

    version: str
    recording: NotRequired[str]
    """Set if the server shows a saved session: which one, and when it was recorded."""
    newest: int
    """Changes with every event, even one without a row, so that views that show it reload."""
    extension: ExtensionFacts
    pilot: bool
    clients: list[str]
    folder: str
    """The project's folder on this machine, if all development servers, or else all AI clients, use the same one."""
    counts: dict[str, int]


def read_state(ctx: Context) -> State:
    extension = ctx.store.extension
    state: State = {
        "version": ctx.server.version,
        "newest": ctx.store.cursor,
        "extension": {
            "connected": extension.connected,
            "everConnected": extension.ever_connected,
            "version": extension.version,
            "watched": extension.watched,
        },
        "pilot": extension.pilot,
        "clients": ctx.server.clients(),
        "folder": _folder(ctx),
        "counts": {view.name: view.count(ctx) for view in ALL if view.count},
    }
    if ctx.server.capsule:
        state["recording"] = ctx.server.capsule.mark
    return state


def _folder(ctx: Context) -> str:
    if ctx.server.capsule:
        return ""
    servers = {run.directory for run in ctx.store.server_runs.all()}
    folders = servers or {client.directory for client in ctx.server.present() if client.directory}
    return folders.pop() if len(folders) == 1 else ""
