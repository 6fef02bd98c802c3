"""What an error means: where it happened, why, and what came before it. Pure functions."""
