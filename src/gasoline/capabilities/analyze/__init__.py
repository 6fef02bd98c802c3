"""Capabilities of `analyze`: what captured data and the live page mean."""
