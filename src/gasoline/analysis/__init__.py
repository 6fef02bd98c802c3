"""What it means: pure functions from events to findings, and the redaction that every exit passes."""
