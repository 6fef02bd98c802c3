"""Every test here has a state directory and a port of its own."""

from home import home

__all__ = ["home"]
