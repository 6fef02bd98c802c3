"""The stored data: the only mutable state of the daemon."""
