"""Capabilities of `generate`: files made from what was captured."""
