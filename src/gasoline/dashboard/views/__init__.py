"""Every view of the dashboard, in the order of its navigation."""

from gasoline.dashboard.view import View
from gasoline.dashboard.views import (
    clients,
    contracts,
    errors,
    network,
    performance,
    pilot,
    security,
    server,
    sessions,
    streaming,
    timeline,
    websocket,
)

ALL: tuple[View, ...] = (
    timeline.VIEW,
    errors.VIEW,
    network.VIEW,
    websocket.VIEW,
    server.VIEW,
    contracts.VIEW,
    security.VIEW,
    performance.VIEW,
    sessions.VIEW,
    pilot.VIEW,
    clients.VIEW,
    streaming.VIEW,
)
