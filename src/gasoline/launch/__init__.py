"""Finding, starting and talking to the daemon: standard library only, quick to import."""
