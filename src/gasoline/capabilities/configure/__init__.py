"""Capabilities of `configure`: Gasoline's own state and settings."""
