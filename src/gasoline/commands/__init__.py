"""The commands of the CLI: one module each, with `add` for its flags and `run` for its work."""
