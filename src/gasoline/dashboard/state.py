"""What the dashboard's frame shows: is the extension here, who is connected, how much there is of everything."""

from typing import Any

from gasoline.capabilities.context import Context
from gasoline.dashboard.views import ALL


def read_state(ctx: Context) -> dict[str, Any]:
    extension = ctx.store.extension
    return {
        "version": ctx.server.version,
        # Changes with every event, also those that are no row: a view that shows them is read again.
        "newest": ctx.store.cursor,
        "extension": {
            "connected": extension.connected,
            "everConnected": extension.ever_connected,
            "version": extension.version,
            "watched": extension.watched,
        },
        "pilot": extension.pilot,
        "clients": ctx.server.clients(),
        "counts": {view.name: view.count(ctx) for view in ALL if view.count},
    }
