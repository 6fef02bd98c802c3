"""What it means: pure functions from events to findings."""
