"""Text out: generated scripts."""
