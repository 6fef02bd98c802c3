"""The state in the dashboard's app shell: extension, connected clients, and the counts of the views."""

from typing import Any

from gasoline.dashboard.views import ALL
from gasoline.toolkit.context import Context


def read_state(ctx: Context) -> dict[str, Any]:
    extension = ctx.store.extension
    return {
        "version": ctx.server.version,
        **({"recording": ctx.server.capsule.mark} if ctx.server.capsule else {}),
        # Changes with every event, even one without a row, so that views that show it reload.
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
