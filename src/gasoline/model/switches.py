"""Switches of the extension that the server needs to know of, by the extension's keys."""

NETWORK_BODIES = "networkBodyCaptureEnabled"
"""“Capture Network Bodies”, off by default."""

ON_BY_DEFAULT = {
    "webSocketCaptureEnabled": "Capture WebSockets",
    "aiContextEnabled": "AI Error Context",
    "actionCaptureEnabled": "Capture User Actions",
    "performanceSnapshotsEnabled": "Performance Snapshots",
}
"""Switches of the popup whose being off is news to an assistant, and what the popup calls them."""
