"""Listeners: store → significance → notice."""
