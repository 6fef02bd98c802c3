"""Capabilities of `interact`: actions in the page, while AI Web Pilot is on."""
