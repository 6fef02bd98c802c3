"""Switches of the extension that the server needs to know of, by the extension's keys."""

NETWORK_BODIES = "networkBodyCaptureEnabled"
"""“Capture Network Bodies”, off by default."""

ERROR_CONTEXT = "aiContextEnabled"
"""“AI Error Context”, on by default."""

WEBSOCKETS = "webSocketCaptureEnabled"
ACTIONS = "actionCaptureEnabled"

ON_BY_DEFAULT = {
    WEBSOCKETS: "Capture WebSockets",
    ERROR_CONTEXT: "AI Error Context",
    ACTIONS: "Capture User Actions",
    "performanceSnapshotsEnabled": "Performance Snapshots",
}
"""Popup switches that an assistant must know about when they are off, with their labels."""
