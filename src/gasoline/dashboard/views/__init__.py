"""Every view of the dashboard, in the order of its navigation."""

from gasoline.dashboard.view import View
from gasoline.dashboard.views import errors, network, timeline, websocket

ALL: tuple[View, ...] = (
    timeline.VIEW,
    errors.VIEW,
    network.VIEW,
    websocket.VIEW,
)
