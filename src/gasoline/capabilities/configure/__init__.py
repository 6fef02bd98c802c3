"""Capabilities of `configure`: what Gasoline remembers and does."""
