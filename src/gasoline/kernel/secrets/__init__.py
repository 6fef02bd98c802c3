"""What a secret is, by its name and by its format, and how it is masked: one table for every reader."""
