"""Capabilities of `observe`: what happened in the browser."""
