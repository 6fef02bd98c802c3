"""Switches of the extension that the server needs to know of, by the extension's keys."""

NETWORK_BODIES = "networkBodyCaptureEnabled"
"""“Capture Network Bodies”, off by default."""
