"""What a person runs: one module for each command, with `add` for its flags and `run` for what it does."""
