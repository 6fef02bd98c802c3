"""Capabilities of `generate`: files generated from captured data."""
