"""Finds causes: where calls came from, what preceded an error, and patterns in the captured events."""
