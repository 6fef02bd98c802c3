"""What is remembered: the only mutable state of the daemon."""
