"""Generates test scripts from recorded sessions."""
