"""Capabilities of `analyze`: analyses of captured data and of the live page."""
