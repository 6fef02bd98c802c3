"""Subscribers of the store: events → significance → notices."""
