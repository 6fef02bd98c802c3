"""Gasoline: eyes on the browser for AI coding assistants."""

__version__ = "0.1.0"
