"""From what happened to why: where calls came from, what preceded an error, and patterns in what was captured."""
